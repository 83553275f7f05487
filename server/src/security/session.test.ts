// Cookies, forged requests, fixed sessions, forged hosts and links that lead elsewhere.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../seed/builders.ts";
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
const signIn = ({ email, password }: Person, cookie?: string) =>
	post("/api/auth/sign-in/email", { email, password }, cookie ? { cookie } : {});
const cookiesOf = (answer: Response) => answer.headers.getSetCookie();
const sessionCookie = (answer: Response) =>
	cookiesOf(answer)
		.find((cookie) => cookie.includes("session_token=") && !/session_token=;/.test(cookie))
		?.split(";")[0] ?? "";
const isSignedIn = async (cookie: string) =>
	(await fetch(`${app.url}/v1/user`, { headers: { cookie } })).status === 200;
const mailsTo = (email: string) => app.db.selectFrom("mail").selectAll().where("to_address", "=", email).execute();

describe("cookies", () => {
	test("all that a sign-in sets are for HTTPS, for no script, for no other site's requests and for this host alone", async () => {
		const answer = await signIn(await app.person());
		expect(answer.status).toBe(200);
		expect(cookiesOf(answer).length).toBeGreaterThan(0);
		for (const cookie of cookiesOf(answer)) {
			expect(cookie).toMatch(/^__(Secure|Host)-/);
			expect(cookie).toMatch(/; Secure/i);
			expect(cookie).toMatch(/; HttpOnly/i);
			expect(cookie).toMatch(/; SameSite=(Lax|Strict)/i);
			expect(cookie).toMatch(/; Path=\//i);
			expect(cookie).not.toMatch(/; Domain=/i);
			expect(cookie.length).toBeLessThan(4096);
		}
	});

	test("a session's secret is in its cookie alone: no answer holds it, nor does any list of sessions", async () => {
		const person = await app.person();
		const cookie = sessionCookie(await signIn(person));
		const { token } = await app.db
			.selectFrom("auth_session")
			.select("token")
			.where("user_id", "=", person.userId)
			.orderBy("created_at", "desc")
			.executeTakeFirstOrThrow();
		expect(decodeURIComponent(cookie)).toContain(token);
		for (const path of ["/v1/user", "/v1/user/sessions", "/v1/workspaces"]) {
			const answer = await fetch(app.url + path, { headers: { cookie } });
			expect(answer.status, path).toBe(200);
			expect(await answer.text(), path).not.toContain(token);
		}
	});

	test("a changed cookie opens nothing", async () => {
		const cookie = sessionCookie(await signIn(await app.person()));
		expect(await isSignedIn(cookie)).toBe(true);
		const [name = "", value = ""] = cookie.split(/=(.*)/);
		const [token = "", signature = ""] = decodeURIComponent(value).split(/\.(.*)/);
		const forged = [token, `${token}.`, `${token}.${"A".repeat(44)}`, `${token}x.${signature}`, `.${signature}`];
		for (const one of forged) expect(await isSignedIn(`${name}=${encodeURIComponent(one)}`), one).toBe(false);
	});
});

describe("a session", () => {
	test("is another one after each sign-in, whatever cookie was brought along", async () => {
		const [victim, attacker] = [await app.person(), await app.person()];
		const planted = sessionCookie(await signIn(attacker));
		const made = sessionCookie(await signIn(victim, planted));
		expect(made).not.toBe("");
		expect(made).not.toBe(planted);
		const invented = "__Secure-timbre.session_token=chosen.by-somebody-else";
		const another = sessionCookie(await signIn(victim, invented));
		expect(another).not.toContain("chosen");
		expect(new Set([planted, made, another]).size).toBe(3);
	});

	test("begins after the second factor, not before it", async () => {
		const person = await app.person();
		const first = sessionCookie(await signIn(person));
		const begun = await post(
			"/v1/user/update-mfa-factors",
			{ action: "begin", password: person.password },
			{ cookie: first },
		);
		const { secret = "" } = (await begun.json()) as { secret?: string };
		const confirmed = await post(
			"/v1/user/update-mfa-factors",
			{ action: "confirm", code: totp(secret) },
			{ cookie: first },
		);
		expect(confirmed.status).toBe(200);
		const half = await signIn(person);
		expect(await half.json()).toMatchObject({ twoFactorRedirect: true });
		expect(sessionCookie(half)).toBe("");
		const pending = cookiesOf(half)
			.map((cookie) => cookie.split(";")[0])
			.join("; ");
		expect(await isSignedIn(pending)).toBe(false);
		const whole = await post("/api/auth/two-factor/verify-totp", { code: totp(secret) }, { cookie: pending });
		expect(whole.status).toBe(200);
		const session = sessionCookie(whole);
		expect(await isSignedIn(session)).toBe(true);
		expect(session).not.toBe(first);
	});

	test("is another one after a change of password, and all others have ended", async () => {
		const person = await app.person();
		const [here, elsewhere] = [sessionCookie(await signIn(person)), sessionCookie(await signIn(person))];
		const body = { current_password: person.password, new_password: "a wholly other secret 91" };
		const changed = await post("/v1/user/password", body, { cookie: here });
		expect(changed.status).toBe(200);
		const renewed = sessionCookie(changed);
		expect(renewed).not.toBe("");
		expect(renewed).not.toBe(here);
		expect(await Promise.all([renewed, here, elsewhere].map(isSignedIn))).toEqual([true, false, false]);
	});

	test("ends on the server when one signs out: the cookie kept by somebody opens nothing", async () => {
		const cookie = sessionCookie(await signIn(await app.person()));
		expect((await post("/api/auth/sign-out", {}, { cookie })).status).toBe(200);
		expect(await isSignedIn(cookie)).toBe(false);
	});
});

describe("a request forged by another site", () => {
	test("cannot sign in, out or up", async () => {
		const person = await app.person();
		const cookie = sessionCookie(await signIn(person));
		const forged = [
			["/api/auth/sign-in/email", { email: person.email, password: person.password }],
			["/api/auth/sign-out", {}],
			["/api/auth/sign-up/email", { name: "Eve", email: "eve@example.com", password: "a wholly other secret 91" }],
		] as const;
		for (const [path, body] of forged)
			for (const origin of ["https://evil.example", "https://voice.example.evil.example", "null"])
				expect((await post(path, body, { cookie, origin })).status, `${path} from ${origin}`).toBe(403);
		expect(await isSignedIn(cookie)).toBe(true);
	});

	test("cannot be a form: calls take JSON alone", async () => {
		const person = await app.person();
		const cookie = sessionCookie(await signIn(person));
		for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
			const answer = await fetch(`${app.url}/v1/user/api-keys`, {
				method: "POST",
				headers: { cookie, origin: publicUrl, "content-type": type },
				body: '{"name":"Forged"}',
			});
			expect(answer.status, type).toBe(415);
		}
	});

	test("cannot change anything by an address alone", async () => {
		const person = await app.person();
		const cookie = sessionCookie(await signIn(person));
		for (const path of ["/api/auth/sign-out", "/v1/user/password", "/v1/user/sessions/revoke-others"]) {
			const answer = await fetch(app.url + path, { headers: { cookie } });
			expect([404, 405], path).toContain(answer.status);
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

	test("gets into no mail: links lead to PUBLIC_URL", async () => {
		const person = await app.person();
		const { "x-forwarded-host": _, ...others } = forged;
		for (const headers of [forged, others])
			expect((await post("/v1/user/send-password-reset-email", { email: person.email }, headers)).status).toBe(200);
		const mails = await mailsTo(person.email);
		const reset = mails.filter((mail) => mail.body.includes("/app/reset-password"));
		expect(reset.length).toBeGreaterThan(0);
		for (const mail of reset) {
			expect(JSON.stringify(mail)).not.toContain("evil.example");
			expect(mail.body).toContain(`${publicUrl}/app/reset-password?code=`);
		}
	});

	test("gets into no answer and is no origin of ours", async () => {
		const person = await app.person();
		const cookie = sessionCookie(await signIn(person));
		const item = await app.historyItem(person);
		const shared = await fetch(`${app.url}/v1/history/${item}/share-link`, { headers: { cookie, ...forged } });
		expect(await shared.json()).toMatchObject({
			share_link: expect.stringMatching(/^https:\/\/voice\.example\/share\//),
		});
		const answer = await post(
			"/v1/user/api-keys",
			{ name: "Forged" },
			{ cookie, ...forged, origin: "http://evil.example" },
		);
		expect(answer.status).toBe(403);
	});
});

describe("a link that leads elsewhere", () => {
	const elsewhere = [
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

	test.each(elsewhere)("is not in a mail when it is asked for: %j", async (continue_url) => {
		const person = await app.person();
		const answer = await post("/v1/user/send-password-reset-email", { email: person.email, continue_url });
		expect(answer.status).toBe(200);
		const [mail] = (await mailsTo(person.email)).filter(({ body }) => body.includes("/app/reset-password"));
		const [address = ""] = mail?.body.match(/https?:\/\/\S+/) ?? [];
		const link = new URL(address);
		expect(link.origin).toBe(publicUrl);
		const goOn = new URL(link.searchParams.get("continue_url") ?? "/app/sign-in", publicUrl);
		expect(goOn.origin).toBe(publicUrl);
		expect(goOn.pathname).toMatch(/^\/app\/[\w/-]*$/);
		expect(JSON.stringify(mail)).not.toMatch(/evil\.example|javascript:/);
	});

	test("is in a mail when it is a page of this server", async () => {
		const person = await app.person();
		await post("/v1/user/send-password-reset-email", { email: person.email, continue_url: "/app/history?page=2" });
		const [mail] = (await mailsTo(person.email)).filter(({ body }) => body.includes("/app/reset-password"));
		const [address = ""] = mail?.body.match(/https?:\/\/\S+/) ?? [];
		expect(new URL(address).searchParams.get("continue_url")).toBe("/app/history?page=2");
	});

	test.each([
		"/api/auth/verify-email?token=x&callbackURL=",
		"/api/auth/reset-password/x?callbackURL=",
		"/api/auth/callback/x?redirectTo=",
		"/api/auth/error?redirect=",
		"/api/auth/sign-in/sso?callbackURL=",
	])("is nothing that the identity library redirects to: %s", async (path) => {
		for (const target of elsewhere) {
			const answer = await fetch(app.url + path + encodeURIComponent(target), { redirect: "manual" });
			const location = answer.headers.get("location");
			if (location !== null) expect(new URL(location, publicUrl).origin, `${path} ${target}`).toBe(publicUrl);
		}
	});
});
