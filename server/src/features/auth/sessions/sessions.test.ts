import { backgroundHeader } from "@timbre/contract/auth/rules.ts";
import { signJWT } from "better-auth/crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBrowser, type Browser } from "../../../testing/browser.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const json = async <T>(response: Response) => (await response.json()) as T;
const codeOf = async (response: Response) => (await json<{ detail: { code: string } }>(response)).detail.code;
const isSignedIn = async (browser: Browser) => (await browser.get("/v1/user")).status === 200;
async function signedIn() {
	const person = await app.user();
	// Sign-up created a session that no browser holds.
	await app.db.deleteFrom("auth_session").where("user_id", "=", person.userId).execute();
	const browser = aBrowser(app);
	await browser.signIn(person);
	return { person, browser };
}
const bearer = (token: string, method = "GET", path = "/v1/user") =>
	fetch(app.url + path, { method, headers: { authorization: `Bearer ${token}` } });

test("AUTH-032 AUTH-016 AUTH-023 AUTH-024 issues a ten-minute token for the Authorization header, to be refreshed every 300000 ms", async () => {
	const { person, browser } = await signedIn();
	const issued = await json<{ token: string; expires_at_unix: number; refresh_after_ms: number }>(
		await browser.post("/v1/user/auth-tokens"),
	);
	expect(issued.refresh_after_ms).toBe(300_000);
	expect(issued.expires_at_unix - Date.now() / 1000).toBeGreaterThan(590);
	expect(await json(await bearer(issued.token))).toMatchObject({
		user_id: person.userId,
		workspace_id: person.workspaceId,
	});
	// Without a cookie, no same-origin check is needed.
	expect((await bearer(issued.token, "POST", "/v1/user/auth-tokens")).status).toBe(200);
	await browser.post("/api/auth/sign-out", {});
	expect(await codeOf(await bearer(issued.token))).toBe("needs_authorization");
});

test("AUTH-023 rejects a token that is forged, unsigned or signed with another key", async () => {
	const { person, browser } = await signedIn();
	const { token } = await json<{ token: string }>(await browser.post("/v1/user/auth-tokens"));
	const [head = "", claims = "", signature = ""] = token.split(".");
	const { sid } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { sid: string };
	const other = (await app.user()).userId;
	const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
	const secret = "development-only-secret-change-me-please";
	for (const wrong of [
		`${head}.${part({ sub: other, sid, exp: 9_999_999_999 })}.${signature}`,
		`${part({ alg: "none" })}.${part({ sub: person.userId, sid, exp: 9_999_999_999 })}.`,
		`${part({ alg: "none" })}.${part({ sub: person.userId, sid, exp: 9_999_999_999 })}.x`,
		await signJWT({ sub: person.userId, sid }, secret, 600),
		await signJWT({ sub: person.userId, sid }, "another secret of the same length...", 600),
		"a.b.c",
	])
		expect((await bearer(wrong)).status, wrong).toBe(401);
});

test("lists sessions without their tokens and revokes one or all others", async () => {
	const { person, browser } = await signedIn();
	const [second, third] = [aBrowser(app), aBrowser(app)];
	for (const one of [second, third]) await one.signIn(person);
	type Row = { session_id: string; current: boolean; user_agent: string; ip_address: string };
	const list = async () => (await json<{ sessions: Row[] }>(await browser.get("/v1/user/sessions"))).sessions;
	const rows = await list();
	expect(rows).toHaveLength(3);
	expect(rows.filter((row) => row.current)).toHaveLength(1);
	expect(rows[0]).toMatchObject({ user_agent: "A test browser", ip_address: "127.0.0.1" });
	const secondId = (await json<{ sessions: Row[] }>(await second.get("/v1/user/sessions"))).sessions.find(
		(row) => row.current,
	);
	expect((await browser.send("DELETE", `/v1/user/sessions/${secondId?.session_id}`)).status).toBe(200);
	expect([await isSignedIn(browser), await isSignedIn(second), await isSignedIn(third)]).toEqual([true, false, true]);
	expect(await codeOf(await browser.send("DELETE", `/v1/user/sessions/${secondId?.session_id}`))).toBe(
		"session_not_found",
	);
	expect(await json(await browser.post("/v1/user/sessions/revoke-others"))).toEqual({ revoked: 1 });
	expect([await isSignedIn(browser), await isSignedIn(third)]).toEqual([true, false]);
});

test("requires the current password to change it, rejects weak ones and ends all other sessions", async () => {
	const { person, browser } = await signedIn();
	const other = aBrowser(app);
	await other.signIn(person);
	const change = (current_password: string, new_password: string) =>
		browser.post("/v1/user/password", { current_password, new_password });
	expect(await codeOf(await change("wrong password", "another horse entirely"))).toBe("wrong_password");
	expect(await codeOf(await change(person.password, "qwerty123"))).toBe("weak_password");
	expect(await codeOf(await change(person.password, person.email))).toBe("weak_password");
	expect(await isSignedIn(other)).toBe(true);
	expect((await change(person.password, "another horse entirely")).status).toBe(200);
	expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
	expect((await aBrowser(app).signIn(person)).status).toBe(401);
	const mails = await app.db.selectFrom("mail").select("subject").where("to_address", "=", person.email).execute();
	expect(mails).toEqual([{ subject: "Your password was changed" }]);
});

