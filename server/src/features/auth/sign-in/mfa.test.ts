import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { aBrowser, type Browser } from "../../../testing/browser.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { totp } from "../../../testing/totp.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

type Mfa = { is_enabled: boolean; secret?: string; totp_uri?: string; backup_codes?: string[] };
const json = async <T>(response: Response) => (await response.json()) as T;
const codeOf = async (response: Response) => (await json<{ detail: { code: string } }>(response)).detail.code;
const factors = (browser: Browser, body: unknown) => browser.post("/v1/user/update-mfa-factors", body);
const isSignedIn = async (browser: Browser) => (await browser.get("/v1/user")).status === 200;

async function withApp(): Promise<{ person: SeedUser; home: Browser; secret: string; backup: string[] }> {
	const person = await app.user();
	const home = aBrowser(app);
	await home.signIn(person);
	const { secret = "" } = await json<Mfa>(await factors(home, { action: "begin", password: person.password }));
	const confirmed = await json<Mfa>(await factors(home, { action: "confirm", code: totp(secret) }));
	expect(confirmed.is_enabled).toBe(true);
	return { person, home, secret, backup: confirmed.backup_codes ?? [] };
}

test("AUTH-033 sets up an authenticator app with the password, activates it with a code and removes it with the password", async () => {
	const person = await app.user();
	const home = aBrowser(app);
	await home.signIn(person);
	expect(await codeOf(await factors(home, { action: "begin", password: "wrong password" }))).toBe("wrong_password");
	const begun = await json<Mfa>(await factors(home, { action: "begin", password: person.password }));
	expect(begun).toMatchObject({ is_enabled: false, totp_uri: expect.stringContaining("otpauth://totp/Timbre") });
	expect((await json<{ two_factor_enabled: boolean }>(await home.get("/v1/user"))).two_factor_enabled).toBe(false);
	expect(await codeOf(await factors(home, { action: "confirm", code: wrongFor(begun.secret ?? "") }))).toBe(
		"invalid_code",
	);
	const confirmed = await json<Mfa>(await factors(home, { action: "confirm", code: totp(begun.secret ?? "") }));
	expect(confirmed.backup_codes).toHaveLength(10);
	expect((await json<{ two_factor_enabled: boolean }>(await home.get("/v1/user"))).two_factor_enabled).toBe(true);
	expect(await codeOf(await factors(home, { action: "begin", password: person.password }))).toBe("conflict");
	expect(await codeOf(await factors(home, { action: "remove", password: "wrong password" }))).toBe("wrong_password");
	expect(await json(await factors(home, { action: "remove", password: person.password }))).toEqual({
		is_enabled: false,
	});
	expect((await json<{ two_factor_enabled: boolean }>(await home.get("/v1/user"))).two_factor_enabled).toBe(false);
	const away = aBrowser(app);
	await away.signIn(person);
	expect(await isSignedIn(away)).toBe(true);
}, 60_000);

const wrongFor = (secret: string) => {
	const near = [-60_000, -30_000, 0, 30_000, 60_000].map((ms) => totp(secret, Date.now() + ms));
	return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? "";
};

test("requires the app's code to sign in and stores neither the secret nor backup codes in plain text", async () => {
	const { person, secret, backup } = await withApp();
	const away = aBrowser(app);
	expect(await json(await away.signIn(person))).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
	expect(await isSignedIn(away)).toBe(false);
	expect((await away.post("/api/auth/two-factor/verify-totp", { code: wrongFor(secret) })).status).toBe(401);
	expect((await away.post("/api/auth/two-factor/verify-totp", { code: totp(secret) })).status).toBe(200);
	expect(await isSignedIn(away)).toBe(true);
	const row = await app.db
		.selectFrom("auth_two_factor")
		.selectAll()
		.where("user_id", "=", person.userId)
		.executeTakeFirstOrThrow();
	expect(JSON.stringify(row)).not.toContain(secret);
	for (const code of backup) expect(JSON.stringify(row)).not.toContain(code);
});

