// Cookies, CSRF, session fixation, host header injection and open redirects.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SeedUser } from "../../../seed/builders.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { totp } from "../testing/totp.ts";

const publicUrl = "https://voice.example";
let app: TestApp;
beforeAll(async () => {
	app = await testApp({ env: { PUBLIC_URL: publicUrl, TRUST_PROXY: "true" } });
});
afterAll(async () => app.stop());

let visitors = 0;
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
	fetch(app.url + path, {
		method: "POST",
		redirect: "manual",
		headers: {
			"content-type": "application/json",
			origin: publicUrl,
			"x-forwarded-for": `10.1.${visitors >> 8}.${visitors++ & 255}`,
			...headers,
		},
		body: JSON.stringify(body),
	});
const signIn = ({ email, password }: SeedUser, cookie?: string) =>
	post("/api/auth/sign-in/email", { email, password }, cookie ? { cookie } : {});
const cookiesOf = (response: Response) => response.headers.getSetCookie();
const sessionCookie = (response: Response) =>
	cookiesOf(response)
		.find((cookie) => cookie.includes("session_token=") && !/session_token=;/.test(cookie))
		?.split(";")[0] ?? "";
const isSignedIn = async (cookie: string) =>
	(await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status === 200;
const mailsTo = (email: string) => app.db.selectFrom("mail").selectAll().where("to_address", "=", email).execute();

describe("cookies", () => {
	test("sets cookies that are secure, HttpOnly, SameSite and limited to this host", async () => {
		const response = await signIn(await app.user());
		expect(response.status).toBe(200);
		expect(cookiesOf(response).length).toBeGreaterThan(0);
		for (const cookie of cookiesOf(response)) {
			expect(cookie).toMatch(/^__(Secure|Host)-/);
			expect(cookie).toMatch(/; Secure/i);
			expect(cookie).toMatch(/; HttpOnly/i);
			expect(cookie).toMatch(/; SameSite=(Lax|Strict)/i);
			expect(cookie).toMatch(/; Path=\//i);
			expect(cookie).not.toMatch(/; Domain=/i);
			expect(cookie.length).toBeLessThan(4096);
		}
	});

	test("without https, cookies that a browser accepts keep people signed in, and HSTS is off", async () => {
		const lan = "http://192.168.1.20:4400";
		const home = await testApp({
			env: { NODE_ENV: "production", PUBLIC_URL: lan, ALLOW_HTTP: "true", AUTH_SECRET: "s".repeat(32) },
		});
		try {
			const { email, password } = await home.user();
			const response = await fetch(`${home.url}/api/auth/sign-in/email`, {
				method: "POST",
				headers: { "content-type": "application/json", origin: lan },
				body: JSON.stringify({ email, password }),
			});
			expect(response.status).toBe(200);
			for (const cookie of cookiesOf(response)) {
				expect(cookie).not.toMatch(/^__(Secure|Host)-|; Secure/i);
				expect(cookie).toMatch(/; HttpOnly/i);
				expect(cookie).toMatch(/; SameSite=(Lax|Strict)/i);
			}
			expect(response.headers.get("strict-transport-security")).toBeNull();
			const user = await fetch(`${home.url}/v1/user`, { headers: { cookie: sessionCookie(response) } });
			expect(user.status).toBe(200);
		} finally {
			await home.stop();
		}
	});

	test("returns a session's token only in its cookie, never in a response body", async () => {
		const user = await app.user();
		const cookie = sessionCookie(await signIn(user));
		const { token } = await app.db
			.selectFrom("auth_session")
			.select("token")
			.where("user_id", "=", user.userId)
			.orderBy("created_at", "desc")
			.executeTakeFirstOrThrow();
		expect(decodeURIComponent(cookie)).toContain(token);
		for (const path of ["/v1/user", "/v1/user/sessions", "/v1/workspaces"]) {
			const response = await fetch(app.url + path, { headers: { cookie } });
			expect(response.status, path).toBe(200);
			expect(await response.text(), path).not.toContain(token);
		}
	});

	test("rejects a modified cookie", async () => {
		const cookie = sessionCookie(await signIn(await app.user()));
		expect(await isSignedIn(cookie)).toBe(true);
		const [name = "", value = ""] = cookie.split(/=(.*)/);
		const [token = "", signature = ""] = decodeURIComponent(value).split(/\.(.*)/);
		const forged = [token, `${token}.`, `${token}.${"A".repeat(44)}`, `${token}x.${signature}`, `.${signature}`];
		for (const value of forged) expect(await isSignedIn(`${name}=${encodeURIComponent(value)}`), value).toBe(false);
	});
});

describe("a session", () => {
	test("is new after each sign-in, whatever cookie the browser sent", async () => {
		const [victim, attacker] = [await app.user(), await app.user()];
		const planted = sessionCookie(await signIn(attacker));
		const created = sessionCookie(await signIn(victim, planted));
		expect(created).not.toBe("");
		expect(created).not.toBe(planted);
		const invented = "__Secure-timbre.session_token=chosen.by-somebody-else";
		const another = sessionCookie(await signIn(victim, invented));
		expect(another).not.toContain("chosen");
		expect(new Set([planted, created, another]).size).toBe(3);
	});

	test("starts only after the second factor", async () => {
		const user = await app.user();
		const first = sessionCookie(await signIn(user));
		const setup = await post(
			"/v1/user/update-mfa-factors",
			{ action: "begin", password: user.password },
			{ cookie: first },
		);
		const { secret = "" } = (await setup.json()) as { secret?: string };
		const confirmed = await post(
			"/v1/user/update-mfa-factors",
			{ action: "confirm", code: totp(secret) },
			{ cookie: first },
		);
		expect(confirmed.status).toBe(200);
		const firstFactor = await signIn(user);
		expect(await firstFactor.json()).toMatchObject({ twoFactorRedirect: true });
		expect(sessionCookie(firstFactor)).toBe("");
		const pending = cookiesOf(firstFactor)
			.map((cookie) => cookie.split(";")[0])
			.join("; ");
		expect(await isSignedIn(pending)).toBe(false);
		const secondFactor = await post("/api/auth/two-factor/verify-totp", { code: totp(secret) }, { cookie: pending });
		expect(secondFactor.status).toBe(200);
		const session = sessionCookie(secondFactor);
		expect(await isSignedIn(session)).toBe(true);
		expect(session).not.toBe(first);
	});

	test("is new after a password change, which ends all other sessions", async () => {
		const user = await app.user();
		const [here, elsewhere] = [sessionCookie(await signIn(user)), sessionCookie(await signIn(user))];
		const body = { current_password: user.password, new_password: "a completely new secret 91" };
		const changed = await post("/v1/user/password", body, { cookie: here });
		expect(changed.status).toBe(200);
		const renewed = sessionCookie(changed);
		expect(renewed).not.toBe("");
		expect(renewed).not.toBe(here);
		expect(await Promise.all([renewed, here, elsewhere].map(isSignedIn))).toEqual([true, false, false]);
	});

	test("ends on the server at sign-out, so a stolen cookie stops working", async () => {
		const cookie = sessionCookie(await signIn(await app.user()));
		expect((await post("/api/auth/sign-out", {}, { cookie })).status).toBe(200);
		expect(await isSignedIn(cookie)).toBe(false);
	});
});

describe("a cross-site request", () => {
	test("can't sign in, sign out or sign up", async () => {
		const user = await app.user();
		const cookie = sessionCookie(await signIn(user));
		const forged = [
			["/api/auth/sign-in/email", { email: user.email, password: user.password }],
			["/api/auth/sign-out", {}],
			["/api/auth/sign-up/email", { name: "Eve", email: "eve@example.com", password: "a completely new secret 91" }],
		] as const;
		for (const [path, body] of forged)
			for (const origin of ["https://evil.example", "https://voice.example.evil.example", "null"])
				expect((await post(path, body, { cookie, origin })).status, `${path} from ${origin}`).toBe(403);
		expect(await isSignedIn(cookie)).toBe(true);
	});

	test("can't be a form, because endpoints accept only JSON", async () => {
		const user = await app.user();
		const cookie = sessionCookie(await signIn(user));
		for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
			const response = await fetch(`${app.url}/v1/user/api-keys`, {
				method: "POST",
				headers: { cookie, origin: publicUrl, "content-type": type },
				body: '{"name":"Forged"}',
			});
			expect(response.status, type).toBe(415);
		}
	});

	test("can't change anything with a GET request", async () => {
		const user = await app.user();
		const cookie = sessionCookie(await signIn(user));
		for (const path of ["/api/auth/sign-out", "/v1/user/password", "/v1/user/sessions/revoke-others"]) {
			const response = await fetch(app.url + path, { headers: { cookie } });
			expect([404, 405], path).toContain(response.status);
		}
		expect(await isSignedIn(cookie)).toBe(true);
	});
});

describe("a forged host", () => {
	const forged = {
		host: "evil.example",
		"x-forwarded-host": "evil.example",
		"x-forwarded-proto": "http",
		forwarded: "host=evil.example",
		"x-original-url": "https://evil.example/",
	};

	test("does not appear in emails: their links use PUBLIC_URL", async () => {
		const user = await app.user();
		const { "x-forwarded-host": _, ...others } = forged;
		for (const headers of [forged, others])
			expect((await post("/v1/user/send-password-reset-email", { email: user.email }, headers)).status).toBe(200);
		const mails = await mailsTo(user.email);
		const reset = mails.filter((mail) => mail.body.includes("/app/reset-password"));
		expect(reset.length).toBeGreaterThan(0);
		for (const mail of reset) {
			expect(JSON.stringify(mail)).not.toContain("evil.example");
			expect(mail.body).toContain(`${publicUrl}/app/reset-password?code=`);
		}
	});

	test("does not appear in responses and is not an allowed origin", async () => {
		const user = await app.user();
		const cookie = sessionCookie(await signIn(user));
		const item = await app.historyItem(user);
		const shared = await fetch(`${app.url}/v1/history/${item}/share-link`, { headers: { cookie, ...forged } });
		expect(await shared.json()).toMatchObject({
			share_link: expect.stringMatching(/^https:\/\/voice\.example\/share\//),
		});
		const response = await post(
			"/v1/user/api-keys",
			{ name: "Forged" },
			{ cookie, ...forged, origin: "http://evil.example" },
		);
		expect(response.status).toBe(403);
	});
});

describe("open redirects", () => {
	const externalUrls = [
		"https://evil.example/app/home",
		"//evil.example/app/home",
		"/\\evil.example/app/home",
		"\\\\evil.example",
		"https:evil.example",
		"https://voice.example@evil.example/app/",
		"https://voice.example.evil.example/app/",
		"http://voice.example/app/home",
		"javascript:alert(1)",
		"data:text/html,evil.example",
		" https://evil.example",
		"/%09/evil.example",
		"/app/\nhttps://evil.example",
	];

	test.each(externalUrls)("an external URL does not get into an email: %j", async (continue_url) => {
		const user = await app.user();
		const response = await post("/v1/user/send-password-reset-email", { email: user.email, continue_url });
		expect(response.status).toBe(200);
		const [mail] = (await mailsTo(user.email)).filter(({ body }) => body.includes("/app/reset-password"));
		const [address = ""] = mail?.body.match(/https?:\/\/\S+/) ?? [];
		const link = new URL(address);
		expect(link.origin).toBe(publicUrl);
		const continueUrl = new URL(link.searchParams.get("continue_url") ?? "/app/sign-in", publicUrl);
		expect(continueUrl.origin).toBe(publicUrl);
		expect(continueUrl.pathname).toMatch(/^\/app\/[\w/-]*$/);
		expect(JSON.stringify(mail)).not.toMatch(/evil\.example|javascript:/);
	});

	test("a link to one of our own pages is kept in the email", async () => {
		const user = await app.user();
		await post("/v1/user/send-password-reset-email", { email: user.email, continue_url: "/app/history?page=2" });
		const [mail] = (await mailsTo(user.email)).filter(({ body }) => body.includes("/app/reset-password"));
		const [address = ""] = mail?.body.match(/https?:\/\/\S+/) ?? [];
		expect(new URL(address).searchParams.get("continue_url")).toBe("/app/history?page=2");
	});

	test.each([
		"/api/auth/verify-email?token=x&callbackURL=",
		"/api/auth/reset-password/x?callbackURL=",
		"/api/auth/callback/x?redirectTo=",
		"/api/auth/error?redirect=",
		"/api/auth/sign-in/sso?callbackURL=",
	])("the identity library does not redirect to another site: %s", async (path) => {
		for (const target of externalUrls) {
			const response = await fetch(app.url + path + encodeURIComponent(target), { redirect: "manual" });
			const location = response.headers.get("location");
			if (location !== null) expect(new URL(location, publicUrl).origin, `${path} ${target}`).toBe(publicUrl);
		}
	});
});
