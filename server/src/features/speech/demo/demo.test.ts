import { afterEach, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

let app: TestApp;
afterEach(async () => app.stop());

const tryAt = (url: string, visitor: string, text = "Hi.") =>
	fetch(`${url}/v1/try/speech`, {
		method: "POST",
		headers: { "content-type": "application/json", "x-forwarded-for": visitor },
		body: JSON.stringify({ text, voice_id: app.voiceId }),
	});
const statusOf = async (answer: Response) => {
	await answer.arrayBuffer();
	return answer.status;
};

test("limits requests per visitor and minute across all API processes", async () => {
	app = await testApp({ env: { TRUST_PROXY: "true" } });
	const urls = [app.url, await app.startSecondApi()] as const;
	for (let at = 0; at < 10; at++) expect(await statusOf(await tryAt(urls[at % 2] ?? "", "203.0.113.7"))).toBe(200);
	for (const url of urls) {
		const rejected = await tryAt(url, "203.0.113.7");
		expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await rejected.json()).toMatchObject({
			detail: {
				code: "rate_limit_exceeded",
				message: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds\.$/),
			},
		});
	}
	expect(await statusOf(await tryAt(app.url, "203.0.113.8"))).toBe(200);
});

test("limits requests of all visitors per minute across all API processes", async () => {
	app = await testApp({ env: { TRUST_PROXY: "true" } });
	const urls = [app.url, await app.startSecondApi()] as const;
	for (const url of urls) expect(await statusOf(await tryAt(url, "198.51.100.1"))).toBe(200);
	// Both counted in the same row. Add what 117 more requests would, in a minute that no slow machine outlasts.
	const counted = await app.db
		.updateTable("rate_limit")
		.set((eb) => ({ points: eb("points", "+", 117), expire: Date.now() + 3_600_000 }))
		.where("key", "like", "%:everyone:%")
		.returning("points")
		.execute();
	expect(counted).toEqual([{ points: 119 }]);
	expect(await statusOf(await tryAt(app.url, "198.51.100.2"))).toBe(200);
	for (const url of urls) {
		const rejected = await tryAt(url, "198.51.100.250");
		expect(rejected.status).toBe(429);
		expect(await rejected.json()).toMatchObject({
			detail: { message: expect.stringMatching(/^Too many people are using this right now\. Try again in/) },
		});
	}
	const person = await app.user();
	const paying = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text: "Hello." });
	expect(await statusOf(paying)).toBe(200);
});

test("serves four visitors at once across all API processes and sends the others a Retry-After header", async () => {
	const gate = Promise.withResolvers<void>();
	app = await testApp({ fake: { hold: () => gate.promise }, env: { TRUST_PROXY: "true" } });
	const urls = [app.url, await app.startSecondApi()] as const;
	let answered = 0;
	const requests = Array.from({ length: 10 }, async (_, at) => {
		const answer = await tryAt(urls[at % 2] ?? "", `192.0.2.${at}`);
		// Hold back all audio until six requests were rejected.
		if (++answered === 6) gate.resolve();
		return answer;
	});
	const answers = await Promise.all(requests);
	const rejected = answers.filter(({ status }) => status === 429);
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
	expect(rejected).toHaveLength(6);
	for (const answer of rejected) {
		expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await answer.json()).toMatchObject({
			detail: { code: "system_busy", message: expect.stringMatching(/visitors/) },
		});
	}
	// Rejected requests do not count toward the rate limit.
	const { points } = await app.db
		.selectFrom("rate_limit")
		.select("points")
		.where("key", "like", "try_speech:everyone:%")
		.executeTakeFirstOrThrow();
	expect(points).toBe(4);
});

test("signed-in users go before waiting visitors", async () => {
	const spoken: string[] = [];
	const gate = Promise.withResolvers<void>();
	app = await testApp({
		fake: { hold: () => gate.promise, parallel: 1, onSegment: (text) => spoken.push(text) },
		env: { TRUST_PROXY: "true" },
	});
	const person = await app.user();
	const visitors = ["First.", "Second.", "Third."].map((text, at) => tryAt(app.url, `192.0.2.${at}`, text));
	await expect.poll(() => spoken.length).toBe(1);
	const paying = app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, {
		text: "One sentence. And another one.",
	});
	await expect.poll(async () => (await app.speech.health())[0]).toMatchObject({ running: 1, queued: 3 });
	gate.resolve();
	await Promise.all([...visitors, paying].map(async (answer) => statusOf(await answer)));
	const order = spoken.map((text) => text.trim());
	expect(order.indexOf("And another one.")).toBe(order.indexOf("One sentence.") + 1);
	// Only the visitor whose request was already running came first.
	expect(order.indexOf("One sentence.")).toBe(1);
	expect(spoken).toHaveLength(5);
});
