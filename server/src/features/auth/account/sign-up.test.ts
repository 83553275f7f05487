import { afterEach, describe, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
afterEach(async () => app.stop());

let created = 0;

async function signUp(email: string, more: Record<string, unknown> = {}) {
	const response = await fetch(`${app.url}/api/auth/sign-up/email`, {
		method: "POST",
		headers: { "content-type": "application/json", origin: app.publicUrl },
		body: JSON.stringify({ name: "Grace", email, password: "a long passphrase 42", ...more }),
	});
	const body = (await response.json()) as { detail?: { code: string } };
	const [cookie = ""] = response.headers.getSetCookie();
	return { status: response.status, code: body.detail?.code, cookie: cookie.split(";")[0] ?? "" };
}

const newEmail = (domain = "example.com") => `person${++created}@${domain}`;

async function preSignUp(email: string, invite_code: string | null = null) {
	const response = await fetch(`${app.url}/v1/user/pre-sign-up`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ email, invite_code }),
	});
	return response.status;
}

/** Invites the address to a workspace and returns the code. */
async function invite(email: string): Promise<string> {
	const admin = await app.user({ tier: "enterprise" });
	const { body } = await app.request<{ links: { url: string }[] }>(admin.apiKey, "POST", "/v1/workspace/invites/add", {
		email,
	});
	return new URL(body.links[0]?.url ?? "").searchParams.get("code") ?? "";
}

const rules = async () => (await fetch(`${app.url}/v1/user/sign-up-rules`)).json();

describe("who can create an account", () => {
	test("anyone if sign-up is open", async () => {
		app = await testApp();
		expect(await rules()).toMatchObject({ sign_up: "open", domains: [] });
		expect(await signUp(newEmail())).toMatchObject({ status: 200 });
	});

	test("nobody if sign-up is closed, not even with an invite; existing accounts can still sign in", async () => {
		app = await testApp({ env: { SIGN_UP: "closed" } });
		const email = newEmail();
		const code = await invite(email);
		expect(await rules()).toMatchObject({ sign_up: "closed", domains: [] });
		expect(await preSignUp(email, code)).toBe(403);
		expect(await signUp(email, { invite_code: code })).toMatchObject({ status: 403, code: "sign_up_not_allowed" });
		expect(await app.signIn(await app.user())).toContain("session_token");
	});

	test("only the invited address with its code if an invite is required", async () => {
		app = await testApp({ env: { SIGN_UP: "invite" } });
		const email = newEmail();
		const code = await invite(email);
		expect(await signUp(email)).toMatchObject({ status: 403 });
		expect(await signUp(email, { invite_code: "guessed" })).toMatchObject({ status: 403 });
		expect(await signUp(newEmail(), { invite_code: code })).toMatchObject({ status: 403 });
		expect(await preSignUp(email, code)).toBe(200);
		expect(await signUp(email, { invite_code: code })).toMatchObject({ status: 200 });
	});

	test("addresses at the operator's domains, and invited ones", async () => {
		const env = { SIGN_UP: "domain", SIGN_UP_DOMAINS: "example.org,Example.net" };
		app = await testApp({ env: { ...env, SMTP_URL: "smtp://127.0.0.1:9", MAIL_TO_OPERATOR: "op@example.org" } });
		expect(await rules()).toMatchObject({ sign_up: "domain", domains: ["example.org", "example.net"] });
		expect(await signUp(newEmail("example.net"))).toMatchObject({ status: 200 });
		for (const domain of ["example.com", "notexample.org", "example.org.evil.com", "sub.example.org"])
			expect(await signUp(newEmail(domain)), domain).toMatchObject({ status: 403, code: "sign_up_not_allowed" });
	});
});

test("limits the accounts created from one address, by sign-up alone", async () => {
	app = await testApp({ env: { TRUST_PROXY: "true", SIGN_UP_PER_HOUR: "20" } });
	const from = async (ip: string) => {
		const response = await fetch(`${app.url}/api/auth/sign-up/email`, {
			method: "POST",
			headers: { "content-type": "application/json", origin: app.publicUrl, "x-forwarded-for": ip },
			body: JSON.stringify({ name: "Bot", email: newEmail(), password: "a long passphrase 42" }),
		});
		await response.arrayBuffer();
		return response.status;
	};
	const statuses: number[] = [];
	for (let account = 0; account < 50; account++) statuses.push(await from("203.0.113.7"));
	expect(statuses.filter((status) => status === 200)).toHaveLength(20);
	expect(statuses.slice(20)).toEqual(Array(30).fill(429));
	expect(await from("203.0.113.8"), "another address").toBe(200);
});

describe("the default plan", () => {
	const subscription = async (cookie: string) => {
		const response = await fetch(`${app.url}/v1/user`, { headers: { cookie } });
		return ((await response.json()) as { subscription: { tier: string; character_limit: number } }).subscription;
	};

	test("a new account has the full plan, can invite a team and can join another one", async () => {
		app = await testApp({ env: { DEFAULT_PLAN: "" } });
		const { cookie } = await signUp(newEmail());
		expect(await subscription(cookie)).toMatchObject({ tier: "enterprise", character_limit: 100_000_000 });
		const owner = await app.user();
		const guest = newEmail();
		const { body } = await app.request<{ links: { url: string }[] }>(
			owner.apiKey,
			"POST",
			"/v1/workspace/invites/add",
			{ email: guest },
		);
		const code = new URL(body.links[0]?.url ?? "").searchParams.get("code") ?? "";
		const joined = await signUp(guest, { invite_code: code });
		const accepted = await fetch(`${app.url}/v1/workspace/invites/${code}/accept`, {
			method: "POST",
			headers: { cookie: joined.cookie, origin: app.publicUrl },
		});
		expect([accepted.status, await accepted.text()]).toEqual([200, expect.stringContaining(owner.workspaceId)]);
	});

	test("changes with the setting, also for existing workspaces, except those with a plan of their own", async () => {
		app = await testApp({ env: { DEFAULT_PLAN: "pro" } });
		const [following, chosen] = [await app.user(), await app.user({ tier: "creator", credits: 777 })];
		const tierOf = async (apiKey: string) =>
			app.get<{ subscription: { tier: string; character_limit: number } }>("/v1/user", apiKey);
		expect((await tierOf(following.apiKey)).subscription).toMatchObject({ tier: "pro", character_limit: 500_000 });
		await app.startSecondApi({ DEFAULT_PLAN: "starter" });
		expect((await tierOf(following.apiKey)).subscription).toMatchObject({ tier: "starter", character_limit: 30_000 });
		expect((await tierOf(chosen.apiKey)).subscription).toMatchObject({ tier: "creator", character_limit: 777 });
	});
});

describe("whether emails arrive", () => {
	test("with a mail server", async () => {
		app = await testApp({ env: { SMTP_URL: "smtp://127.0.0.1:1", MAIL_TO_OPERATOR: "operator@example.com" } });
		expect(await rules()).toMatchObject({ email_delivery: "mail" });
	});

	test("on a developer's machine without one", async () => {
		app = await testApp();
		expect(await rules()).toMatchObject({ email_delivery: "local" });
	});

	test("on a public server without one", async () => {
		app = await testApp({ env: { PUBLIC_URL: "https://voice.example" } });
		expect(await rules()).toMatchObject({ email_delivery: "kept" });
	});
});
