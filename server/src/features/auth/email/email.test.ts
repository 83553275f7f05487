import { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import { resetRequested, tooManyAttempts } from "@timbre/contract/auth/rules.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { aBrowser } from "../../../testing/browser.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { continuePath } from "./mails.present.ts";

let app: TestApp;
beforeAll(async () => {
	// No mail server listens there: the tests read emails from the database.
	app = await testApp({ env: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_TO_OPERATOR: "operator@example.com" } });
});
afterAll(async () => app.stop());

let people = 0;
const anAddress = () => `person-${++people}@example.com`;
const json = async <T>(response: Response) => (await response.json()) as T;
const codeOf = async (response: Response) => (await json<{ detail: { code: string } }>(response)).detail.code;
const mailsTo = (email: string) =>
	app.db.selectFrom("mail").selectAll().where("to_address", "=", email).orderBy("created_at").execute();
async function linkTo(email: string, subject: RegExp): Promise<URL> {
	const mail = (await mailsTo(email)).findLast((one) => subject.test(one.subject));
	const [link = ""] = /https?:\/\/\S+/.exec(mail?.body ?? "") ?? [];
	expect(mail?.html).toContain(link.replaceAll("&", "&amp;"));
	return new URL(link);
}
async function codeTo(email: string, subject: RegExp): Promise<string> {
	const mail = (await mailsTo(email)).findLast((one) => subject.test(one.subject));
	return /^(\d{6})$/m.exec(mail?.body ?? "")?.[1] ?? "";
}
async function aNewcomer(password = "correct horse battery") {
	const email = anAddress();
	const response = await aBrowser(app).post("/api/auth/sign-up/email", { name: "Grace Example", email, password });
	return { email, password, response };
}
const verify = async (code: string) =>
	(await json<{ result: string }>(await aBrowser(app).post("/v1/user/verify-email", { action_code: code }))).result;

test("AUTH-044 AUTH-017 AUTH-030 creates no session until the address is verified with the emailed link, which works once", async () => {
	const browser = aBrowser(app);
	const { email, password, response } = await aNewcomer();
	expect(response.status).toBe(200);
	expect(response.headers.getSetCookie().join()).not.toContain("session_token");
	const rejected = await browser.signIn({ email, password });
	expect([rejected.status, (await json<{ code: string }>(rejected)).code]).toEqual([403, "EMAIL_NOT_VERIFIED"]);
	const first = await linkTo(email, /verify/i);
	await browser.post("/v1/user/send-verification-email", { email });
	const second = await linkTo(email, /verify/i);
	expect(second.href).not.toBe(first.href);
	const code = second.searchParams.get("code") ?? "";
	expect(await verify("not-a-code")).toBe("invalidActionCode");
	expect(await verify(code)).toBe("success");
	expect(await verify(code)).toBe("invalidActionCode");
	expect((await browser.signIn({ email, password })).status).toBe(200);
	const user = await json<{ email: string; email_verified: boolean }>(await browser.get("/v1/user"));
	expect(user).toMatchObject({ email, email_verified: true });
});

test("rejects a verification link for a former address or older than a day", async () => {
	const { email } = await aNewcomer();
	const code = (await linkTo(email, /verify/i)).searchParams.get("code") ?? "";
	const moved = anAddress();
	await app.db.updateTable("auth_user").set({ email: moved }).where("email", "=", email).execute();
	expect(await verify(code)).toBe("invalidActionCode");
	const other = await aNewcomer();
	const { expires_at, created_at } = await app.db
		.selectFrom("auth_code")
		.innerJoin("auth_user", "auth_user.id", "auth_code.user_id")
		.select(["auth_code.expires_at", "auth_code.created_at"])
		.where("auth_user.email", "=", other.email)
		.executeTakeFirstOrThrow();
	expect(expires_at.getTime() - created_at.getTime()).toBe(24 * 3_600_000);
	await app.db
		.updateTable("auth_code")
		.set({ expires_at: new Date(Date.now() - 1) })
		.execute();
	expect(await verify((await linkTo(other.email, /verify/i)).searchParams.get("code") ?? "")).toBe("invalidActionCode");
});

