// npm run bench:streams: 500 listeners at once, from the fake engine at real-time pace, through one api process.
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
	/** How many listeners were hearing sound in the fullest moment. */
	atOnce: number;
	/** The longest wait between two chunks that any listener had, from its first chunk on. */
	largestGapMs: number;
	/** When in the round it was: at the start, where a sentence ends, or where streams end. */
	largestGapAtSeconds: number;
	/** The longest wait of the median listener. */
	medianGapMs: number;
	firstByteMs: { median: number; largest: number };
	seconds: number;
	api: { rssBeforeMb: number; rssPeakMb: number; rssAfterMb: number; cores: number };
	speechNode: { cores: number };
	listenersCores: number;
	/** In which somebody on this machine waited for its disk; undefined where the kernel does not count it. */
	diskWaitSeconds: number | undefined;
	/** The longest wait of any of as many listeners who asked the speech node itself, right after. */
	bareGapMs: number;
};

export type StreamsResult = StreamsOptions & { loadAverage: number[]; results: Round[]; ledger: Books };
type Books = { open: number; reserved: number; used: number; entries: number };

/** The longest wait that is still no starvation. */
const largestGapAllowedMs = 500;
/**
 * Where the machine lets even listeners of the bare engine wait, theirs is the measure: so many times as long, since the product does more
 * than the engine on the same cores (it begins and ends hundreds of requests meanwhile).
 */
const timesBareAllowed = 2.5;
/** Neighbours of a shared machine or its disk may spoil a round, not most of them; and even in a spoilt one nobody waits for so long. */
const longestOfAllMs = 10_000;
/** RSS moves by itself: what the allocator keeps. A share of what there was after the first round. */
export const rssNoise = 0.15;
/** While it works, also by when the collector last ran. A share of the first round's highest. */
export const rssPeakNoise = 0.5;
/** In seconds. Code is compiled in the first; how much is held at once shows only in one as long as the rounds that count. */
const warmUps = (options: StreamsOptions) => [4, options.seconds];

const charactersPerSecond = 15;

/** In letters, all equally long: numbers are spoken at different lengths, and every stream is to be as long as any other. */
function nameOf(round: string, listener: number): string {
	const letter = (at: number) => String.fromCharCode(97 + (at % 26));
	return `${round}${letter(listener / 676)}${letter(listener / 26)}${letter(listener)}`;
}

/** Sentences that nobody has heard before: one that was spoken already comes from storage, at once, and is no stream. */
function storyOf(seconds: number, listener: string): string {
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

/** Since the machine was started. */
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
			apiKey: harness.person.apiKey,
			voiceId: voiceId("fake", fakeSpeakers[index % fakeSpeakers.length]?.id ?? ""),
			text: storyOf(options.seconds, nameOf(name, index)),
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
	const whole = median(listeners.map(({ bytes }) => bytes));
	const unluckiest = listeners.toSorted((a, b) => b.largestGapMs - a.largestGapMs)[0];
	agent.destroy();
	const refused = listeners.find(({ status }) => status !== 200);
	if (refused) console.log(`a request was refused: ${refused.status} ${refused.body.toString("utf8").slice(0, 300)}`);
	return {
		complete: endings.filter(({ ended }, at) => ended === "complete" && listeners[at]?.bytes === whole).length,
		atOnce,
		largestGapMs: unluckiest?.largestGapMs ?? 0,
		largestGapAtSeconds: (unluckiest?.largestGapAtMs ?? 0) / 1000,
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
			text: storyOf(options.seconds, nameOf(`bare${name}`, index)),
			format: options.format,
		}),
	);
	return Math.max(...(await Promise.all(waits)));
}

/** The lowest of the seconds after a round, with the garbage collected (`collect-on-signal.ts`). */
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

