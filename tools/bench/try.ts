// npm run bench:try: measures how anonymous visitors affect customers. Rounds with and without visitors alternate.
//   --visitors 200   --streams 5   --rounds 3   --seconds 8
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { printFigures } from "../ci/figures.ts";
import { ROOT } from "../generated.ts";
import { type Harness, startHarness } from "./harness.ts";
import { listen } from "./listener.ts";
import type { VisitorCounts, VisitorsOptions } from "./visitors.ts";

export type TryOptions = { visitors: number; streams: number; rounds: number; seconds: number };

type Round = {
	withVisitors: boolean;
	complete: number;
	firstByteMs: number[];
	largestGapMs: number[];
	visitors: VisitorCounts | undefined;
};
export type TryResult = TryOptions & { slots: number; maxVisitors: number; loadAverage: number[]; results: Round[] };

/** Slots of the fake engine: enough for all customer streams and a few visitors. */
const slots = 8;
const maxVisitors = 4;
const charactersPerSecond = 15;
/** Expected difference between two medians of the same measurement under load. */
export const noiseMs = 100;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function story(seconds: number, name: string): string {
	const sentences: string[] = [];
	for (let length = 0; length < seconds * charactersPerSecond; length += sentences.at(-1)?.length ?? 0)
		sentences.push(`This is for ${name} and it is sentence ${sentences.length}, spoken at the pace of a person.`);
	return sentences.join(" ");
}

/** In a worker thread, because 200 concurrent requests would delay the timing of the listeners here. */
function startVisitors(harness: Harness, visitors: number): { stop(): Promise<VisitorCounts> } {
	const workerData: VisitorsOptions = { apiUrl: harness.stack.apiUrl, visitors };
	const thread = new Worker(new URL("./visitors.ts", import.meta.url), { workerData });
	return {
		async stop() {
			thread.postMessage("stop");
			const [counts] = (await once(thread, "message")) as [VisitorCounts];
			return counts;
		},
	};
}

async function runRound(harness: Harness, options: TryOptions, name: string, withVisitors: boolean): Promise<Round> {
	// Reset the limits: each round may use up the global limit per minute.
	await harness.db.deleteFrom("rate_limit").execute();
	const visitors = withVisitors ? startVisitors(harness, options.visitors) : undefined;
	await sleep(1_000);
	const listeners = [];
	for (let at = 0; at < options.streams; at++) {
		listeners.push(
			listen({
				apiUrl: harness.stack.apiUrl,
				apiKey: harness.user.apiKey,
				voiceId: voiceId("fake", "tone-low"),
				text: story(options.seconds, `listener ${name}${at}`),
				format: "pcm_8000",
			}),
		);
		// Start one after another, so each first byte is measured separately.
		await sleep(300);
	}
	const endings = await Promise.all(listeners.map(({ done }) => done));
	return {
		withVisitors,
		complete: endings.filter(({ ended }) => ended === "complete").length,
		firstByteMs: listeners.map(({ firstByteMs }) => firstByteMs ?? Number.POSITIVE_INFINITY),
		largestGapMs: listeners.map(({ largestGapMs }) => largestGapMs),
		visitors: await visitors?.stop(),
	};
}

export async function benchTry(options: TryOptions): Promise<TryResult> {
	const harness = await startHarness({
		engines: "fake",
		env: {
			FAKE_REALTIME: "true",
			FAKE_SAMPLE_RATE: "8000",
			FAKE_PARALLEL: String(slots),
			SPEECH_VISITORS: String(maxVisitors),
			// Each visitor has its own address.
			TRUST_PROXY: "true",
			NODE_ENV: "production",
		},
	});
	try {
		await runRound(harness, { ...options, seconds: 2 }, "warm", false);
		const results: Round[] = [];
		// Noise affects single rounds, visitors affect all of them: run twice as many rounds if a goal is missed.
		for (let round = 0; round < options.rounds * (slowdowns(results).length > 0 ? 2 : 1); round++) {
			results.push(await runRound(harness, options, `quiet${round}`, false));
			results.push(await runRound(harness, options, `visitors${round}`, true));
		}
		return { ...options, slots, maxVisitors, loadAverage: loadavg(), results };
	} finally {
		await harness.stop();
	}
}