test("responds to sign-up the same for an existing account and emails its owner", async () => {
	const { email } = await app.user();
	const known = await aBrowser(app).post("/api/auth/sign-up/email", {
		name: "Eve",
		email,
		password: "correct horse battery",
	});
	const fresh = (await aNewcomer()).response;
	expect([known.status, fresh.status]).toEqual([200, 200]);
	const shape = (body: object) =>
		JSON.stringify(body, (key, value) => (key === "" || typeof value === "object" ? value : typeof value));
	expect(shape(await json<object>(known))).toBe(shape(await json<object>(fresh)));
	expect((await mailsTo(email)).at(-1)).toMatchObject({ subject: "You already have an account" });
});

test("AUTH-006 links emails to this server's pages and continues to the sign-in page unless another app page was requested", async () => {
	const { email } = await aNewcomer();
	const link = await linkTo(email, /verify/i);
	expect(link.origin + link.pathname).toBe(`${app.url}/app/verify-email`);
	expect(link.searchParams.get("continue_url")).toBe("/app/sign-in");
	const person = await app.user();
	for (const [requested, expected] of [
		[undefined, "/app/sign-in"],
		["/app/invite?code=abc", "/app/invite?code=abc"],
		["https://evil.example/app/home", "/app/sign-in"],
	]) {
		await aBrowser(app).post("/v1/user/send-password-reset-email", { email: person.email, continue_url: requested });
		const reset = await linkTo(person.email, /reset your password/i);
		expect(reset.origin + reset.pathname).toBe(`${app.url}/app/reset-password`);
		expect(reset.searchParams.get("continue_url")).toBe(expected);
	}
});

test.each([
	"//evil.example/app/home",
	"https://evil.example/app/",
	"/\\evil.example/app/x",
	"javascript:alert(1)",
	"/app/ home",
	"/v1/user",
	"http://user:secret@127.0.0.1/app/home",
	"\u0009//evil.example",
])("does not continue to %s", (requested) => {
	expect(continuePath("http://127.0.0.1", requested)).toBe("/app/sign-in");
});

async function askForReset(email: string): Promise<string> {
	await aBrowser(app).post("/v1/user/send-password-reset-email", { email });
	return (await linkTo(email, /reset your password/i)).searchParams.get("code") ?? "";
}
const check = async (code: string) =>
	json<{ result: string; email: string | null }>(
		await aBrowser(app).post("/v1/user/check-password-reset-code", { action_code: code }),
	);
const confirm = (code: string, password: string) =>
	aBrowser(app).post("/v1/user/confirm-password-reset", { action_code: code, new_password: password });

test("AUTH-031 AUTH-051 responds the same to a password reset request for known and unknown addresses and emails the known one", async () => {
	const person = await app.user();
	const ask = async (email: string) => {
		const response = await aBrowser(app).post("/v1/user/send-password-reset-email", { email });
		return [response.status, await response.json()];
	};
	const unknown = anAddress();
	expect(await ask(person.email.toUpperCase())).toEqual([200, { status: "ok", message: resetRequested }]);
	expect(await ask(unknown)).toEqual([200, { status: "ok", message: resetRequested }]);
	expect(await mailsTo(unknown)).toEqual([]);
	expect((await mailsTo(person.email)).map((mail) => mail.subject)).toContain("Reset your password");
});

test("AUTH-045 AUTH-046 AUTH-054 identifies the account by the reset code, sets the password once and ends all sessions", async () => {
	const person = await app.user();
	const browser = aBrowser(app);
	await browser.signIn(person);
	const [first, code] = [await askForReset(person.email), await askForReset(person.email)];
	const stored = await app.db.selectFrom("auth_verification").select("identifier").execute();
	expect(JSON.stringify(stored)).not.toContain(code);
	expect(await check("nonsense")).toEqual({ result: "invalidActionCode", email: null });
	expect(await check(code)).toEqual({ result: "success", email: person.email });
	const weak = await confirm(code, "password123");
	expect([weak.status, await codeOf(weak)]).toEqual([400, "weak_password"]);
	expect(await json(await confirm(code, "another horse entirely"))).toEqual({ result: "success" });
	expect(await json(await confirm(code, "another horse entirely"))).toEqual({ result: "invalidActionCode" });
	// Using one link invalidates the other.
	expect(await check(first)).toEqual({ result: "invalidActionCode", email: null });
	expect((await browser.get("/v1/user")).status).toBe(401);
	expect((await aBrowser(app).signIn(person)).status).toBe(401);
	expect((await mailsTo(person.email)).at(-1)?.subject).toBe("Your password was changed");
	const again = { ...person, password: "another horse entirely" };
	expect((await aBrowser(app).signIn(again)).status).toBe(200);
});

