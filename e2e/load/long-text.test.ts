import { setTimeout as sleep } from "node:timers/promises";
import type { NodeHealth } from "@timbre/engines/node/protocol.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness, until } from "../../tools/bench/harness.ts";
import { listen } from "../../tools/bench/listener.ts";
import { processTimes } from "../../tools/bench/streams.ts";
import { printFigures } from "../../tools/ci/figures.ts";

const wanted = 100_000;
const sentences = Array.from(
	{ length: 1_600 },
	(_, at) => `This is sentence number ${at} of a very long text, and it goes on.`,
);
const long = `${sentences.join(" ").slice(0, wanted - 1)}.`;
const short = "This is sentence number 1 of a very long text, and it goes on.";
/** An engine takes some time for a clause; more than this would only make the test longer: there are 1,500 of them. */
const engineMs = 15;
const mostGrowthMb = 100;
const mostStopMs = 300;

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

const begin = (text: string) =>
	listen({
		apiUrl: harness.stack.apiUrl,
		apiKey: harness.person.apiKey,
		voiceId: voiceId("fake", "tone-low"),
		text,
		format: "mp3_22050_32",
	});
const pidOf = (name: "api" | "speech-node") => harness.stack.programs.get(name)?.pid ?? 0;
const memory = (name: "api" | "speech-node") => processTimes(pidOf(name)).rssMb;
/** What is read afterwards is held, and not only left to be collected. */
async function collectGarbage(): Promise<void> {
	for (const name of ["api", "speech-node"] as const) process.kill(pidOf(name), "SIGUSR2");
	await sleep(1_000);
}
const running = async () => ((await (await fetch(`${harness.speechNodeUrl}/health`)).json()) as NodeHealth).running;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test("100,000 characters: the first sound comes as early as for one sentence", async () => {
	const first = { short: [] as number[], long: [] as number[] };
	for (let round = 0; round < 7; round++) {
		for (const [name, text] of [
			["short", short],
			["long", long],
		] as const) {
			const listener = begin(text);
			await until("the first sound", 30, () => listener.firstByteMs);
			listener.leave();
			await listener.done;
			await until("the node to be free", 10, async () => (await running()) === 0);
			// The first round compiles.
			if (round > 0) first[name].push(listener.firstByteMs ?? 0);
		}
	}
	printFigures(
		`first sound: one sentence ${median(first.short).toFixed(0)} ms, 100,000 characters ${median(first.long).toFixed(0)} ms`,
	);
	// Reading 1,500 sentences and looking up which are paid for takes about 50 ms on a free machine.
	expect(median(first.long)).toBeLessThan(median(first.short) + 150);
});

test("100,000 characters: the memory of api and speech node stays bounded, and the whole text is charged once", async () => {
	await collectGarbage();
	const before = { api: memory("api"), node: memory("speech-node") };
	const most = { ...before };
	const listener = begin(long);
	let over = false;
	void listener.done.then(() => {
		over = true;
	});
	while (!over) {
		await collectGarbage();
		most.api = Math.max(most.api, memory("api"));
		most.node = Math.max(most.node, memory("speech-node"));
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
		`${Math.round(seconds / 60)} minutes of sound, ${(listener.bytes / 1e6).toFixed(0)} MB; memory grew by ${(most.api - before.api).toFixed(0)} MB (api), ${(most.node - before.node).toFixed(0)} MB (speech node)`,
	);
	expect(text).toBe(long);
	expect(most.api - before.api).toBeLessThan(mostGrowthMb);
	expect(most.node - before.node).toBeLessThan(mostGrowthMb);
	const entry = await harness.db
		.selectFrom("credit_entry")
		.select("amount")
		.where("generation_id", "=", listener.generationId ?? "")
		.executeTakeFirstOrThrow();
	expect(entry.amount).toBe(wanted);
});

test("left after two seconds, the engine stops within 300 ms and only what was delivered is charged", async () => {
	const stops: number[] = [];
	let listener = begin(long);
	let bytes = 0;
	while (stops.length < 3) {
		if (stops.length > 0) listener = begin(long);
		await until("the first sound", 30, () => listener.firstByteMs);
		await sleep(2_000);
		bytes = listener.bytes;
		const left = performance.now();
		listener.leave();
		await until("the engine to stop", 10, async () => (await running()) === 0);
		stops.push(performance.now() - left);
	}
	const stopMs = median(stops);
	const entry = await until("the books to be closed", 10, () =>
		harness.db
			.selectFrom("credit_entry")
			.select("amount")
			.where("generation_id", "=", listener.generationId ?? "")
			.executeTakeFirst(),
	);
	const heard = (bytes * 8) / 32_000;
	printFigures(
		`stopped after ${stopMs.toFixed(0)} ms; heard ${heard.toFixed(0)} s, charged ${entry.amount} of ${wanted} characters`,
	);
	expect(stopMs).toBeLessThan(mostStopMs);
	// The fake engine says fifteen characters a second; what lay in buffers on the way had left the server.
	expect(entry.amount).toBeLessThan(heard * 15 * 1.5 + 2_000);
	expect(entry.amount).toBeGreaterThan(0);
});
