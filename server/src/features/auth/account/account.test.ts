import { afterAll, beforeAll, expect, test } from "vitest";
import { aBrowser } from "../../../testing/browser.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { createServiceUser, deleteUser, findUserByEmail } from "../users/users.service.ts";
import { isAtDomain } from "./profile.service.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp({ env: { INTERNAL_EMAIL_DOMAIN: "staff.example" } });
});
afterAll(async () => app.stop());

const json = async <T>(response: Response) => (await response.json()) as T;
const codeOf = async (response: Response) => (await json<{ detail: { code: string } }>(response)).detail.code;
type User = {
	first_name: string;
	is_new_user: boolean;
	language: string | null;
	agrees_to_product_updates: boolean;
	account_metadata: Record<string, unknown>;
	phone_number: string | null;
	has_alpha_access: boolean;
};
async function signedIn(email?: string) {
	const person = await app.user();
	if (email) await app.db.updateTable("auth_user").set({ email }).where("id", "=", person.userId).execute();
	const browser = aBrowser(app);
	await browser.signIn({ ...person, ...(email ? { email } : {}) });
	return { person, browser, user: async () => json<User>(await browser.get("/v1/user")) };
}

test("AUTH-028 checks an email address before sign-up and responds the same whether or not it has an account", async () => {
	const { email } = await app.user();
	const ask = (body: object) =>
		aBrowser(app).post("/v1/user/pre-sign-up", {
			account_metadata: { source: "a friend" },
			recaptcha_token: "token",
			pid: "p",
			xid: "x",
			invite_code: "i",
			gcp_marketplace_jwt: "j",
			...body,
		});
	for (const address of [email, "nobody@example.com"]) {
		expect(await json(await ask({ email: address }))).toEqual({ status: "ok", ignored: ["gcp_marketplace_jwt"] });
		expect(await json(await ask({ email: address, gcp_marketplace_jwt: null }))).toEqual({ status: "ok" });
	}
	for (const address of ["someone@mailinator.com", "someone@sub.yopmail.com", "robot@service.invalid"])
		expect(await codeOf(await ask({ email: address })), address).toBe("email_not_allowed");
	for (const address of ["no address", "a@b", "", "two@example.com, three@example.com"])
		expect((await ask({ email: address })).status, address).toBe(422);
	expect((await aBrowser(app).post("/v1/user/pre-sign-up", { email: "nobody@example.com" })).status).toBe(200);
});

test("rejects sign-up with a disposable email address, a weak password or one based on the user's name", async () => {
	const signUp = async (email: string, password: string) =>
		json<{ code: string }>(
			await aBrowser(app).post("/api/auth/sign-up/email", { name: "Grace Hopper", email, password }),
		);
	expect((await signUp("grace@mailinator.com", "correct horse battery")).code).toBe("EMAIL_NOT_ALLOWED");
	expect((await signUp("grace@example.com", "password123")).code).toBe("PASSWORD_TOO_COMMON");
	expect((await signUp("grace@example.com", "gracehopper")).code).toBe("PASSWORD_TOO_COMMON");
	expect((await signUp("grace@example.com", "correct horse battery ".repeat(6))).code).toBe("PASSWORD_TOO_LONG");
});

test("AUTH-026 treats a user as new until registration is completed, which can be repeated", async () => {
	const { person, browser, user } = await signedIn();
	expect((await user()).is_new_user).toBe(true);
	for (let i = 0; i < 2; i++)
		expect(
			await json(
				await browser.post("/v1/user/post-registration-user-setup", {
					pid: "partner",
					xid: "42",
					gcp_marketplace_jwt: null,
				}),
			),
		).toEqual({ status: "ok" });
	expect((await user()).is_new_user).toBe(false);
	const order = await browser.post("/v1/user/post-registration-user-setup", { gcp_marketplace_jwt: "a.b.c" });
	expect(await json(order), "says that an order is not linked").toEqual({
		status: "ok",
		ignored: ["gcp_marketplace_jwt"],
	});
	const workspace = await json<{ gcp_marketplace_payment_details: null }>(await browser.get("/v1/workspace"));
	expect(workspace.gcp_marketplace_payment_details).toBeNull();
	const profile = await app.db
		.selectFrom("auth_profile")
		.select(["pid", "xid"])
		.where("user_id", "=", person.userId)
		.executeTakeFirst();
	expect(profile).toEqual({ pid: "partner", xid: "42" });
});

test("AUTH-025 merges account metadata, updates known fields and removes entries set to null", async () => {
	const { browser, user } = await signedIn();
	const edit = (account_metadata: object) => browser.post("/v1/user/edit-user-metadata", { account_metadata });
	expect(
		await json(
			await edit({ name: "Ada Lovelace", language: "de", agrees_to_product_updates: true, theme: "dark", seen: 3 }),
		),
	).toEqual({ status: "ok" });
	expect(await user()).toMatchObject({
		first_name: "Ada",
		language: "de",
		agrees_to_product_updates: true,
		account_metadata: { theme: "dark", seen: 3 },
	});
	await edit({ theme: null, extra: true });
	expect((await user()).account_metadata).toEqual({ seen: 3, extra: true });
	expect((await user()).language).toBe("de");
	for (const wrong of [
		{ name: "" },
		{ nested: { a: 1 } },
		{ long: "x".repeat(501) },
		Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`n${i}`, 1])),
	])
		expect((await edit(wrong)).status).toBe(422);
	for (let i = 0; i < 4; i++)
		await edit(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`note-${i}-${n}`, 1])));
	expect(Object.keys((await user()).account_metadata).length).toBeLessThanOrEqual(100);
});