test("AUTH-047 keeps a session until the browser closes or longer, as the user chooses", async () => {
	const { person, browser } = await signedIn();
	const expiry = async () => {
		const [row] = await app.db
			.selectFrom("auth_session")
			.select("expires_at")
			.where("user_id", "=", person.userId)
			.execute();
		return Math.round(((row?.expires_at.getTime() ?? 0) - Date.now()) / 86_400_000);
	};
	const set = async (persistence: string) => {
		const response = await browser.post("/v1/user/persistence", { persistence });
		expect(response.status).toBe(200);
		return response.headers.getSetCookie().find((cookie) => cookie.includes("session_token=")) ?? "";
	};
	expect(await set("session")).not.toMatch(/Max-Age|Expires/i);
	expect(await expiry()).toBe(1);
	expect(await isSignedIn(browser)).toBe(true);
	expect(await set("local")).toMatch(/Max-Age=2592000/i);
	expect(await expiry()).toBe(30);
	const temporary = aBrowser(app);
	const response = await temporary.signIn(person, { rememberMe: false });
	expect(response.headers.getSetCookie().find((cookie) => cookie.includes("session_token="))).not.toMatch(/Max-Age/i);
});

test("AUTH-041 stores the device fingerprint as a hash with the session", async () => {
	const { person, browser } = await signedIn();
	expect(
		await json(await browser.post("/v1/user/record-device-fingerprint", { device_fingerprint: "a browser on a desk" })),
	).toEqual({ status: "ok" });
	const row = await app.db
		.selectFrom("auth_session")
		.select("fingerprint_hash")
		.where("user_id", "=", person.userId)
		.executeTakeFirstOrThrow();
	expect(row.fingerprint_hash).toHaveLength(32);
	expect(row.fingerprint_hash?.toString()).not.toContain("desk");
});

async function idleFor(userId: string, seconds: number) {
	await app.db
		.updateTable("auth_session")
		.set({ last_seen_at: new Date(Date.now() - seconds * 1000) })
		.where("user_id", "=", userId)
		.execute();
}
const lastSeen = async (userId: string) =>
	(
		await app.db.selectFrom("auth_session").select("last_seen_at").where("user_id", "=", userId).executeTakeFirst()
	)?.last_seen_at.getTime() ?? 0;

test("AUTH-014 ends a session after the workspace's inactivity timeout, for its cookie and its token", async () => {
	const { person, browser } = await signedIn();
	const { token } = await json<{ token: string }>(await browser.post("/v1/user/auth-tokens"));
	const timeout = (seconds: number | null) =>
		app.db
			.updateTable("workspace")
			.set({ session_inactivity_timeout: seconds })
			.where("id", "=", person.workspaceId)
			.execute();
	await idleFor(person.userId, 3_600);
	expect(await isSignedIn(browser), "no timeout is set").toBe(true);
	await timeout(300);
	await idleFor(person.userId, 290);
	const idleSince = await lastSeen(person.userId);
	expect(await isSignedIn(browser)).toBe(true);
	expect(await lastSeen(person.userId), "the request counts as activity").toBeGreaterThan(idleSince);
	await idleFor(person.userId, 301);
	expect(await codeOf(await bearer(token))).toBe("needs_authorization");
	expect(await isSignedIn(browser)).toBe(false);
	expect(await app.db.selectFrom("auth_session").select("id").where("user_id", "=", person.userId).execute()).toEqual(
		[],
	);
});

test("does not count background requests as activity and records activity at most once a minute", async () => {
	const { person, browser } = await signedIn();
	await idleFor(person.userId, 120);
	const before = await lastSeen(person.userId);
	expect((await browser.send("GET", "/v1/user", undefined, { [backgroundHeader]: "1" })).status).toBe(200);
	expect(await lastSeen(person.userId)).toBe(before);
	await idleFor(person.userId, 30);
	const recent = await lastSeen(person.userId);
	await isSignedIn(browser);
	expect(await lastSeen(person.userId)).toBe(recent);
});

test("disables identity library endpoints that would bypass ours", async () => {
	const { browser } = await signedIn();
	for (const path of [
		"list-sessions",
		"change-email",
		"change-password",
		"update-user",
		"delete-user",
		"request-password-reset",
		"reset-password",
		"send-verification-email",
		"verify-email",
		"two-factor/enable",
		"two-factor/disable",
		"revoke-sessions",
		"link-social",
		"unlink-account",
	])
		for (const method of ["GET", "POST"])
			expect(
				(await browser.send(method, `/api/auth/${path}`, method === "POST" ? {} : undefined)).status,
				`${method} ${path}`,
			).toBe(404);
});