test("expires a password reset code after an hour", async () => {
	const { email } = await app.user();
	const code = await askForReset(email);
	const row = await app.db
		.selectFrom("auth_verification")
		.select(["expires_at", "created_at"])
		.orderBy("created_at", "desc")
		.executeTakeFirstOrThrow();
	expect(Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 60_000)).toBe(60);
	await app.db
		.updateTable("auth_verification")
		.set({ expires_at: new Date(Date.now() - 1) })
		.execute();
	expect(await check(code)).toEqual({ result: "invalidActionCode", email: null });
});

test("limits repeated emails to one address", async () => {
	const { email } = await app.user();
	for (let i = 0; i < 3; i++) await askForReset(email);
	await app.db
		.insertInto("mail")
		.values(
			Array.from({ length: 10 }, (_, i) => ({
				id: `flood-${i}`,
				to_address: email,
				from_address: "a@b.example",
				subject: "Another",
				body: "",
			})),
		)
		.execute();
	const before = (await mailsTo(email)).length;
	const response = await aBrowser(app).post("/v1/user/send-password-reset-email", { email });
	expect(response.status).toBe(200);
	expect(await mailsTo(email)).toHaveLength(before);
});

async function changeEmail(person: SeedUser) {
	const browser = aBrowser(app);
	await browser.signIn(person);
	const email = anAddress();
	const sent = await browser.post("/v1/user/send-email-change-verification", {
		new_email: email,
		password: person.password,
	});
	expect(await json(sent)).toEqual({ status: "ok" });
	return { browser, email, code: await codeTo(email, /confirm/i) };
}
const put = (browser: ReturnType<typeof aBrowser>, code: string, reverting?: boolean) =>
	browser.send("PUT", `/v1/user/email?verification_code=${code}${reverting ? "&is_reverting=true" : ""}`);

test("AUTH-012 AUTH-037 AUTH-038 changes the email address with the code sent to the new one, in the user's own session", async () => {
	const person = await app.user();
	const { browser, email, code } = await changeEmail(person);
	expect(code).toMatch(/^\d{6}$/);
	const stranger = aBrowser(app);
	expect(await codeOf(await put(stranger, code))).toBe("needs_authorization");
	await stranger.signIn(await app.user());
	expect(await codeOf(await put(stranger, code))).toBe("invalid_code");
	const elsewhere = aBrowser(app);
	elsewhere.jar.set(...([...browser.jar].find(([name]) => name.includes("device")) ?? ["", ""]));
	expect((await elsewhere.signIn(person)).status).toBe(200);
	expect(await json(await put(browser, code))).toEqual({ status: "ok", email });
	expect(await codeOf(await put(browser, code))).toBe("invalid_code");
	expect(await json(await browser.get("/v1/user"))).toMatchObject({ email, email_verified: true });
	expect((await elsewhere.get("/v1/user")).status).toBe(401);
	expect((await aBrowser(app).signIn(person)).status).toBe(401);
});

