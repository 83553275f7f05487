// npm run bench:streams: 500 concurrent listeners through one api process, with the fake engine at real-time pace.
//   --streams 500   --rounds 3   --format pcm_8000   --seconds 20
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isOutputFormat, type OutputFormat } from "@timbre/engines/media/formats.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { fakeSpeakers } from "@timbre/engines/speech/fake-speakers.ts";
import { printFigures } from "../ci/figures.ts";
import { ROOT } from "../generated.ts";
import { listenBare } from "./bare-streams.ts";
import { type Harness, startHarness, until } from "./harness.ts";
import { type Listener, listen } from "./listener.ts";

export type StreamsOptions = { streams: number; rounds: number; format: OutputFormat; seconds: number };

export type Round = {
	complete: number;
	/** Maximum number of concurrent listeners. */
	atOnce: number;
	/** The largest gap between two chunks of any listener. */
	largestGapMs: number;
	/** When in the round the largest gap ended. */
	largestGapAtSeconds: number;
	/** The largest gap of the median listener. */
	medianGapMs: number;
	firstByteMs: { median: number; largest: number };
	seconds: number;
	api: { rssBeforeMb: number; rssPeakMb: number; rssAfterMb: number; cores: number };
	speechNode: { cores: number };
	listenersCores: number;
	/** Seconds in which any process waited for the disk; undefined if the kernel does not count it. */
	diskWaitSeconds: number | undefined;
	/** The largest gap of the same number of listeners connected directly to the speech node, right after. */
	bareGapMs: number;
};

export type StreamsResult = StreamsOptions & { loadAverage: number[]; results: Round[]; ledger: LedgerState };
type LedgerState = { open: number; reserved: number; used: number; entries: number };

/** Goal for the largest gap on an idle machine. */
const maxGapMs = 500;
/**
 * On a busy machine, the limit is this factor times the largest gap of listeners connected directly to the speech node. The product
 * does more work on the same cores, such as starting and ending hundreds of requests.
 */
const maxGapFactor = 2.5;
/** Noise may spoil single rounds, but no gap may be this long even then. */
const maxGapAnyRoundMs = 10_000;
/** Allowed growth of RSS after a round, relative to the first round, for allocator noise. */
export const rssNoise = 0.15;
/** Allowed growth of peak RSS, relative to the first round, which also depends on garbage collection. */
export const rssPeakNoise = 0.5;
/** Durations in seconds. The first compiles code; the second is as long as a measured round, to reach the same memory use. */
const warmUps = (options: StreamsOptions) => [4, options.seconds];

const charactersPerSecond = 15;

/** A name of letters, so that all streams have the same duration; numbers vary in length when spoken. */
function listenerName(round: string, listener: number): string {
	const letter = (at: number) => String.fromCharCode(97 + (at % 26));
	return `${round}${letter(listener / 676)}${letter(listener / 26)}${letter(listener)}`;
}

/** Unique sentences, because a stored sentence is returned at once instead of being streamed. */
function uniqueText(seconds: number, listener: string): string {
	const sentences: string[] = [];
	for (let length = 0; length < seconds * charactersPerSecond; length += sentences.at(-1)?.length ?? 0)
		sentences.push(
			`This is for listener ${listener}${String.fromCharCode(97 + sentences.length)}, and it is spoken at the pace of a person, once.`,
		);
	return sentences.join(" ");
}

