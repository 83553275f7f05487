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

test("signing up makes an account with one workspace and a session", async () => {
	const answer = await post("sign-up/email", {
		name: "Grace Example",
		email: "grace@example.com",
		password: "correct horse",
	});
	expect(answer.status).toBe(200);
	const [cookie = ""] = answer.headers.getSetCookie();
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

test("a wrong password and an unknown address are refused with the same words", async () => {
	await app.person();
	const known = await post("sign-in/email", { email: "grace@example.com", password: "wrong password" });
	const unknown = await post("sign-in/email", { email: "nobody@example.com", password: "wrong password" });
	expect([known.status, unknown.status]).toEqual([401, 401]);
	expect(await known.json()).toEqual(await unknown.json());
});

test("a short password is refused", async () => {
	const answer = await post("sign-up/email", { name: "Grace", email: "short@example.com", password: "short" });
	expect(answer.status).toBe(400);
});

test("signing in from another site's page is refused", async () => {
	const person = await app.person();
	const answer = await post(
		"sign-in/email",
		{ email: person.email, password: person.password },
		{ origin: "https://evil.example", cookie: "timbre.session_token=x" },
	);
	expect(answer.status).toBe(403);
});

test("signing out ends the session", async () => {
	const cookie = await app.signIn(await app.person());
	expect((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status).toBe(200);
	await post("sign-out", {}, { cookie });
	expect((await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status).toBe(401);
});

test("concurrent first requests of a new user make one workspace", async () => {
	const cookie = await app.signIn(await app.person());
	const person = await app.db
		.selectFrom("workspace_member")
		.select("user_id")
		.orderBy("created_at", "desc")
		.executeTakeFirstOrThrow();
	await app.db.deleteFrom("workspace").where("owner_user_id", "=", person.user_id).execute();
	const answers = await Promise.all(
		Array.from({ length: 8 }, () => fetch(`${app.url}/v1/user`, { headers: { cookie } })),
	);
	expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200));
	const workspaces = await app.db
		.selectFrom("workspace")
		.select("id")
		.where("owner_user_id", "=", person.user_id)
		.execute();
	expect(workspaces).toHaveLength(1);
});
