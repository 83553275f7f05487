// npm run screen:voices             screens every LibriTTS-R speaker; resumes where it was stopped
// npm run screen:voices -- --choose  regenerates the table and the list of voices from existing results
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureModel } from "@timbre/engines/models/store.ts";
import { fromCsv, linesOf, rank, rowsOf, writeResults } from "./screening/choose.ts";
import { appendLine, readScreening, type ScreeningLine } from "./screening/record.ts";
import { CANDIDATES, type ListNumber, SPEAKERS } from "./screening/sentences.ts";
import type { Job } from "./screening/worker.ts";

const { values } = parseArgs({
	options: {
		choose: { type: "boolean", default: false },
		workers: { type: "string", default: "2" },
	},
});

const root = join(import.meta.dirname, "..");
const logFile = join(root, ".data", "screening.jsonl");
const audioDir = join(root, ".data", "screening-audio");
const dataDir = join(root, "packages/engines/src/speech/data");
const modelsDir =
	process.env.MODELS_DIR || join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "timbre", "models");

type WorkerMessage = { ready?: true; lines?: ScreeningLine[]; failed?: number[]; error?: string };

/** Whisper decodes in batches: with eight, each speaker costs 40% less. */
const WHISPER_BATCH = 8;

/** Number of speakers that Whisper processes first. Any other has more errors with Moonshine alone than the chosen ones with both. */
const CLEAREST = 300;

/** Distributes jobs to worker processes one at a time, so a slow one does not delay the rest. */
function runJobs(jobs: Job[], workers: number): Promise<void> {
	const total = jobs.reduce((sum, job) => sum + job.sids.length, 0);
	const started = performance.now();
	let done = 0;
	let failures = 0;
	return new Promise((resolve, reject) => {
		const running = new Set<ChildProcess>();
		const next = (worker: ChildProcess) => {
			const job = jobs.shift();
			if (job) worker.send(job);
			else worker.disconnect();
		};
		const report = (line: string) => {
			done++;
			const seconds = (performance.now() - started) / 1000;
			const left = ((seconds / done) * (total - done)) / 60;
			console.log(`${done}/${total}  ${line}  ${(seconds / done).toFixed(2)} s each, ${left.toFixed(0)} min left`);
		};
		for (let i = 0; i < Math.min(workers, jobs.length); i++) {
			const worker = fork(join(import.meta.dirname, "screening", "worker.ts"), [modelsDir, audioDir]);
			running.add(worker);
			worker.on("message", ({ lines = [], failed = [], error }: WorkerMessage) => {
				for (const line of lines) {
					appendLine(logFile, line);
					report(`${line.stage} ${line.sid}: ${((line.errors / line.words) * 100).toFixed(1)}%`);
				}
				for (const sid of failed) {
					failures++;
					report(`speaker ${sid} failed: ${error}`);
				}
				next(worker);
			});
			worker.on("exit", (code) => {
				running.delete(worker);
				if (code !== 0)
					reject(new Error(`A screening worker ended with code ${code}. Run the command again to continue.`));
				else if (running.size === 0)
					if (failures > 0) reject(new Error(`${failures} of ${total} failed. Run the command again to retry.`));
					else resolve();
			});
		}
		if (total === 0) resolve();
	});
}

/** Transcribes a list in the given order, so an interrupted run has processed the most relevant speakers. */
async function transcribeList(list: ListNumber, stage: ScreeningLine["stage"], order: number[]): Promise<void> {
	const done = readScreening(logFile)[list][stage];
	const missing = order.filter((sid) => !done.has(sid));
	const size = stage === "whisper" ? WHISPER_BATCH : 1;
	const jobs: Job[] = [];
	for (let at = 0; at < missing.length; at += size) jobs.push({ stage, list, sids: missing.slice(at, at + size) });
	await runJobs(jobs, Number(values.workers));
}

function clearest(): number[] {
	const { moonshine } = readScreening(logFile)[1];
	return [...moonshine.values()].sort((a, b) => a.errors - b.errors || a.sid - b.sid).map(({ sid }) => sid);
}

/** The best of the first list by both transcribers, independent of the second list. */
function candidates(): number[] {
	const firstList = { ...readScreening(logFile), 2: { moonshine: new Map(), whisper: new Map() } };
	return rank(rowsOf(firstList), CANDIDATES).map(({ sid }) => sid);
}

function results(): void {
	console.log(writeResults(rowsOf(readScreening(logFile)), dataDir));
}

/** Starts from the committed table if this machine has no log. */
function startFromTable(): void {
	const table = join(dataDir, "libritts-screening.csv");
	if (existsSync(logFile) || !existsSync(table)) return;
	for (const line of linesOf(fromCsv(readFileSync(table, "utf8")))) appendLine(logFile, line);
}

/** Processes possible choices first, so the voices are decided long before the last speaker. */
async function screen(): Promise<void> {
	await transcribeList(
		1,
		"moonshine",
		Array.from({ length: SPEAKERS }, (_, sid) => sid),
	);
	await transcribeList(1, "whisper", clearest().slice(0, CLEAREST));
	const chosen = candidates();
	await transcribeList(2, "moonshine", chosen);
	await transcribeList(2, "whisper", chosen);
	results();
	await transcribeList(1, "whisper", clearest());
}

startFromTable();
if (!values.choose) {
	for (const id of ["piper-libritts", "moonshine-tiny", "whisper-base"]) await ensureModel(id, { dir: modelsDir });
	await screen();
}
results();
