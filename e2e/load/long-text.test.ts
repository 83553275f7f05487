import { setTimeout as sleep } from "node:timers/promises";
import type { NodeHealth } from "@timbre/engines/node/protocol.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";
import { listen } from "../../tools/bench/listener.ts";
import { processTimes } from "../../tools/bench/streams.ts";
import { printFigures } from "../../tools/ci/figures.ts";

const textLength = 100_000;
const sentences = Array.from(
	{ length: 1_600 },
	(_, at) => `This is sentence number ${at} of a very long text, and it goes on.`,
);
const long = `${sentences.join(" ").slice(0, textLength - 1)}.`;
const short = "This is sentence number 1 of a very long text, and it goes on.";
/** Simulated synthesis time per clause; more would only make the test longer, since there are 1,500 clauses. */
const engineMs = 15;
const maxGrowthMb = 100;
const maxStopMs = 300;

let harness: Harness;
beforeAll(async () => {
	harness = await startHarness({
		engines: "fake",
		env: {
			FAKE_DELAY_MS: String(engineMs),
			NODE_OPTIONS: `--import=${import.meta.resolve("../../tools/bench/collect-on-signal.ts")}`,
		},
	});
}, 120_000);
afterAll(() => harness?.stop());

const startStream = (text: string) =>
	listen({
		apiUrl: harness.stack.apiUrl,
		apiKey: harness.user.apiKey,
		voiceId: voiceId("fake", "tone-low"),
		text,
		format: "mp3_22050_32",
	});
const pidOf = (name: "api" | "speech-node") => harness.stack.programs.get(name)?.pid ?? 0;
const memory = (name: "api" | "speech-node") => processTimes(pidOf(name)).rssMb;
/** Forces a collection, so that measured memory is in use and not just uncollected. */
async function collectGarbage(): Promise<void> {
	for (const name of ["api", "speech-node"] as const) process.kill(pidOf(name), "SIGUSR2");
	await sleep(1_000);
}
const running = async () => ((await (await fetch(`${harness.speechNodeUrl}/health`)).json()) as NodeHealth).running;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test("100,000 characters: the first audio arrives as early as for one sentence", async () => {
	const first = { short: [] as number[], long: [] as number[] };
	for (let round = 0; round < 7; round++) {
		for (const [name, text] of [
			["short", short],
			["long", long],
		] as const) {
			const listener = startStream(text);
			await until("the first audio", 30, () => listener.firstByteMs);
			listener.leave();
			await listener.done;
			await until("the node to be free", 10, async () => (await running()) === 0);
			// Skip the first round, which warms up.
			if (round > 0) first[name].push(listener.firstByteMs ?? 0);
		}
	}
	printFigures(
		`first audio: one sentence ${median(first.short).toFixed(0)} ms, 100,000 characters ${median(first.long).toFixed(0)} ms`,
	);
	// Parsing 1,500 sentences and looking up which are paid takes about 50 ms on an idle machine.
	expect(median(first.long)).toBeLessThan(median(first.short) + 150);
});

test("100,000 characters: memory of the API and speech node stays bounded, and the full text is charged once", async () => {
	await collectGarbage();
	const before = { api: memory("api"), node: memory("speech-node") };
	const peak = { ...before };
	const listener = startStream(long);
	let over = false;
	void listener.done.then(() => {
		over = true;
	});
	while (!over) {
		await collectGarbage();
		peak.api = Math.max(peak.api, memory("api"));
		peak.node = Math.max(peak.node, memory("speech-node"));
	}
	expect((await listener.done).ended).toBe("complete");
	const { duration_seconds: seconds, text } = await until("the item", 30, () =>
		harness.db
			.selectFrom("history_item")
			.selectAll()
			.where("id", "=", listener.generationId ?? "")
			.executeTakeFirst(),
	);
	printFigures(
		`${Math.round(seconds / 60)} minutes of audio, ${(listener.bytes / 1e6).toFixed(0)} MB; memory grew by ${(peak.api - before.api).toFixed(0)} MB (api), ${(peak.node - before.node).toFixed(0)} MB (speech node)`,
	);
	expect(text).toBe(long);
	expect(peak.api - before.api).toBeLessThan(maxGrowthMb);
	expect(peak.node - before.node).toBeLessThan(maxGrowthMb);
	const entry = await harness.db
		.selectFrom("credit_entry")
		.select("amount")
		.where("generation_id", "=", listener.generationId ?? "")
		.executeTakeFirstOrThrow();
	expect(entry.amount).toBe(textLength);
});

test("a disconnect after two seconds stops the engine within 300 ms, and only what was delivered is charged", async () => {
	const stops: number[] = [];
	let listener = startStream(long);
	let bytes = 0;
	while (stops.length < 3) {
		if (stops.length > 0) listener = startStream(long);
		await until("the first audio", 30, () => listener.firstByteMs);
		await sleep(2_000);
		bytes = listener.bytes;
		const leftAt = performance.now();
		listener.leave();
		await until("the engine to stop", 10, async () => (await running()) === 0);
		stops.push(performance.now() - leftAt);
	}
	const stopMs = median(stops);
	const entry = await until("the reservation to be settled", 10, () =>
		harness.db
			.selectFrom("credit_entry")
			.select("amount")
			.where("generation_id", "=", listener.generationId ?? "")
			.executeTakeFirst(),
	);
	const deliveredSeconds = (bytes * 8) / 32_000;
	printFigures(
		`stopped after ${stopMs.toFixed(0)} ms; delivered ${deliveredSeconds.toFixed(0)} s, charged ${entry.amount} of ${textLength} characters`,
	);
	expect(stopMs).toBeLessThan(maxStopMs);
	// The fake engine speaks 15 characters per second; audio in network buffers counts as delivered.
	expect(entry.amount).toBeLessThan(deliveredSeconds * 15 * 1.5 + 2_000);
	expect(entry.amount).toBeGreaterThan(0);
});