test("accepts a code from the app only once, even while the app still shows it", async () => {
	const { person, secret } = await withApp();
	const [first, second] = [aBrowser(app), aBrowser(app)];
	await first.signIn(person);
	await second.signIn(person);
	const code = totp(secret);
	const responses = await Promise.all(
		[first, second].map((one) => one.post("/api/auth/two-factor/verify-totp", { code })),
	);
	expect(responses.map((response) => response.status).sort()).toEqual([200, 400]);
	expect([await isSignedIn(first), await isSignedIn(second)].filter(Boolean)).toHaveLength(1);
});

test("does not accept a second factor for another user's challenge", async () => {
	const [ada, eve] = [await withApp(), await withApp()];
	const browser = aBrowser(app);
	await browser.signIn(eve.person);
	const own = [...browser.jar].find(([name]) => name.endsWith("two_factor_owner"));
	await browser.signIn(ada.person);
	if (own) browser.jar.set(...own);
	expect((await browser.post("/api/auth/two-factor/verify-totp", { code: totp(ada.secret) })).status).toBe(401);
	expect(await isSignedIn(browser)).toBe(false);
});

test("AUTH-039 accepts each backup code once and invalidates the old codes when new ones are created", async () => {
	const { person, home, backup } = await withApp();
	const signInWith = async (code: string) => {
		const away = aBrowser(app);
		await away.signIn(person);
		return (await away.post("/api/auth/two-factor/verify-backup-code", { code })).status;
	};
	expect(await signInWith(backup[0] ?? "")).toBe(200);
	expect(await signInWith(backup[0] ?? "")).toBe(401);
	expect(await codeOf(await home.post("/v1/user/backup-code", { password: "wrong password" }))).toBe("wrong_password");
	const renewed = await json<{ backup_codes: string[] }>(
		await home.post("/v1/user/backup-code", { password: person.password }),
	);
	expect(renewed.backup_codes).toHaveLength(10);
	expect(await signInWith(backup[1] ?? "")).toBe(401);
	expect(await signInWith(renewed.backup_codes[0] ?? "")).toBe(200);
	const without = aBrowser(app);
	const plain = await app.user();
	await without.signIn(plain);
	expect(await codeOf(await without.post("/v1/user/backup-code", { password: plain.password }))).toBe(
		"invalid_request",
	);
});

test("AUTH-040 removes the second factor with a backup code after the password, signs in and sends an email", async () => {
	const { person, backup } = await withApp();
	const away = aBrowser(app);
	const remove = (code: string) => away.post(`/v1/user/backup-code/${code}/remove-mfa`);
	expect(await codeOf(await remove(backup[0] ?? ""))).toBe("needs_authorization");
	await away.signIn(person);
	expect(await codeOf(await remove("aaaaa-bbbbb"))).toBe("invalid_code");
	expect(await isSignedIn(away)).toBe(false);
	expect(await json(await remove(backup[0] ?? ""))).toEqual({ status: "ok" });
	expect(await isSignedIn(away)).toBe(true);
	const other = aBrowser(app);
	await other.signIn(person);
	expect(await isSignedIn(other)).toBe(true);
	const mails = await app.db.selectFrom("mail").select("subject").where("to_address", "=", person.email).execute();
	expect(mails).toContainEqual({ subject: "Two-factor authentication was turned off" });
});

test("keeps the second factor when the password changes but revokes trusted devices", async () => {
	const { person, home, secret } = await withApp();
	const trusted = aBrowser(app);
	await trusted.signIn(person);
	await trusted.post("/api/auth/two-factor/verify-totp", { code: totp(secret), trustDevice: true });
	await trusted.post("/api/auth/sign-out", {});
	expect((await json<{ twoFactorRedirect?: true }>(await trusted.signIn(person))).twoFactorRedirect).toBeUndefined();
	await trusted.post("/api/auth/sign-out", {});
	const password = "another horse entirely";
	expect(
		(await home.post("/v1/user/password", { current_password: person.password, new_password: password })).status,
	).toBe(200);
	expect(await json(await trusted.signIn({ email: person.email, password }))).toMatchObject({
		twoFactorRedirect: true,
	});
});
