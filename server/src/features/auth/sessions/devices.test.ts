import { tooManyAttempts } from "@timbre/contract/auth/rules.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { aBrowser, type Browser } from "../../../testing/browser.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { signInCodeMail } from "../email/mails.present.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp({ env: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_TO_OPERATOR: "operator@example.com" } });
});
afterAll(async () => app.stop());

const json = async <T>(response: Response) => (await response.json()) as T;
const codeOf = async (response: Response) => (await json<{ detail: { code: string } }>(response)).detail.code;
const isSignedIn = async (browser: Browser) => (await browser.get("/v1/user")).status === 200;
const verify = (browser: Browser, code: string) =>
	browser.post("/v1/user/sign-in-requests/verify", { sign_in_request_verification_code: code });
async function mailedCode(email: string): Promise<string> {
	const mail = await app.db
		.selectFrom("mail")
		.select("body")
		.where("to_address", "=", email)
		.where("subject", "=", "Your sign-in code")
		.orderBy("created_at", "desc")
		.executeTakeFirst();
	return /^(\d{6})$/m.exec(mail?.body ?? "")?.[1] ?? "";
}
/** A user who has signed in on a known device. */
async function atHome(): Promise<{ person: SeedUser; home: Browser }> {
	const person = await app.user();
	const home = aBrowser(app);
	await home.signIn(person);
	expect(await isSignedIn(home)).toBe(true);
	return { person, home };
}

test("AUTH-011 AUTH-036 requires the emailed code, in the same browser, to sign in from an unknown device", async () => {
	const { person } = await atHome();
	const away = aBrowser(app);
	const response = await away.signIn(person);
	expect(await json(response)).toMatchObject({ signInRequest: true, expires_at_unix: expect.any(Number) });
	expect(response.headers.getSetCookie().filter((cookie) => /session_token=[^;]/.test(cookie))).toEqual([]);
	expect(await isSignedIn(away)).toBe(false);
	const sessions = await app.db.selectFrom("auth_session").select("id").where("user_id", "=", person.userId).execute();
	expect(sessions).toHaveLength(1);
	const code = await mailedCode(person.email);
	expect(await codeOf(await verify(aBrowser(app), code))).toBe("invalid_code");
	expect(await codeOf(await verify(away, code === "000000" ? "000001" : "000000"))).toBe("invalid_code");
	expect(await json(await verify(away, code))).toEqual({ status: "ok" });
	expect(await isSignedIn(away)).toBe(true);
	expect(await codeOf(await verify(away, code))).toBe("invalid_code");
	// The device is known from now on.
	await away.post("/api/auth/sign-out", {});
	expect(await isSignedIn(away)).toBe(false);
	await away.signIn(person);
	expect(await isSignedIn(away)).toBe(true);
});

test("stores the sign-in code as a hash, expires it after ten minutes and replaces it with a new one", async () => {
	const { person } = await atHome();
	const away = aBrowser(app);
	await away.signIn(person);
	const first = await mailedCode(person.email);
	await away.signIn(person);
	const rows = await app.db
		.selectFrom("auth_code")
		.selectAll()
		.where("user_id", "=", person.userId)
		.where("purpose", "=", "sign_in")
		.execute();
	expect(rows).toHaveLength(1);
	const [row] = rows;
	expect((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)).toBe(600_000);
	expect(row?.code_hash).toHaveLength(32);
	const second = await mailedCode(person.email);
	if (first !== second) expect(await codeOf(await verify(away, first))).toBe("invalid_code");
	await app.db
		.updateTable("auth_code")
		.set({ expires_at: new Date(Date.now() - 1) })
		.where("id", "=", row?.id ?? "")
		.execute();
	expect(await codeOf(await verify(away, second))).toBe("invalid_code");
});

test("cancels pending sign-ins when the password changes", async () => {
	const { person, home } = await atHome();
	const away = aBrowser(app);
	await away.signIn(person);
	const code = await mailedCode(person.email);
	const changed = { current_password: person.password, new_password: "another horse entirely" };
	expect((await home.post("/v1/user/password", changed)).status).toBe(200);
	expect(await codeOf(await verify(away, code))).toBe("invalid_code");
	expect(await isSignedIn(away)).toBe(false);
});

