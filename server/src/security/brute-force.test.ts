// Brute-force and timing attacks on passwords and codes, on two API processes. See auth.limits.public.ts.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { SeedUser } from "../../../seed/builders.ts";
import { printFigures } from "../../../tools/ci/figures.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { totp } from "../testing/totp.ts";

/** Per attack. A few hundred are enough to reach limits of 10, 30 and 100; `npm run verify` tries thousands. */
const guesses = Number(process.env.GUESSES ?? 500);

// Hundreds of requests, and password hashing is slow on purpose.
vi.setConfig({ testTimeout: 300_000 });

const tooManyMessage = "Too many attempts, please try again in a few minutes.";
let app: TestApp;
let apis: string[];
beforeAll(async () => {
	app = await testApp({ env: { TRUST_PROXY: "true" } });
	apis = [app.url, await app.startSecondApi()];
});
afterAll(async () => app.stop());

type Attempt = { path: string; body?: unknown; clientIp: string; cookie?: string; method?: string };

async function attempt({ path, body, clientIp, cookie, method = "POST" }: Attempt, index = 0): Promise<Response> {
	return fetch(apis[index % apis.length] + path, {
		method,
		redirect: "manual",
		headers: {
			origin: app.publicUrl,
			"x-forwarded-for": clientIp,
			...(body === undefined ? {} : { "content-type": "application/json" }),
			...(cookie === undefined ? {} : { cookie }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
}

/** Sends attempts to both processes, 50 at once. Returns how many were checked and the error messages of the rest. */
async function attack(count: number, create: (index: number) => Attempt) {
	let next = 0;
	let checked = 0;
	const messages = new Set<string>();
	const work = async () => {
		for (let at = next++; at < count; at = next++) {
			const response = await attempt(create(at), at);
			if (response.status !== 429) {
				checked++;
				await response.arrayBuffer();
				expect(response.status, "no internal error").toBeLessThan(500);
				expect(cookiesOf(response), "no session").not.toContain("session_token=");
				continue;
			}
			messages.add(messageOf(await response.json()));
		}
	};
	await Promise.all(Array.from({ length: 50 }, work));
	return { checked, messages: [...messages] };
}

function messageOf(body: unknown): string {
	const { detail, message } = body as { detail?: { message?: string }; message?: string };
	return detail?.message ?? message ?? "";
}

const signIn = (email: string, password: string, clientIp: string): Attempt => ({
	path: "/api/auth/sign-in/email",
	body: { email, password },
	clientIp,
});
async function resetPasswordByMail(email: string, newPassword: string, clientIp: string): Promise<unknown> {
	await attempt({ path: "/v1/user/send-password-reset-email", body: { email }, clientIp });
	const { body } = await app.db
		.selectFrom("mail")
		.select("body")
		.where("to_address", "=", email)
		.where("body", "like", "%/app/reset-password%")
		.executeTakeFirstOrThrow();
	const action_code = /[?&]code=([\w-]+)/.exec(body)?.[1];
	const sent = { action_code, new_password: newPassword };
	return (await attempt({ path: "/v1/user/confirm-password-reset", body: sent, clientIp })).json();
}
/** Expires the limits, as if an hour had passed. */
const skipHour = () =>
	app.db.updateTable("rate_limit").set({ expire: 0 }).where("key", "not like", "%known%").execute();
const cookiesOf = (response: Response) =>
	response.headers
		.getSetCookie()
		.map((cookie) => cookie.split(";")[0])
		.join("; ");

describe(`${2 * guesses} password guesses`, () => {
	test("from one IP address are blocked after 10, and the owner can still sign in from another", async () => {
		const { email, password } = await app.user();
		const { checked, messages } = await attack(guesses, (at) => signIn(email, `wrong password ${at}`, "192.0.2.1"));
		expect(checked).toBeLessThanOrEqual(10);
		expect(messages).toEqual([tooManyMessage]);
		const right = await attempt(signIn(email, password, "192.0.2.1"));
		expect([right.status, messageOf(await right.json())], "blocked even with the right password").toEqual([
			429,
			tooManyMessage,
		]);
		expect((await attempt(signIn(email, password, "198.51.100.1"))).status).toBe(200);
	});

	test("from 500 IP addresses are blocked after 100, and the owner can still sign in from a known one", async () => {
		const { email, password } = await app.user();
		const home = "198.51.100.7";
		expect((await attempt(signIn(email, password, home))).status).toBe(200);
		const from = (at: number) => `203.0.${(at % 500) >> 8}.${(at % 500) & 255}`;
		const { checked, messages } = await attack(guesses, (at) => signIn(email, `wrong password ${at}`, from(at)));
		expect(checked).toBeLessThanOrEqual(100);
		expect(messages).toEqual([tooManyMessage]);
		for (const api of [0, 1]) expect((await attempt(signIn(email, password, home), api)).status).toBe(200);
		const away = (word: string) => attempt(signIn(email, word, "198.51.100.99"));
		expect((await away(password)).status, "from an unknown IP address").toBe(429);

		const abroad = "198.51.100.120";
		const newPassword = "a completely new secret 91";
		expect(await resetPasswordByMail(email, newPassword, abroad)).toEqual({ result: "success" });
		expect((await attempt(signIn(email, newPassword, abroad))).status, "where the password was reset").toBe(200);

		await skipHour();
		// Each process caches rejections for two seconds.
		await expect.poll(async () => (await away(newPassword)).status, { interval: 250 }).toBe(200);
	});

	test("for as many accounts from one IP address are blocked after 100", async () => {
		const { checked, messages } = await attack(500, (at) =>
			signIn(`nobody-${at}@example.com`, "Summer2026!", "192.0.2.77"),
		);
		expect(checked).toBeLessThanOrEqual(100);
		expect(messages).toEqual([tooManyMessage]);
	});

	test("are counted the same whether the account exists or not", async () => {
		const { email } = await app.user();
		const [known, unknown] = await Promise.all(
			[email, "no-such-account@example.com"].map((address, at) =>
				attack(40, (n) => signIn(address, `wrong ${n}`, `192.0.2.${100 + at}`)),
			),
		);
		expect(known).toEqual(unknown);
	});
});

describe(`${2 * guesses} code guesses`, () => {
	async function withSecondFactor(): Promise<SeedUser & { secret: string }> {
		const user = await app.user();
		const cookie = await app.signIn(user);
		const factors = (body: unknown) =>
			attempt({ path: "/v1/user/update-mfa-factors", body, clientIp: "198.51.100.20", cookie });
		const setup = await factors({ action: "begin", password: user.password });
		const { secret = "" } = (await setup.json()) as { secret?: string };
		expect((await factors({ action: "confirm", code: totp(secret) })).status).toBe(200);
		return { ...user, secret };
	}
	const wrongCode = (secret: string, at: number) => {
		const near = new Set([-60_000, -30_000, 0, 30_000, 60_000].map((ms) => totp(secret, Date.now() + ms)));
		const code = String(at).padStart(6, "0");
		return near.has(code) ? "999999" : code;
	};

	test("of an authenticator app are blocked after 30, even with the right password", async () => {
		const user = await withSecondFactor();
		const firstFactor = await attempt(signIn(user.email, user.password, "192.0.2.5"));
		expect(await firstFactor.clone().json()).toMatchObject({ twoFactorRedirect: true });
		const cookie = cookiesOf(firstFactor);
		const verify = (at: number, clientIp: string): Attempt => ({
			path: "/api/auth/two-factor/verify-totp",
			body: { code: wrongCode(user.secret, at) },
			clientIp,
			cookie,
		});
		const one = await attack(guesses, (at) => verify(at, "192.0.2.5"));
		const many = await attack(guesses, (at) => verify(at + guesses, `203.1.${(at % 500) >> 8}.${(at % 500) & 255}`));
		expect(one.checked).toBeLessThanOrEqual(5);
		expect(one.checked + many.checked).toBeLessThanOrEqual(30);
		expect([...one.messages, ...many.messages]).toEqual([tooManyMessage, tooManyMessage]);
	});

	test.each<[string, string, (code: string) => Omit<Attempt, "clientIp">]>([
		[
			"checking a password reset",
			"192.0.2.201",
			(code) => ({ path: "/v1/user/check-password-reset-code", body: { action_code: code } }),
		],
		[
			"confirming a password reset",
			"192.0.2.202",
			(code) => ({
				path: "/v1/user/confirm-password-reset",
				body: { action_code: code, new_password: "a completely new secret 91" },
			}),
		],
		[
			"reverting an email change",
			"192.0.2.203",
			(code) => ({ path: `/v1/user/email?is_reverting=true&verification_code=${code}`, method: "PUT" }),
		],
	])("from an email for %s are blocked after 100 from one IP address", async (_what, clientIp, create) => {
		const { checked, messages } = await attack(guesses, (at) => ({ ...create(`guess${at}`), clientIp }));
		expect(checked).toBeLessThanOrEqual(100);
		expect(messages).toEqual([tooManyMessage]);
	});
});

describe("the response time does not reveal whether an account exists", () => {
	const samplesEach = 200;
	type CreateAttempt = (email: string, index: number) => Attempt;

	/** Alternates between known and unknown accounts, so other load on the machine affects both; `width` at once. */
	async function measureTimes(create: CreateAttempt, width: number): Promise<{ known: number[]; unknown: number[] }> {
		const people = await Promise.all(Array.from({ length: 20 }, () => app.user()));
		const known: number[] = [];
		const unknown: number[] = [];
		const measure = async (at: number) => {
			const isKnown = (at + (at >> 1)) % 2 === 0;
			const email = isKnown
				? (people[(at + 20) % people.length]?.email ?? "")
				: `nobody-${at}-${Math.random()}@example.com`;
			const started = performance.now();
			const response = await attempt(create(email, at + 20));
			await response.arrayBuffer();
			expect(response.status).not.toBe(429);
			// Negative indexes are warm-up.
			if (at >= 0) (isKnown ? known : unknown).push(performance.now() - started);
		};
		for (let at = -20; at < samplesEach * 2; at += width)
			await Promise.all(Array.from({ length: width }, (_, next) => measure(at + next)));
		return { known, unknown };
	}
	/** About one in a hundred runs fails by chance, so a failure is measured again. */
	async function expectSameTiming(create: CreateAttempt, width: number): Promise<void> {
		const results: string[] = [];
		for (let round = 0; round < 2; round++) {
			const { known, unknown } = await measureTimes(create, width);
			expect(Math.min(known.length, unknown.length)).toBeGreaterThanOrEqual(samplesEach - 1);
			const p = mannWhitney(known, unknown);
			const difference = Math.abs(quantile(known, 0.5) - quantile(unknown, 0.5));
			const noise = quantile(unknown, 0.75) - quantile(unknown, 0.25);
			results.push(`p ${p.toFixed(4)}, medians differ by ${difference.toFixed(2)} ms, noise ${noise.toFixed(2)} ms`);
			if (p > 0.01 && difference < noise) return printFigures(`known and unknown accounts: ${results.at(-1)}`);
		}
		expect(results).toEqual([]);
	}
	const from = (at: number) => `203.2.${at >> 8}.${at & 255}`;

	test("when signing in", { tags: ["measured"], timeout: 900_000 }, async () => {
		await expectSameTiming((email, at) => signIn(email, "not the password", from(at)), 1);
	});

	test("when requesting a password reset", { tags: ["measured"] }, async () => {
		// Responses are delayed on purpose, so several can wait at once. Too many would exceed the delay.
		const reset: CreateAttempt = (email, at) => ({
			path: "/v1/user/send-password-reset-email",
			body: { email },
			clientIp: from(at),
		});
		await expectSameTiming(reset, 4);
	});
});

function quantile(values: readonly number[], at: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) * at)] ?? 0;
}

/** The p-value of a two-sided Mann-Whitney U test (normal approximation). */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
	const all = [...a.map((value) => ({ value, of: "a" })), ...b.map((value) => ({ value, of: "b" }))];
	all.sort((x, y) => x.value - y.value);
	const rankSum = all.reduce((sum, { of }, index) => (of === "a" ? sum + index + 1 : sum), 0);
	const u = rankSum - (a.length * (a.length + 1)) / 2;
	const mean = (a.length * b.length) / 2;
	const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
	return 2 * (1 - normalCdf(Math.abs(u - mean) / deviation));
}

/** The standard normal distribution function, approximated by Abramowitz and Stegun 26.2.17. */
function normalCdf(z: number): number {
	const t = 1 / (1 + 0.2316419 * z);
	const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
	const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
	return 1 - density * tail;
}