async function readBooks({ db, person }: Harness): Promise<Books> {
	const mine = person.workspaceId;
	const open = await until("all reservations to close", 30, async () => {
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
		// At 8 kHz pcm_8000 needs no resampling and is as many bytes a second as the default mp3: the speech node is spared, which
		// resampling or mp3 would keep busier than one core for 500 streams, and the api is not.
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
		// The first must still be listening when the last begins, also on a machine that is slow today.
		const seconds = Math.max(options.seconds, Math.ceil(1.5 * lastToBegin));
		const rounds: Round[] = [];
		for (let round = 0; round < options.rounds; round++)
			rounds.push(await runRound(harness, { ...options, seconds }, `round${String.fromCharCode(97 + round)}`));
		return { ...options, seconds, loadAverage: loadavg(), results: rounds, ledger: await readBooks(harness) };
	} finally {
		await harness.stop();
	}
}

/** What went wrong, in sentences; nothing when every goal is met. */
export function faultsOf({ streams, results, ledger }: StreamsResult): string[] {
	const faults: string[] = [];
	const bare = Math.max(...results.map(({ bareGapMs }) => bareGapMs));
	const allowed = Math.max(largestGapAllowedMs, timesBareAllowed * bare);
	results.forEach((round, index) => {
		const where = `round ${index + 1}`;
		if (round.complete < streams) faults.push(`${where}: only ${round.complete} of ${streams} streams were complete`);
		if (round.atOnce < streams)
			faults.push(`${where}: at most ${round.atOnce} of ${streams} streams were heard at once`);
		if (round.largestGapMs > longestOfAllMs)
			faults.push(`${where}: a listener waited ${Math.round(round.largestGapMs)} ms between two chunks`);
	});
	const gap = median(results.map(({ largestGapMs }) => largestGapMs));
	if (gap > allowed)
		faults.push(
			`in the median round a listener waited ${Math.round(gap)} ms between two chunks; ${Math.round(allowed)} ms are allowed`,
		);
	const [first = 0, ...later] = results.map(({ api }) => api.rssAfterMb);
	const growth = Math.max(...later) - first;
	if (growth > rssNoise * first) {
		faults.push(`the api kept ${Math.round(growth)} MB more after later rounds than after the first`);
	}
	const [firstPeak = 0, ...laterPeaks] = results.map(({ api }) => api.rssPeakMb);
	if (Math.max(...laterPeaks) > (1 + rssPeakNoise) * firstPeak)
		faults.push(
			`the api took ${Math.round(Math.max(...laterPeaks))} MB in later rounds, ${Math.round(firstPeak)} in the first`,
		);
	if (ledger.open !== 0 || ledger.reserved !== 0 || ledger.used !== ledger.entries)
		faults.push("the books do not balance");
	return faults;
}

export function describeResult({ streams, format, seconds, loadAverage, results }: StreamsResult): string {
	const number = (value: number, digits = 0) => value.toFixed(digits).padStart(9);
	const row = (name: string, value: (round: Round) => string) => `${name.padEnd(42)}${results.map(value).join("")}`;
	return [
		`${streams} streams at once of about ${seconds} s, ${format}; load average ${loadAverage.map((load) => load.toFixed(1)).join(" ")}`,
		row("round", (round) => number(results.indexOf(round) + 1)),
		row("complete", ({ complete }) => number(complete)),
		row("heard at once", ({ atOnce }) => number(atOnce)),
		row("largest gap of any listener, ms", ({ largestGapMs }) => number(largestGapMs)),
		row("  which was over after, s", ({ largestGapAtSeconds }) => number(largestGapAtSeconds, 1)),
		row("  of any listener of the bare engine, ms", ({ bareGapMs }) => number(bareGapMs)),
		row("largest gap of the median listener, ms", ({ medianGapMs }) => number(medianGapMs)),
		row("first sound, median, ms", ({ firstByteMs }) => number(firstByteMs.median)),
		row("first sound, last listener, ms", ({ firstByteMs }) => number(firstByteMs.largest)),
		row("api, cores", ({ api }) => number(api.cores, 2)),
		row("speech node, cores", ({ speechNode }) => number(speechNode.cores, 2)),
		row("listeners (this process), cores", ({ listenersCores }) => number(listenersCores, 2)),
		row("seconds with a wait for the disk", ({ diskWaitSeconds = Number.NaN }) => number(diskWaitSeconds, 1)),
		row("api RSS before, MB", ({ api }) => number(api.rssBeforeMb)),
		row("api RSS at its highest, MB", ({ api }) => number(api.rssPeakMb)),
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
	if (!isOutputFormat(values.format)) throw new Error(`There is no format ${values.format}.`);
	const result = await benchStreams({
		streams: Number(values.streams),
		rounds: Number(values.rounds),
		format: values.format,
		seconds: Number(values.seconds),
	});
	const faults = faultsOf(result);
	printFigures(describeResult(result));
	printFigures(faults.length === 0 ? "every goal is met" : faults.join("\n"));
	await mkdir(join(ROOT, "reports"), { recursive: true });
	await writeFile(join(ROOT, "reports/bench-streams.json"), JSON.stringify({ ...result, faults }, undefined, "\t"));
	process.exitCode = faults.length === 0 ? 0 : 1;
}