test("rejects even the correct code after five wrong ones", async () => {
	const { person } = await atHome();
	const away = aBrowser(app);
	await away.signIn(person);
	const code = await mailedCode(person.email);
	const wrong = [..."0123456789"].map((digit) => digit.repeat(6)).filter((guess) => guess !== code);
	for (const guess of wrong.slice(0, 5)) expect(await codeOf(await verify(away, guess))).toBe("invalid_code");
	const response = await json<{ detail: { code: string; message: string } }>(await verify(away, code));
	expect(response.detail).toMatchObject({ code: "rate_limit_exceeded", message: tooManyAttempts });
	expect(await isSignedIn(away)).toBe(false);
});

test("does not trust a device cookie that is forged or belongs to another user", async () => {
	const { home } = await atHome();
	const { person } = await atHome();
	const stolen = aBrowser(app);
	const [name = "", value = ""] = [...home.jar].find(([cookie]) => cookie.includes("device_")) ?? [];
	const own = [...(await atHome()).home.jar].find(([cookie]) => cookie.includes("device_"))?.[0] ?? "";
	for (const [cookie, content] of [
		[name, value],
		[own, value],
		[own, "made.up"],
	] as const) {
		stolen.jar.set(cookie, content);
		expect(await json(await stolen.signIn(person))).toMatchObject({ signInRequest: true });
	}
});

test("requires a code again on a forgotten device", async () => {
	const { person, home } = await atHome();
	const list = async () =>
		(await json<{ devices: { device_id: string; current: boolean }[] }>(await home.get("/v1/user/devices"))).devices;
	const [device] = await list();
	expect(device?.current).toBe(true);
	expect((await home.send("DELETE", `/v1/user/devices/${device?.device_id}`)).status).toBe(200);
	expect((await home.send("DELETE", `/v1/user/devices/${device?.device_id}`)).status).toBe(404);
	expect(await list()).toEqual([]);
	await home.post("/api/auth/sign-out", {});
	// With no known device left, the next sign-in would need no code, so make another device known first.
	const other = aBrowser(app);
	await other.signIn(person);
	expect(await json(await home.signIn(person))).toMatchObject({ signInRequest: true });
});

test("remembers the device for each of two users who share a browser", async () => {
	const [ada, grace] = [await atHome(), await atHome()];
	const shared = ada.home;
	for (const [name, value] of grace.home.jar) if (name.includes("device_")) shared.jar.set(name, value);
	for (const { person } of [grace, ada, grace]) {
		await shared.post("/api/auth/sign-out", {});
		await shared.signIn(person);
		expect((await json<{ user_id: string }>(await shared.get("/v1/user"))).user_id).toBe(person.userId);
	}
});

test("accepts an unknown device with the password alone if the server can't send email", async () => {
	const quiet = await testApp();
	try {
		const person = await quiet.user();
		for (let i = 0; i < 2; i++) {
			const browser = aBrowser(quiet);
			await browser.signIn(person);
			expect((await browser.get("/v1/user")).status).toBe(200);
		}
	} finally {
		await quiet.stop();
	}
});

test.each([
	["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux, from 192.0.2.7."],
	["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows, from"],
	["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1", "Safari on iOS, from"],
	["Your account is locked, call +1 555 0100", "Unknown device, from 192.0.2.7."],
])("describes the device %s in the email by known names only", (userAgent, expected) => {
	const { text } = signInCodeMail("123456", { userAgent, address: "192.0.2.7" });
	expect(text).toContain(expected);
	expect(text).not.toContain(userAgent);
});

test("limits the emails that someone who knows the password can trigger", async () => {
	const { person } = await atHome();
	const responses = [];
	for (let i = 0; i < 12; i++) responses.push((await aBrowser(app).signIn(person)).status);
	expect(responses.at(-1)).toBe(429);
	const mails = await app.db.selectFrom("mail").select("id").where("to_address", "=", person.email).execute();
	expect(mails.length).toBeLessThanOrEqual(10);
});