test("AUTH-013 reverts an email change with the code sent to the old address, once, within a week, signed in or not", async () => {
	const person = await app.user();
	const { browser, code } = await changeEmail(person);
	await put(browser, code);
	const link = await linkTo(person.email, /was changed/i);
	expect(link.searchParams.get("is_reverting")).toBe("true");
	const revert = link.searchParams.get("code") ?? "";
	const row = await app.db
		.selectFrom("auth_code")
		.select(["created_at", "expires_at"])
		.where("user_id", "=", person.userId)
		.where("purpose", "=", "email_revert")
		.executeTakeFirstOrThrow();
	expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(7 * 24 * 3_600_000);
	const anybody = aBrowser(app);
	expect(await codeOf(await put(anybody, revert))).toBe("needs_authorization");
	expect(await json(await put(anybody, revert, true))).toEqual({ status: "ok", email: person.email });
	expect(await codeOf(await put(anybody, revert, true))).toBe("invalid_code");
	expect((await browser.get("/v1/user")).status).toBe(401);
	// An attacker may know the password, so no device is known anymore and the next sign-in needs the mailbox too.
	const next = aBrowser(app);
	expect(await json(await next.signIn(person))).toMatchObject({ signInRequest: true });
	expect((await next.get("/v1/user")).status).toBe(401);
});

test("sends no code to an address that is taken and does not reveal that", async () => {
	const [person, other] = [await app.user(), await app.user()];
	const browser = aBrowser(app);
	await browser.signIn(person);
	const ask = (new_email: string, password = person.password) =>
		browser.post("/v1/user/send-email-change-verification", { new_email, password });
	expect(await json(await ask(other.email))).toEqual({ status: "ok" });
	expect((await mailsTo(other.email)).filter((mail) => /confirm/i.test(mail.subject))).toEqual([]);
	expect(await codeOf(await ask(anAddress(), "wrong password"))).toBe("wrong_password");
	expect(await codeOf(await ask("someone@mailinator.com"))).toBe("email_not_allowed");
	// The address is taken in the meantime.
	const contested = anAddress();
	await ask(contested);
	const code = await codeTo(contested, /confirm/i);
	await app.db.updateTable("auth_user").set({ email: contested }).where("id", "=", other.userId).execute();
	expect(await codeOf(await put(browser, code))).toBe("conflict");
});

test("does not let an API key change the email address, password or second factor", async () => {
	const { apiKey, password } = await app.user();
	for (const { path, body } of [
		{ path: "/v1/user/send-email-change-verification", body: { new_email: anAddress(), password } },
		{ path: "/v1/user/password", body: { current_password: password, new_password: "another horse entirely" } },
		{ path: "/v1/user/update-mfa-factors", body: { action: "begin", password } },
		{ path: "/v1/user/backup-code", body: { password } },
		{ path: "/v1/user/auth-tokens", body: undefined },
		{ path: "/v1/user/persistence", body: { persistence: "local" } },
	])
		expect(await codeOf(await app.postJson(path, apiKey, body ?? {})), path).toBe("needs_session");
});

test("AUTH-055 rate limits a client after a hundred wrong codes without affecting others", async () => {
	const own = await testApp({ env: { TRUST_PROXY: "true" } });
	try {
		const ask = (clientIp: string) =>
			aBrowser(own).send(
				"POST",
				"/v1/user/check-password-reset-code",
				{ action_code: "wrong" },
				{ "x-forwarded-for": clientIp },
			);
		for (let i = 0; i < 100; i++) expect((await ask("192.0.2.1")).status).toBe(200);
		const rejected = await ask("192.0.2.1");
		expect([rejected.status, (await json<{ detail: { message: string } }>(rejected)).detail.message]).toEqual([
			429,
			tooManyAttempts,
		]);
		expect((await ask("192.0.2.2")).status).toBe(200);
	} finally {
		await own.stop();
	}
});

test("AUTH-017 AUTH-056 reports an internal failure as an unknown error, not as an invalid code", async () => {
	const own = await testApp();
	try {
		const ask = async (path: string, body: object) => json(await aBrowser(own).post(path, body));
		await own.db.schema.alterTable("auth_code").renameTo("auth_code_gone").execute();
		await own.db.schema.alterTable("auth_verification").renameTo("auth_verification_gone").execute();
		expect(await ask(authEndpoints.verifyEmail.path, { action_code: "x" })).toEqual({ result: "unknownError" });
		expect(await ask(authEndpoints.checkPasswordResetCode.path, { action_code: "x" })).toEqual({
			result: "unknownError",
			email: null,
		});
	} finally {
		await own.stop();
	}
});
