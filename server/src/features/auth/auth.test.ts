import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
	fetch(`${app.url}/api/auth/${path}`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.url, ...headers },
		body: JSON.stringify(body),
	});

test("creates an account with one workspace and a session on sign-up", async () => {
	const response = await post("sign-up/email", {
		name: "Grace Example",
		email: "grace@example.com",
		password: "correct horse",
	});
	expect(response.status).toBe(200);
	const [cookie = ""] = response.headers.getSetCookie();
	expect(cookie).toMatch(/HttpOnly/i);
	expect(cookie).toMatch(/SameSite=Lax/i);
	const user = await fetch(`${app.url}/v1/user`, { headers: { cookie: cookie.split(";")[0] ?? "" } });
	expect(await user.json()).toMatchObject({
		email: "grace@example.com",
		first_name: "Grace",
		seat_type: "workspace_admin",
		subscription: { tier: "free", character_limit: 10_000 },
	});
	const workspaces = await app.db.selectFrom("workspace_member").selectAll().execute();
	expect(workspaces).toHaveLength(1);
});

test("returns the same error for a wrong password and an unknown email address", async () => {
	await app.user();
	const known = await post("sign-in/email", { email: "grace@example.com", password: "wrong password" });
	const unknown = await post("sign-in/email", { email: "nobody@example.com", password: "wrong password" });
	expect([known.status, unknown.status]).toEqual([401, 401]);
	type Body = { detail: { request_id: string } };
	const [knownBody, unknownBody] = [(await known.json()) as Body, (await unknown.json()) as Body];
	const { request_id } = knownBody.detail;
	expect(knownBody).toEqual({ ...unknownBody, detail: { ...unknownBody.detail, request_id } });
});

test("rejects a short password", async () => {
	const response = await post("sign-up/email", { name: "Grace", email: "short@example.com", password: "short" });
	expect(response.status).toBe(400);
});

test("rejects a sign-in request from another site", async () => {
	const person = await app.user();
	const response = await post(
		"sign-in/email",
		{ email: person.email, password: person.password },
		{ origin: "https://evil.example", cookie: "timbre.session_token=x" },
	);
	expect(response.status).toBe(403);
});

test("ends the session on sign-out", async () => {
	const cookie = await app.signIn(await app.user());
	expect((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status).toBe(200);
	await post("sign-out", {}, { cookie });
	expect((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status).toBe(401);
});

test("creates one workspace for concurrent first requests of a new user", async () => {
	const cookie = await app.signIn(await app.user());
	const person = await app.db
		.selectFrom("workspace_member")
		.select("user_id")
		.orderBy("created_at", "desc")
		.executeTakeFirstOrThrow();
	await app.db.deleteFrom("workspace").where("owner_user_id", "=", person.user_id).execute();
	const responses = await Promise.all(
		Array.from({ length: 8 }, () => fetch(`${app.url}/v1/user`, { headers: { cookie } })),
	);
	expect(responses.map((response) => response.status)).toEqual(Array(8).fill(200));
	const workspaces = await app.db
		.selectFrom("workspace")
		.select("id")
		.where("owner_user_id", "=", person.user_id)
		.execute();
	expect(workspaces).toHaveLength(1);
});

test("nobody can sign in to the demo account in production, because its password is public", async () => {
	const login = { email: "Demo@example.com", password: "a long passphrase 42" };
	const signIn = async (target: TestApp) => {
		const send = (path: string, body: unknown) =>
			fetch(`${target.url}/api/auth/${path}`, {
				method: "POST",
				headers: { "content-type": "application/json", origin: target.url },
				body: JSON.stringify(body),
			});
		expect((await send("sign-up/email", { name: "Demo", ...login })).status).toBe(200);
		return (await send("sign-in/email", login)).status;
	};
	expect(await signIn(app)).toBe(200);
	const production = await testApp({ env: { NODE_ENV: "production", AUTH_SECRET: "s".repeat(32) } });
	try {
		expect(await signIn(production)).toBe(401);
	} finally {
		await production.stop();
	}
});
