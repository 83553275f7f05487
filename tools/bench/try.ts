// npm run bench:try: what paying listeners notice of a crowd of visitors who try the voices. Rounds without and with the crowd take turns.
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
import type { Crowd, Gathering } from "./crowd.ts";
import { type Harness, startHarness } from "./harness.ts";
import { listen } from "./listener.ts";

export type TryOptions = { visitors: number; streams: number; rounds: number; seconds: number };

type Round = {
	crowded: boolean;
	complete: number;
	firstByteMs: number[];
	largestGapMs: number[];
	crowd: Crowd | undefined;
};
export type TryResult = TryOptions & { slots: number; places: number; loadAverage: number[]; results: Round[] };

/** Slots of the fake engine: all paying streams fit, and a few visitors beside them. */
const slots = 8;
const places = 4;
const charactersPerSecond = 15;
/** What two medians of the same thing differ by on a machine that is in use. */
export const noiseMs = 100;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function story(seconds: number, name: string): string {
	const sentences: string[] = [];
	for (let length = 0; length < seconds * charactersPerSecond; length += sentences.at(-1)?.length ?? 0)
		sentences.push(`This is for ${name} and it is sentence ${sentences.length}, spoken at the pace of a person.`);
	return sentences.join(" ");
}

/** In a thread of its own: two hundred who ask at once would hold up the clock of those who listen here. */
function startCrowd(harness: Harness, visitors: number): { leave(): Promise<Crowd> } {
	const gathering: Gathering = { apiUrl: harness.stack.apiUrl, visitors };
	const thread = new Worker(new URL("./crowd.ts", import.meta.url), { workerData: gathering });
	return {
		async leave() {
			thread.postMessage("leave");
			const [crowd] = (await once(thread, "message")) as [Crowd];
			return crowd;
		},
	};
}

async function runRound(harness: Harness, options: TryOptions, name: string, crowded: boolean): Promise<Round> {
	// Each round may use up what all visitors together may hear in a minute.
	await harness.db.deleteFrom("rate_limit").execute();
	const crowd = crowded ? startCrowd(harness, options.visitors) : undefined;
	await sleep(1_000);
	const listeners = [];
	for (let at = 0; at < options.streams; at++) {
		listeners.push(
			listen({
				apiUrl: harness.stack.apiUrl,
				apiKey: harness.person.apiKey,
				voiceId: voiceId("fake", "tone-low"),
				text: story(options.seconds, `listener ${name}${at}`),
				format: "pcm_8000",
			}),
		);
		// Not all at once: each first sound is to meet the crowd by itself.
		await sleep(300);
	}
	const endings = await Promise.all(listeners.map(({ done }) => done));
	return {
		crowded,
		complete: endings.filter(({ ended }) => ended === "complete").length,
		firstByteMs: listeners.map(({ firstByteMs }) => firstByteMs ?? Number.POSITIVE_INFINITY),
		largestGapMs: listeners.map(({ largestGapMs }) => largestGapMs),
		crowd: await crowd?.leave(),
	};
}

export async function benchTry(options: TryOptions): Promise<TryResult> {
	const harness = await startHarness({
		engines: "fake",
		env: {
			FAKE_REALTIME: "true",
			FAKE_SAMPLE_RATE: "8000",
			FAKE_PARALLEL: String(slots),
			SPEECH_VISITORS: String(places),
			// Each visitor has an address of its own.
			TRUST_PROXY: "true",
			NODE_ENV: "production",
		},
	});
	try {
		await runRound(harness, { ...options, seconds: 2 }, "warm", false);
		const results: Round[] = [];
		// A neighbour's bad moment is in one round, what the crowd takes in all: what falls short is measured for as long again.
		for (let round = 0; round < options.rounds * (laterOf(results).length > 0 ? 2 : 1); round++) {
			results.push(await runRound(harness, options, `quiet${round}`, false));
			results.push(await runRound(harness, options, `crowded${round}`, true));
		}
		return { ...options, slots, places, loadAverage: loadavg(), results };
	} finally {
		await harness.stop();
	}
}

function both(results: readonly Round[], figures: (round: Round) => number[]) {
	const of = (crowded: boolean) => results.filter((round) => round.crowded === crowded).flatMap(figures);
	return { quiet: of(false), crowded: of(true) };
}

/** What the median paying listener waits longer for beside the crowd. */
function laterOf(results: readonly Round[]): string[] {
	const compared = {
		"the first sound": both(results, ({ firstByteMs }) => firstByteMs),
		"the largest gap": both(results, ({ largestGapMs }) => largestGapMs),
	};
	return Object.entries(compared).flatMap(([what, { quiet, crowded }]) => {
		const added = median(crowded) - median(quiet);
		return added > noiseMs ? [`${what} of the median paying listener grew by ${Math.round(added)} ms`] : [];
	});
}

export function faultsOf({ streams, results }: TryResult): string[] {
	const faults = laterOf(results);
	for (const round of results) {
		if (round.complete < streams) faults.push(`only ${round.complete} of ${streams} paying streams were complete`);
		if (!round.crowd) continue;
		if (round.crowd.mostAtOnce > places) faults.push(`${round.crowd.mostAtOnce} visitors were heard at once`);
		if (round.crowd.heard === 0) faults.push("no visitor was heard at all");
		if (round.crowd.otherwise > 0)
			faults.push(`${round.crowd.otherwise} visitors got neither sound nor a clear refusal`);
	}
	return faults;
}

export function describeResult(result: TryResult): string {
	const { visitors, streams, seconds, results, loadAverage } = result;
	const number = (value: number) => value.toFixed(0).padStart(10);
	const line = (
		name: string,
		{ quiet, crowded }: { quiet: number[]; crowded: number[] },
		pick: (values: number[]) => number,
	) => `${name.padEnd(46)}${number(pick(quiet))}${number(pick(crowded))}`;
	const first = both(results, ({ firstByteMs }) => firstByteMs);
	const gaps = both(results, ({ largestGapMs }) => largestGapMs);
	const crowds = results.flatMap(({ crowd }) => crowd ?? []);
	const sum = (pick: (crowd: Crowd) => number) => crowds.reduce((total, crowd) => total + pick(crowd), 0);
	const load = loadAverage.map((value) => value.toFixed(1)).join(" ");
	return [
		`${streams} paying streams of about ${seconds} s on ${slots} slots, alone and beside ${visitors} visitors; load average ${load}`,
		`${"".padEnd(46)}${"alone".padStart(10)}${"crowd".padStart(10)}`,
		line("first sound, median, ms", first, median),
		line("first sound, slowest, ms", first, (values) => Math.max(...values)),
		line("largest gap of the median listener, ms", gaps, median),
		line("largest gap of any listener, ms", gaps, (values) => Math.max(...values)),
		`visitors asked ${sum(({ asked }) => asked)} times: ${sum(({ heard }) => heard)} heard it, ${sum(({ noPlace }) => noPlace)} found no place, ${sum(({ overLimit }) => overLimit)} were over the limit; at most ${Math.max(...crowds.map(({ mostAtOnce }) => mostAtOnce))} at once`,
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
	const faults = faultsOf(result);
	printFigures(describeResult(result));
	printFigures(faults.length === 0 ? "every goal is met" : faults.join("\n"));
	await mkdir(join(ROOT, "reports"), { recursive: true });
	await writeFile(join(ROOT, "reports/bench-try.json"), JSON.stringify({ ...result, faults }, undefined, "\t"));
	process.exitCode = faults.length === 0 ? 0 : 1;
}
