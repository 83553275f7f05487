// Guessing passwords and codes over two api processes, and what the time of an answer tells. The rules are in auth.limits.public.ts.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Person } from "../../../seed/builders.ts";
import { printFigures } from "../../../tools/ci/figures.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { totp } from "../testing/totp.ts";

/** From one source. Whoever is stopped after 10, 30 or 100 is stopped in a few hundred; `npm run verify` tries thousands. */
const guesses = Number(process.env.GUESSES ?? 500);

// Hundreds of requests, and passwords that are slow to check on purpose.
vi.setConfig({ testTimeout: 300_000 });

const enough = "Too many attempts, please try again in a few minutes.";
let app: TestApp;
let apis: string[];
beforeAll(async () => {
	app = await testApp({ env: { TRUST_PROXY: "true" } });
	apis = [app.url, await app.anotherApi()];
});
afterAll(async () => app.stop());

type Try = { path: string; body?: unknown; visitor: string; cookie?: string; method?: string };

async function attempt({ path, body, visitor, cookie, method = "POST" }: Try, at = 0): Promise<Response> {
	return fetch(apis[at % apis.length] + path, {
		method,
		redirect: "manual",
		headers: {
			origin: app.publicUrl,
			"x-forwarded-for": visitor,
			...(body === undefined ? {} : { "content-type": "application/json" }),
			...(cookie === undefined ? {} : { cookie }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
}

/** So many tries, fifty at once, every other one at the other process; how many had their secret looked at, and what the rest was told. */
async function tries(count: number, make: (at: number) => Try) {
	let next = 0;
	let looked = 0;
	const told = new Set<string>();
	const work = async () => {
		for (let at = next++; at < count; at = next++) {
			const answer = await attempt(make(at), at);
			if (answer.status !== 429) {
				looked++;
				await answer.arrayBuffer();
				expect(answer.status, "nothing breaks").toBeLessThan(500);
				expect(cookiesOf(answer), "nobody gets in").not.toContain("session_token=");
				continue;
			}
			told.add(messageOf(await answer.json()));
		}
	};
	await Promise.all(Array.from({ length: 50 }, work));
	return { looked, told: [...told] };
}

function messageOf(body: unknown): string {
	const { detail, message } = body as { detail?: { message?: string }; message?: string };
	return detail?.message ?? message ?? "";
}

const signIn = (email: string, password: string, visitor: string): Try => ({
	path: "/api/auth/sign-in/email",
	body: { email, password },
	visitor,
});
async function setPasswordByMail(email: string, newPassword: string, visitor: string): Promise<unknown> {
	await attempt({ path: "/v1/user/send-password-reset-email", body: { email }, visitor });
	const { body } = await app.db
		.selectFrom("mail")
		.select("body")
		.where("to_address", "=", email)
		.where("body", "like", "%/app/reset-password%")
		.executeTakeFirstOrThrow();
	const action_code = /[?&]code=([\w-]+)/.exec(body)?.[1];
	const sent = { action_code, new_password: newPassword };
	return (await attempt({ path: "/v1/user/confirm-password-reset", body: sent, visitor })).json();
}
/** As if an hour had gone by. */
const anHourLater = () =>
	app.db.updateTable("rate_limit").set({ expire: 0 }).where("key", "not like", "%known%").execute();
const cookiesOf = (answer: Response) =>
	answer.headers
		.getSetCookie()
		.map((cookie) => cookie.split(";")[0])
		.join("; ");

describe(`${2 * guesses} passwords`, () => {
	test("tried from one address, are stopped after 10, and the owner comes in from another at once", async () => {
		const { email, password } = await app.person();
		const { looked, told } = await tries(guesses, (at) => signIn(email, `wrong password ${at}`, "192.0.2.1"));
		expect(looked).toBeLessThanOrEqual(10);
		expect(told).toEqual([enough]);
		const right = await attempt(signIn(email, password, "192.0.2.1"));
		expect([right.status, messageOf(await right.json())], "not even with the right one").toEqual([429, enough]);
		expect((await attempt(signIn(email, password, "198.51.100.1"))).status).toBe(200);
	});

	test("tried from five hundred addresses, are stopped after 100; who has been there before still comes in", async () => {
		const { email, password } = await app.person();
		const home = "198.51.100.7";
		expect((await attempt(signIn(email, password, home))).status).toBe(200);
		const from = (at: number) => `203.0.${(at % 500) >> 8}.${(at % 500) & 255}`;
		const { looked, told } = await tries(guesses, (at) => signIn(email, `wrong password ${at}`, from(at)));
		expect(looked).toBeLessThanOrEqual(100);
		expect(told).toEqual([enough]);
		for (const api of [0, 1]) expect((await attempt(signIn(email, password, home), api)).status).toBe(200);
		const away = (word: string) => attempt(signIn(email, word, "198.51.100.99"));
		expect((await away(password)).status, "from a place nobody knows").toBe(429);

		const abroad = "198.51.100.120";
		const newPassword = "a wholly other secret 91";
		expect(await setPasswordByMail(email, newPassword, abroad)).toEqual({ result: "success" });
		expect((await attempt(signIn(email, newPassword, abroad))).status, "where the mail was read").toBe(200);

		await anHourLater();
		// Each process remembers a refusal for a moment, so that a flood is no flood of queries.
		await expect.poll(async () => (await away(newPassword)).status, { interval: 250 }).toBe(200);
	});

	test("tried on as many accounts from one address, are stopped after 100", async () => {
		const { looked, told } = await tries(500, (at) => signIn(`nobody-${at}@example.com`, "Summer2026!", "192.0.2.77"));
		expect(looked).toBeLessThanOrEqual(100);
		expect(told).toEqual([enough]);
	});

	test("are counted alike whether there is such an account or not", async () => {
		const { email } = await app.person();
		const [known, unknown] = await Promise.all(
			[email, "no-such-account@example.com"].map((address, at) =>
				tries(40, (n) => signIn(address, `wrong ${n}`, `192.0.2.${100 + at}`)),
			),
		);
		expect(known).toEqual(unknown);
	});
});

describe(`${2 * guesses} codes`, () => {
	async function withSecondFactor(): Promise<Person & { secret: string }> {
		const person = await app.person();
		const cookie = await app.signIn(person);
		const factors = (body: unknown) =>
			attempt({ path: "/v1/user/update-mfa-factors", body, visitor: "198.51.100.20", cookie });
		const begun = await factors({ action: "begin", password: person.password });
		const { secret = "" } = (await begun.json()) as { secret?: string };
		expect((await factors({ action: "confirm", code: totp(secret) })).status).toBe(200);
		return { ...person, secret };
	}
	const wrongCode = (secret: string, at: number) => {
		const near = new Set([-60_000, -30_000, 0, 30_000, 60_000].map((ms) => totp(secret, Date.now() + ms)));
		const code = String(at).padStart(6, "0");
		return near.has(code) ? "999999" : code;
	};

	test("of an authenticator app, tried by somebody who knows the password, are stopped after 30", async () => {
		const person = await withSecondFactor();
		const half = await attempt(signIn(person.email, person.password, "192.0.2.5"));
		expect(await half.clone().json()).toMatchObject({ twoFactorRedirect: true });
		const cookie = cookiesOf(half);
		const verify = (at: number, visitor: string): Try => ({
			path: "/api/auth/two-factor/verify-totp",
			body: { code: wrongCode(person.secret, at) },
			visitor,
			cookie,
		});
		const one = await tries(guesses, (at) => verify(at, "192.0.2.5"));
		const many = await tries(guesses, (at) => verify(at + guesses, `203.1.${(at % 500) >> 8}.${(at % 500) & 255}`));
		expect(one.looked).toBeLessThanOrEqual(5);
		expect(one.looked + many.looked).toBeLessThanOrEqual(30);
		expect([...one.told, ...many.told]).toEqual([enough, enough]);
	});

	test.each<[string, string, (code: string) => Omit<Try, "visitor">]>([
		[
			"a new password",
			"192.0.2.201",
			(code) => ({ path: "/v1/user/check-password-reset-code", body: { action_code: code } }),
		],
		[
			"setting a new password",
			"192.0.2.202",
			(code) => ({
				path: "/v1/user/confirm-password-reset",
				body: { action_code: code, new_password: "a wholly other secret 91" },
			}),
		],
		[
			"taking an address back",
			"192.0.2.203",
			(code) => ({ path: `/v1/user/email?is_reverting=true&verification_code=${code}`, method: "PUT" }),
		],
	])("of a mail for %s, are stopped after 100 from one address", async (_what, visitor, make) => {
		const { looked, told } = await tries(guesses, (at) => ({ ...make(`guess${at}`), visitor }));
		expect(looked).toBeLessThanOrEqual(100);
		expect(told).toEqual([enough]);
	});
});

describe("the time of an answer does not tell whether there is an account", () => {
	const each = 200;
	type Ask = (email: string, at: number) => Try;

	/** Known and unknown in turns, so that whatever else the machine does falls on both; `width` at once. */
	async function times(ask: Ask, width: number): Promise<{ known: number[]; unknown: number[] }> {
		const people = await Promise.all(Array.from({ length: 20 }, () => app.person()));
		const known: number[] = [];
		const unknown: number[] = [];
		const measure = async (at: number) => {
			const is = (at + (at >> 1)) % 2 === 0;
			const email = is ? (people[(at + 20) % people.length]?.email ?? "") : `nobody-${at}-${Math.random()}@example.com`;
			const begun = performance.now();
			const answer = await attempt(ask(email, at + 20));
			await answer.arrayBuffer();
			expect(answer.status).not.toBe(429);
			// The first ones warm everything up.
			if (at >= 0) (is ? known : unknown).push(performance.now() - begun);
		};
		for (let at = -20; at < each * 2; at += width)
			await Promise.all(Array.from({ length: width }, (_, next) => measure(at + next)));
		return { known, unknown };
	}
	/** One in a hundred honest samples would fail, so a failure is measured a second time. */
	async function looksAlike(ask: Ask, width: number): Promise<void> {
		const results: string[] = [];
		for (let round = 0; round < 2; round++) {
			const { known, unknown } = await times(ask, width);
			expect(Math.min(known.length, unknown.length)).toBeGreaterThanOrEqual(each - 1);
			const p = mannWhitney(known, unknown);
			const apart = Math.abs(quantile(known, 0.5) - quantile(unknown, 0.5));
			const noise = quantile(unknown, 0.75) - quantile(unknown, 0.25);
			results.push(`p ${p.toFixed(4)}, medians ${apart.toFixed(2)} ms apart, noise ${noise.toFixed(2)} ms`);
			if (p > 0.01 && apart < noise) return printFigures(`known and unknown addresses: ${results.at(-1)}`);
		}
		expect(results).toEqual([]);
	}
	const from = (at: number) => `203.2.${at >> 8}.${at & 255}`;

	test("signing in", { tags: ["measured"], timeout: 900_000 }, async () => {
		await looksAlike((email, at) => signIn(email, "not the password", from(at)), 1);
	});

	test("asking for a new password", { tags: ["measured"] }, async () => {
		// Each waits a while on purpose, so some can wait together; too many would take longer than that while, and show.
		const reset: Ask = (email, at) => ({
			path: "/v1/user/send-password-reset-email",
			body: { email },
			visitor: from(at),
		});
		await looksAlike(reset, 4);
	});
});

function quantile(values: readonly number[], at: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) * at)] ?? 0;
}

/** How likely two samples of the same source differ as much as these (two-sided, normal approximation). */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
	const all = [...a.map((value) => ({ value, of: "a" })), ...b.map((value) => ({ value, of: "b" }))];
	all.sort((x, y) => x.value - y.value);
	const rankSum = all.reduce((sum, { of }, index) => (of === "a" ? sum + index + 1 : sum), 0);
	const u = rankSum - (a.length * (a.length + 1)) / 2;
	const mean = (a.length * b.length) / 2;
	const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
	return 2 * (1 - normal(Math.abs(u - mean) / deviation));
}

/** The normal distribution up to z, by the approximation of Abramowitz and Stegun 26.2.17. */
function normal(z: number): number {
	const t = 1 / (1 + 0.2316419 * z);
	const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
	const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
	return 1 - density * tail;
}