function both(results: readonly Round[], figures: (round: Round) => number[]) {
	const of = (withVisitors: boolean) => results.filter((round) => round.withVisitors === withVisitors).flatMap(figures);
	return { alone: of(false), loaded: of(true) };
}

/** Goals missed by the median customer with visitors. */
function slowdowns(results: readonly Round[]): string[] {
	const compared = {
		"time to first byte": both(results, ({ firstByteMs }) => firstByteMs),
		"largest gap": both(results, ({ largestGapMs }) => largestGapMs),
	};
	return Object.entries(compared).flatMap(([what, { alone, loaded }]) => {
		const added = median(loaded) - median(alone);
		return added > noiseMs ? [`${what} of the median customer grew by ${Math.round(added)} ms`] : [];
	});
}

export function failedGoals({ streams, results }: TryResult): string[] {
	const failures = slowdowns(results);
	for (const round of results) {
		if (round.complete < streams) failures.push(`only ${round.complete} of ${streams} customer streams were complete`);
		if (!round.visitors) continue;
		if (round.visitors.maxConcurrent > maxVisitors)
			failures.push(`${round.visitors.maxConcurrent} visitors were served at once`);
		if (round.visitors.completed === 0) failures.push("no visitor was served");
		if (round.visitors.other > 0) failures.push(`${round.visitors.other} visitors got neither audio nor a 429`);
	}
	return failures;
}

export function describeResult(result: TryResult): string {
	const { visitors, streams, seconds, results, loadAverage } = result;
	const number = (value: number) => value.toFixed(0).padStart(10);
	const line = (
		name: string,
		{ alone, loaded }: { alone: number[]; loaded: number[] },
		pick: (values: number[]) => number,
	) => `${name.padEnd(46)}${number(pick(alone))}${number(pick(loaded))}`;
	const first = both(results, ({ firstByteMs }) => firstByteMs);
	const gaps = both(results, ({ largestGapMs }) => largestGapMs);
	const counts = results.flatMap(({ visitors: round }) => round ?? []);
	const sum = (pick: (round: VisitorCounts) => number) => counts.reduce((total, round) => total + pick(round), 0);
	const load = loadAverage.map((value) => value.toFixed(1)).join(" ");
	return [
		`${streams} customer streams of about ${seconds} s on ${slots} slots, alone and with ${visitors} visitors; load average ${load}`,
		`${"".padEnd(46)}${"alone".padStart(10)}${"visitors".padStart(10)}`,
		line("first byte, median, ms", first, median),
		line("first byte, slowest, ms", first, (values) => Math.max(...values)),
		line("largest gap of the median listener, ms", gaps, median),
		line("largest gap of any listener, ms", gaps, (values) => Math.max(...values)),
		`${sum(({ requests }) => requests)} visitor requests: ${sum(({ completed }) => completed)} completed, ${sum(({ busy }) => busy)} rejected as busy, ${sum(({ overLimit }) => overLimit)} over the limit; at most ${Math.max(...counts.map(({ maxConcurrent }) => maxConcurrent))} at once`,
	].join("\n");
}

if (import.meta.main) {
	const { values } = parseArgs({
		options: {
			visitors: { type: "string", default: "200" },
			streams: { type: "string", default: "5" },
			rounds: { type: "string", default: "3" },
			seconds: { type: "string", default: "8" },
		},
	});
	const result = await benchTry({
		visitors: Number(values.visitors),
		streams: Number(values.streams),
		rounds: Number(values.rounds),
		seconds: Number(values.seconds),
	});
	const failures = failedGoals(result);
	printFigures(describeResult(result));
	printFigures(failures.length === 0 ? "all goals met" : failures.join("\n"));
	await mkdir(join(ROOT, "reports"), { recursive: true });
	await writeFile(join(ROOT, "reports/bench-try.json"), JSON.stringify({ ...result, failures }, undefined, "\t"));
	process.exitCode = failures.length === 0 ? 0 : 1;
}