const clockTicks = 100;
export function processTimes(pid: number): { rssMb: number; cpuSeconds: number } {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
	const rssKb = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
	return { rssMb: rssKb / 1024, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / clockTicks };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Total seconds since boot. */
function diskWait(): number | undefined {
	try {
		return Number(/^some .*total=(\d+)/m.exec(readFileSync("/proc/pressure/io", "utf8"))?.[1]) / 1e6;
	} catch {
		return undefined;
	}
}

async function runRound(harness: Harness, options: StreamsOptions, name: string): Promise<Round> {
	const pidOf = (name: "api" | "speech-node") => harness.stack.programs.get(name)?.pid ?? 0;
	const before = { api: processTimes(pidOf("api")), node: processTimes(pidOf("speech-node")), own: process.cpuUsage() };
	const diskBefore = diskWait();
	const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
	const started = performance.now();
	const listeners = Array.from({ length: options.streams }, (_, index) =>
		listen({
			apiUrl: harness.stack.apiUrl,
			apiKey: harness.user.apiKey,
			voiceId: voiceId("fake", fakeSpeakers[index % fakeSpeakers.length]?.id ?? ""),
			text: uniqueText(options.seconds, listenerName(name, index)),
			format: options.format,
			agent,
		}),
	);
	const over = new Set<Listener>();
	for (const listener of listeners) void listener.done.then(() => over.add(listener));
	let atOnce = 0;
	let rssPeakMb = 0;
	while (over.size < listeners.length) {
		await sleep(250);
		atOnce = Math.max(atOnce, listeners.filter((listener) => listener.bytes > 0 && !over.has(listener)).length);
		rssPeakMb = Math.max(rssPeakMb, processTimes(pidOf("api")).rssMb);
	}
	const seconds = (performance.now() - started) / 1000;
	const diskAfter = diskWait();
	const after = { api: processTimes(pidOf("api")), node: processTimes(pidOf("speech-node")), own: process.cpuUsage() };
	const endings = await Promise.all(listeners.map(({ done }) => done));
	const own = after.own.user + after.own.system - before.own.user - before.own.system;
	const first = listeners.map(({ firstByteMs }) => firstByteMs ?? Number.POSITIVE_INFINITY);
	const fullLength = median(listeners.map(({ bytes }) => bytes));
	const worst = listeners.toSorted((a, b) => b.largestGapMs - a.largestGapMs)[0];
	agent.destroy();
	const rejected = listeners.find(({ status }) => status !== 200);
	if (rejected)
		console.log(`a request was rejected: ${rejected.status} ${rejected.body.toString("utf8").slice(0, 300)}`);
	return {
		complete: endings.filter(({ ended }, at) => ended === "complete" && listeners[at]?.bytes === fullLength).length,
		atOnce,
		largestGapMs: worst?.largestGapMs ?? 0,
		largestGapAtSeconds: (worst?.largestGapAtMs ?? 0) / 1000,
		medianGapMs: median(listeners.map(({ largestGapMs }) => largestGapMs)),
		firstByteMs: { median: median(first), largest: Math.max(...first) },
		seconds,
		api: {
			rssBeforeMb: before.api.rssMb,
			rssPeakMb,
			rssAfterMb: await settledRss(pidOf("api")),
			cores: (after.api.cpuSeconds - before.api.cpuSeconds) / seconds,
		},
		speechNode: { cores: (after.node.cpuSeconds - before.node.cpuSeconds) / seconds },
		listenersCores: own / 1e6 / seconds,
		diskWaitSeconds: diskBefore === undefined || diskAfter === undefined ? undefined : diskAfter - diskBefore,
		bareGapMs: await bareGap(harness, options, name),
	};
}

async function bareGap({ speechNodeUrl }: Harness, options: StreamsOptions, name: string): Promise<number> {
	const waits = Array.from({ length: options.streams }, (_, index) =>
		listenBare({
			speechNodeUrl,
			speaker: fakeSpeakers[index % fakeSpeakers.length]?.id ?? "",
			text: uniqueText(options.seconds, listenerName(`bare${name}`, index)),
			format: options.format,
		}),
	);
	return Math.max(...(await Promise.all(waits)));
}

/** Lowest RSS in the seconds after a round, after garbage collection (`collect-on-signal.ts`). */
async function settledRss(pid: number): Promise<number> {
	await sleep(2_000);
	process.kill(pid, "SIGUSR2");
	let lowest = Number.POSITIVE_INFINITY;
	for (let waited = 0; waited < 4; waited++) {
		await sleep(1_000);
		lowest = Math.min(lowest, processTimes(pid).rssMb);
	}
	return lowest;
}

async function readLedger({ db, user }: Harness): Promise<LedgerState> {
	const mine = user.workspaceId;
	const open = await until("all reservations to be settled", 30, async () => {
		const rows = await db
			.selectFrom("credit_reservation")
			.select("generation_id")
			.where("workspace_id", "=", mine)
			.where("state", "=", "open")
			.execute();
		return rows.length === 0 && rows;
	});
	const account = await db
		.selectFrom("credit_account")
		.select(["used", "reserved"])
		.where("workspace_id", "=", mine)
		.executeTakeFirstOrThrow();
	const entries = await db.selectFrom("credit_entry").select("amount").where("workspace_id", "=", mine).execute();
	return { open: open.length, ...account, entries: entries.reduce((sum, { amount }) => sum + amount, 0) };
}

export async function benchStreams(options: StreamsOptions, env: Record<string, string> = {}): Promise<StreamsResult> {
	const harness = await startHarness({
		engines: "fake",
		// At 8 kHz, pcm_8000 needs no resampling and has as many bytes per second as the default mp3. Encoding 500 mp3 streams would need
		// more than one core in the speech node, but this measures the api.
		env: {
			FAKE_REALTIME: "true",
			FAKE_SAMPLE_RATE: "8000",
			SPEECH_QUEUE: String(options.streams + 100),
			NODE_ENV: "production",
			...env,
			NODE_OPTIONS: `${env.NODE_OPTIONS ?? ""} --import=${import.meta.resolve("./collect-on-signal.ts")}`,
		},
	});
	try {
		let lastToBegin = 0;
		for (const [round, seconds] of warmUps(options).entries()) {
			const warm = await runRound(harness, { ...options, seconds }, `warm${String.fromCharCode(97 + round)}`);
			lastToBegin = warm.firstByteMs.largest / 1000;
		}
		// The first listener must still be listening when the last one starts, even on a slow machine.
		const seconds = Math.max(options.seconds, Math.ceil(1.5 * lastToBegin));
		const rounds: Round[] = [];
		for (let round = 0; round < options.rounds; round++)
			rounds.push(await runRound(harness, { ...options, seconds }, `round${String.fromCharCode(97 + round)}`));
		return { ...options, seconds, loadAverage: loadavg(), results: rounds, ledger: await readLedger(harness) };
	} finally {
		await harness.stop();
	}
}

/** Messages for missed goals, or an empty list. */
export function failedGoals({ streams, results, ledger }: StreamsResult): string[] {
	const failures: string[] = [];
	const bare = Math.max(...results.map(({ bareGapMs }) => bareGapMs));
	const allowed = Math.max(maxGapMs, maxGapFactor * bare);
	results.forEach((round, index) => {
		const where = `round ${index + 1}`;
		if (round.complete < streams) failures.push(`${where}: only ${round.complete} of ${streams} streams were complete`);
		if (round.atOnce < streams)
			failures.push(`${where}: at most ${round.atOnce} of ${streams} streams were concurrent`);
		if (round.largestGapMs > maxGapAnyRoundMs)
			failures.push(`${where}: a listener waited ${Math.round(round.largestGapMs)} ms between two chunks`);
	});
	const gap = median(results.map(({ largestGapMs }) => largestGapMs));
	if (gap > allowed)
		failures.push(
			`in the median round a listener waited ${Math.round(gap)} ms between two chunks; ${Math.round(allowed)} ms is allowed`,
		);
	const [first = 0, ...later] = results.map(({ api }) => api.rssAfterMb);
	const growth = Math.max(...later) - first;
	if (growth > rssNoise * first) {
		failures.push(`the api used ${Math.round(growth)} MB more after later rounds than after the first`);
	}
	const [firstPeak = 0, ...laterPeaks] = results.map(({ api }) => api.rssPeakMb);
	if (Math.max(...laterPeaks) > (1 + rssPeakNoise) * firstPeak)
		failures.push(
			`the api took ${Math.round(Math.max(...laterPeaks))} MB in later rounds, ${Math.round(firstPeak)} in the first`,
		);
	if (ledger.open !== 0 || ledger.reserved !== 0 || ledger.used !== ledger.entries)
		failures.push("the ledger does not balance");
	return failures;
}

export function describeResult({ streams, format, seconds, loadAverage, results }: StreamsResult): string {
	const number = (value: number, digits = 0) => value.toFixed(digits).padStart(9);
	const row = (name: string, value: (round: Round) => string) => `${name.padEnd(42)}${results.map(value).join("")}`;
	return [
		`${streams} concurrent streams of about ${seconds} s, ${format}; load average ${loadAverage.map((load) => load.toFixed(1)).join(" ")}`,
		row("round", (round) => number(results.indexOf(round) + 1)),
		row("complete", ({ complete }) => number(complete)),
		row("concurrent", ({ atOnce }) => number(atOnce)),
		row("largest gap of any listener, ms", ({ largestGapMs }) => number(largestGapMs)),
		row("  ended after, s", ({ largestGapAtSeconds }) => number(largestGapAtSeconds, 1)),
		row("  directly from the speech node, ms", ({ bareGapMs }) => number(bareGapMs)),
		row("largest gap of the median listener, ms", ({ medianGapMs }) => number(medianGapMs)),
		row("first byte, median, ms", ({ firstByteMs }) => number(firstByteMs.median)),
		row("first byte, last listener, ms", ({ firstByteMs }) => number(firstByteMs.largest)),
		row("api, cores", ({ api }) => number(api.cores, 2)),
		row("speech node, cores", ({ speechNode }) => number(speechNode.cores, 2)),
		row("listeners (this process), cores", ({ listenersCores }) => number(listenersCores, 2)),
		row("seconds waiting for the disk", ({ diskWaitSeconds = Number.NaN }) => number(diskWaitSeconds, 1)),
		row("api RSS before, MB", ({ api }) => number(api.rssBeforeMb)),
		row("api RSS peak, MB", ({ api }) => number(api.rssPeakMb)),
		row("api RSS after, MB", ({ api }) => number(api.rssAfterMb)),
	].join("\n");
}

if (import.meta.main) {
	const { values } = parseArgs({
		options: {
			streams: { type: "string", default: "500" },
			rounds: { type: "string", default: "3" },
			format: { type: "string", default: "pcm_8000" },
			seconds: { type: "string", default: "20" },
		},
	});
	if (!isOutputFormat(values.format)) throw new Error(`Unknown format ${values.format}.`);
	const result = await benchStreams({
		streams: Number(values.streams),
		rounds: Number(values.rounds),
		format: values.format,
		seconds: Number(values.seconds),
	});
	const failures = failedGoals(result);
	printFigures(describeResult(result));
	printFigures(failures.length === 0 ? "all goals met" : failures.join("\n"));
	await mkdir(join(ROOT, "reports"), { recursive: true });
	await writeFile(join(ROOT, "reports/bench-streams.json"), JSON.stringify({ ...result, failures }, undefined, "\t"));
	process.exitCode = failures.length === 0 ? 0 : 1;
}
