import { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { type Authenticator, anAuthenticator } from "../../../testing/authenticator.ts";
import { aBrowser, type Browser } from "../../../testing/browser.ts";
import { resourceFixtures } from "../../../testing/resources.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

type Options = { challenge: string };
type Passkey = { passkey_id: string; name: string; synced: boolean; last_used_at_unix: number | null };
const json = async <T>(response: Response) => (await response.json()) as T;
const outcome = async (response: Response) =>
	response.ok ? response.status : (await json<{ detail: { code: string } }>(response)).detail.code;
const isSignedIn = async (browser: Browser) => (await browser.get("/v1/user")).status === 200;
const listOf = async (browser: Browser) =>
	(await json<{ passkeys: Passkey[] }>(await browser.get("/v1/user/passkeys"))).passkeys;

const begin = (browser: Browser, password?: string) => browser.post("/v1/user/passkeys/begin", { password });

async function add(browser: Browser, owner: SeedUser, device: Authenticator, name?: string): Promise<Response> {
	const { options } = await json<{ options: Options }>(await begin(browser, owner.password));
	return browser.post("/v1/user/passkeys", { name, credential: device.create(options) });
}

async function enter(browser: Browser, device: Authenticator): Promise<Response> {
	const options = await json<Options>(await browser.get("/api/auth/passkey/generate-authenticate-options"));
	return browser.post("/api/auth/passkey/verify-authentication", { response: device.get(options) });
}

async function withPasskey() {
	const person = await app.user();
	const home = aBrowser(app);
	await home.signIn(person);
	const device = anAuthenticator(app.publicUrl);
	const passkey = await json<Passkey>(await add(home, person, device, "Laptop"));
	return { person, home, device, passkey };
}

const mailsTo = async (person: SeedUser) =>
	(await app.db.selectFrom("mail").select("subject").where("to_address", "=", person.email).execute()).map(
		({ subject }) => subject,
	);

test("adds a passkey with the password, signs in with it, renames and deletes it", async () => {
	const { person, home, device, passkey } = await withPasskey();
	expect(passkey).toMatchObject({ name: "Laptop", last_used_at_unix: null });
	expect(await mailsTo(person)).toEqual(["A passkey was added"]);
	const away = aBrowser(app);
	const entered = await enter(away, device);
	expect(entered.status).toBe(200);
	expect(await entered.json()).toEqual({ status: "ok" });
	expect(await isSignedIn(away)).toBe(true);
	expect(await listOf(home)).toMatchObject([{ name: "Laptop", last_used_at_unix: expect.any(Number) }]);
	const path = `/v1/user/passkeys/${passkey.passkey_id}`;
	expect(await json(await home.send("PATCH", path, { name: "Work laptop" }))).toMatchObject({ name: "Work laptop" });
	expect(await outcome(await home.send("DELETE", path, { password: "wrong password" }))).toBe("wrong_password");
	expect(await outcome(await home.send("DELETE", path, { password: person.password }))).toBe(200);
	expect(await listOf(home)).toEqual([]);
	expect(await mailsTo(person)).toContain("A passkey was deleted");
	expect(await outcome(await enter(aBrowser(app), device))).toBe("passkey_not_found");
});

test("names a passkey after the browser unless the user names it", async () => {
	const person = await app.user();
	const home = aBrowser(app);
	await home.signIn(person);
	const created = await json<Passkey>(await add(home, person, anAuthenticator(app.publicUrl)));
	expect(created.name).toBe("Unknown device");
});

test("requires the password, a session and an unused challenge to add a passkey", async () => {
	const person = await app.user();
	const home = aBrowser(app);
	expect(await outcome(await begin(home, person.password))).toBe("needs_authorization");
	await home.signIn(person);
	expect(await outcome(await begin(home))).toBe("wrong_password");
	expect(await outcome(await begin(home, "wrong password"))).toBe("wrong_password");
	const device = anAuthenticator(app.publicUrl);
	const { options } = await json<{ options: Options }>(await begin(home, person.password));
	const credential = device.create(options);
	expect(await outcome(await home.post("/v1/user/passkeys", { credential: { id: "made up" } }))).toBe(
		"invalid_passkey",
	);
	expect(await outcome(await home.post("/v1/user/passkeys", { credential }))).toBe("invalid_passkey");
	expect(await listOf(home)).toEqual([]);
	const withKey = await app.request<{ detail: { code: string } }>(person.apiKey, "POST", "/v1/user/passkeys/begin", {
		password: person.password,
	});
	expect(withKey.body.detail.code).toBe("needs_session");
});

test("requires a recent sign-in instead of the password if the account has none", async () => {
	const { person, home, passkey } = await withPasskey();
	await app.db.deleteFrom("auth_account").where("user_id", "=", person.userId).execute();
	expect(await json(await home.get("/v1/user/passkeys"))).toMatchObject({ requires_password: false });
	expect(await outcome(await begin(home))).toBe(200);
	await app.db
		.updateTable("auth_session")
		.set({ created_at: new Date(Date.now() - 16 * 60_000) })
		.where("user_id", "=", person.userId)
		.execute();
	expect(await outcome(await begin(home))).toBe("wrong_password");
	const path = `/v1/user/passkeys/${passkey.passkey_id}`;
	expect(await outcome(await home.send("DELETE", path, {}))).toBe("wrong_password");
});

test("rejects passkeys that didn't verify their user, are for another site or are replayed", async () => {
	const { person, home, device } = await withPasskey();
	const touchOnly = anAuthenticator(app.publicUrl, { verifiesUser: false });
	expect(await outcome(await add(home, person, touchOnly))).toBe("invalid_passkey");
	const elsewhere = anAuthenticator("https://evil.example");
	expect(await outcome(await add(home, person, elsewhere))).toBe("invalid_passkey");
	const away = aBrowser(app);
	const options = await json<Options>(await away.get("/api/auth/passkey/generate-authenticate-options"));
	expect(options).toMatchObject({ userVerification: "required" });
	const response = device.get(options);
	expect((await away.post("/api/auth/passkey/verify-authentication", { response })).status).toBe(200);
	const thief = aBrowser(app);
	await thief.get("/api/auth/passkey/generate-authenticate-options");
	expect(await outcome(await thief.post("/api/auth/passkey/verify-authentication", { response }))).toBe(
		"authentication_failed",
	);
	for (const body of [{}, { response: {} }, { response: { id: { not: "text" } } }, { response: { id: "unknown" } }]) {
		await thief.get("/api/auth/passkey/generate-authenticate-options");
		const rejected = await thief.post("/api/auth/passkey/verify-authentication", body);
		expect(rejected.status).toBeLessThan(500);
		expect(await outcome(rejected)).toEqual(expect.any(String));
	}
	expect(await isSignedIn(thief)).toBe(false);
});

test("doesn't let another user rename or delete a passkey", async () => {
	const { person, device, passkey } = await withPasskey();
	const stranger = await app.user();
	const browser = aBrowser(app);
	await browser.signIn(stranger);
	const path = `/v1/user/passkeys/${passkey.passkey_id}`;
	expect(await outcome(await browser.send("PATCH", path, { name: "Mine" }))).toBe("passkey_not_found");
	expect(await outcome(await browser.send("DELETE", path, { password: stranger.password }))).toBe("passkey_not_found");
	expect(await outcome(await aBrowser(app).send("DELETE", path, { password: person.password }))).toBe(
		"needs_authorization",
	);
	expect((await enter(aBrowser(app), device)).status).toBe(200);
});

test("a passkey needs no code from the authenticator app, and a new device is remembered", async () => {
	const { person, device } = await withPasskey();
	await app.db.updateTable("auth_user").set({ two_factor_enabled: true }).where("id", "=", person.userId).execute();
	const away = aBrowser(app);
	await enter(away, device);
	expect(await isSignedIn(away)).toBe(true);
	const { devices } = await json<{ devices: { current: boolean }[] }>(await away.get("/v1/user/devices"));
	expect(devices.filter(({ current }) => current)).toHaveLength(1);
});

test("a session with a passkey satisfies a workspace that requires two-factor authentication", async () => {
	const { person, home, device, passkey } = await withPasskey();
	const requireTwoFactor = (browser: Browser) =>
		browser.post("/v1/workspace/update-workspace", { require_two_factor: true });
	const away = aBrowser(app);
	await away.signIn(person);
	expect(await outcome(await requireTwoFactor(away))).toBe("conflict");
	expect(await outcome(await requireTwoFactor(home))).toBe(200);
	const voices = async (browser: Browser) => outcome(await browser.get("/v1/voices"));
	expect(await voices(home)).toBe(200);
	expect(await voices(away)).toBe("two_factor_required");
	expect((await app.request(person.apiKey, "GET", "/v1/voices")).status).toBe(200);
	const other = aBrowser(app);
	await enter(other, device);
	expect(await voices(other)).toBe(200);
	const password = person.password;
	expect(await outcome(await home.send("DELETE", `/v1/user/passkeys/${passkey.passkey_id}`, { password }))).toBe(200);
	expect(await voices(other)).toBe("two_factor_required");
	expect((await app.request(person.apiKey, "GET", "/v1/voices")).status).toBe(403);
});

test("users whose domain requires single sign-on can't use passkeys", async () => {
	const { person, home, device } = await withPasskey();
	const admin = await app.user({ tier: "enterprise" });
	const fixture = resourceFixtures.domain_verification_id;
	if (!fixture || !("create" in fixture)) throw new Error("no fixture for domains");
	const { domain_verification_id: id = "" } = await fixture.create(app, admin, authEndpoints.listPasskeys);
	const { domain } = await app.db
		.updateTable("workspace_domain")
		.set({ sso_required: true })
		.where("id", "=", id)
		.returning("domain")
		.executeTakeFirstOrThrow();
	const email = `ada@${domain}`;
	await app.db.updateTable("auth_user").set({ email }).where("id", "=", person.userId).execute();
	expect(await outcome(await enter(aBrowser(app), device))).toBe("sso_required");
	expect(await outcome(await begin(home, person.password))).toBe("conflict");
});

test("deletes passkeys with the account", async () => {
	const { person, home, device } = await withPasskey();
	expect((await home.send("DELETE", "/v1/user/delete")).status).toBe(202);
	expect(await app.db.selectFrom("auth_passkey").where("user_id", "=", person.userId).selectAll().execute()).toEqual(
		[],
	);
	expect(await outcome(await enter(aBrowser(app), device))).toBe("passkey_not_found");
});