test("AUTH-048 stores a phone number with its country code and removes it", async () => {
	const { browser, user } = await signedIn();
	const set = (phone_number: string | null) => browser.post("/v1/user/phone", { phone_number });
	expect(await json(await set("+14155550123"))).toEqual({ phone_number: "+14155550123" });
	expect((await user()).phone_number).toBe("+14155550123");
	for (const wrong of ["0123456", "+0123456789", "call me", "+1415555012345678"])
		expect((await set(wrong)).status).toBe(422);
	await set(null);
	expect((await user()).phone_number).toBeNull();
});

test("AUTH-042 AUTH-035 returns a random number and generates a display name", async () => {
	const { browser } = await signedIn();
	const rands = await Promise.all(
		Array.from({ length: 5 }, async () => (await json<{ rand: number }>(await browser.get("/v1/user/rand"))).rand),
	);
	for (const rand of rands) expect(rand >= 0 && rand < 1).toBe(true);
	expect(new Set(rands).size).toBe(5);
	const names = await Promise.all(
		Array.from(
			{ length: 5 },
			async () => (await json<{ name: string }>(await browser.post("/v1/user/generate-name"))).name,
		),
	);
	for (const name of names) expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ \d\d$/);
	expect(new Set(names).size).toBeGreaterThan(1);
});

test("AUTH-022 AUTH-034 takes a request for alpha access and grants it once the operator approves", async () => {
	const { person, browser, user } = await signedIn();
	const has = async () => json(await browser.get("/v1/user/has-alpha-access"));
	expect(await has()).toEqual({ has_alpha_access: false, requested: false, is_internal: false });
	expect(await json(await browser.post("/v1/user/request-alpha-access", { reason: "I build things" }))).toEqual({
		status: "requested",
	});
	expect(await has()).toEqual({ has_alpha_access: false, requested: true, is_internal: false });
	await app.db
		.updateTable("auth_profile")
		.set({ alpha_granted_at: new Date() })
		.where("user_id", "=", person.userId)
		.execute();
	expect(await has()).toMatchObject({ has_alpha_access: true });
	expect((await user()).has_alpha_access).toBe(true);
	expect(await json(await browser.post("/v1/user/request-alpha-access", {}))).toEqual({ status: "granted" });
});

test("AUTH-021 recognizes staff by a verified email address at exactly the operator's domain", async () => {
	const { person, browser } = await signedIn("someone@staff.example");
	const internal = async () =>
		(await json<{ is_internal: boolean }>(await browser.get("/v1/user/has-alpha-access"))).is_internal;
	expect(await internal()).toBe(true);
	await app.db.updateTable("auth_user").set({ email_verified: false }).where("id", "=", person.userId).execute();
	expect(await internal()).toBe(false);
	for (const [email, is] of [
		["a@staff.example", true],
		["a@STAFF.example", true],
		["a@staff.example.evil.org", false],
		["a@notstaff.example", false],
		["a@sub.staff.example", false],
		["a@staff.example@evil.org", false],
	] as const)
		expect(isAtDomain(email, "staff.example"), email).toBe(is);
});

test("AUTH-027 verifies a staff email address with an emailed code", async () => {
	const { person, browser } = await signedIn();
	const prepare = (email: string, verification_code?: string) =>
		browser.post("/v1/user/prepare-internal-verification", { email, verification_code });
	const mailsTo = (email: string) => app.db.selectFrom("mail").select("body").where("to_address", "=", email).execute();
	const outside = "someone@elsewhere.example";
	expect(await json(await prepare(outside))).toEqual({ status: "sent" });
	expect(await mailsTo(outside)).toEqual([]);
	const own = `${person.userId.toLowerCase()}@staff.example`;
	expect(await json(await prepare(own))).toEqual({ status: "sent" });
	const code = /^(\d{6})$/m.exec((await mailsTo(own))[0]?.body ?? "")?.[1] ?? "";
	expect(await codeOf(await prepare(own, code === "123456" ? "654321" : "123456"))).toBe("invalid_code");
	const stranger = await signedIn();
	expect(
		await codeOf(
			await stranger.browser.post("/v1/user/prepare-internal-verification", { email: own, verification_code: code }),
		),
	).toBe("invalid_code");
	expect(await json(await prepare(own, code))).toEqual({ status: "verified" });
	expect(await json(await browser.get("/v1/user/has-alpha-access"))).toMatchObject({
		is_internal: true,
		has_alpha_access: true,
	});
});

test("prevents signing in as a service account: no password, no reset, not found by email", async () => {
	const { workspaceId } = await app.user();
	const id = await createServiceUser(app.db, workspaceId, "A robot");
	const { email } = await app.db.selectFrom("auth_user").select("email").where("id", "=", id).executeTakeFirstOrThrow();
	expect(await findUserByEmail(app.db, email)).toBeUndefined();
	await aBrowser(app).post("/v1/user/send-password-reset-email", { email });
	expect(await app.db.selectFrom("mail").select("id").where("to_address", "=", email).execute()).toEqual([]);
	expect((await aBrowser(app).signIn({ email, password: "anything at all" })).status).toBe(401);
	expect(await deleteUser(app.db, id)).toBe(true);
	expect(await deleteUser(app.db, id)).toBe(false);
});

test("finds a user by email address regardless of case", async () => {
	const { email, userId } = await app.user();
	expect(await findUserByEmail(app.db, ` ${email.toUpperCase()} `)).toMatchObject({ id: userId, email });
});
