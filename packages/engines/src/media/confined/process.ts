// Runs one media task in a process of its own. Invariant: FFmpeg, which parses hostile files in native code, runs nowhere
// else; its process gets no environment variable, and on Linux it can open no file and no connection (seccomp.ts).
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { UploadError } from "../../errors.ts";
import { createLimiter } from "../../workers/limiter.ts";
import type { MediaReport, MediaTask } from "./protocol.ts";

export type ConfinedOptions = {
	signal?: AbortSignal;
	/** The file to read, open in the calling process. */
	input: number;
	/** For `replace_audio`: the wav file. */
	audio?: number;
	/** For `replace_audio` and `encode`: the file to write. */
	output?: number;
	/** The task is stopped if it takes longer. */
	timeoutMs: number;
	onReport?: (report: MediaReport) => void;
};

/** What one task may allocate, Node and FFmpeg included. */
const memoryBytes = 1_200_000_000;
const maxOutputBytes = 4e9;
const maxLogBytes = 10_000;
/** A decoder that writes nothing for this long is stuck, however long the file may be. */
const maxStallMs = 60_000;
/** Each may use a core and more than a gigabyte. */
const maxProcesses = 2;

const limit = createLimiter(maxProcesses);
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const nodeOptions = ["--max-old-space-size=128", "--disable-warning=ExperimentalWarning"];

/** Resolves when the task is done. `onOutput` gets the audio of a `decode` task and slows the task down while it waits. */
export function runConfined(
	task: MediaTask,
	options: ConfinedOptions,
	onOutput?: (bytes: Buffer) => void | Promise<void>,
): Promise<void> {
	return limit(() => run(task, options, onOutput));
}

async function run(
	task: MediaTask,
	{ signal, input, audio, output, timeoutMs, onReport }: ConfinedOptions,
	onOutput?: (bytes: Buffer) => void | Promise<void>,
): Promise<void> {
	signal?.throwIfAborted();
	const child = start(task, timeoutMs, [input, output ?? "pipe", "pipe", "pipe", audio ?? "ignore"]);
	const exited = new Promise<void>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", () => resolve());
	});
	// Rejects even if the reader of the output never goes on.
	const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
	const giveUp = () => stop(new UploadError("stuck", "Decoding the file took too long."));
	const timer = setTimeout(giveUp, timeoutMs);
	let stall = onOutput && setTimeout(giveUp, maxStallMs);
	const onAbort = () => stop(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
	signal?.addEventListener("abort", onAbort, { once: true });
	let log = "";
	child.stderr?.on("data", (chunk: Buffer) => {
		log = (log + chunk.toString("utf8")).slice(0, maxLogBytes);
	});
	let last: MediaReport | undefined;
	const reports = (async () => {
		for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
			last = JSON.parse(line) as MediaReport;
			onReport?.(last);
			// It has no rights left to clean up with.
			if (last.type === "done" || last.type === "failed") child.kill("SIGKILL");
		}
	})();
	const received = (async () => {
		for await (const chunk of child.stdout ?? []) {
			clearTimeout(stall);
			await onOutput?.(chunk as Buffer);
			stall = onOutput && setTimeout(giveUp, maxStallMs);
		}
	})();
	try {
		await Promise.race([Promise.all([exited, reports, received]), stopped]);
	} finally {
		clearTimeout(timer);
		clearTimeout(stall);
		signal?.removeEventListener("abort", onAbort);
		child.kill("SIGKILL");
	}
	if (last?.type === "done") return;
	throw uploadError(last, log);
}

function start(task: MediaTask, timeoutMs: number, stdio: ("pipe" | "ignore" | number)[]): ChildProcess {
	const stage = [...nodeOptions, path("./child.ts"), JSON.stringify(task)];
	if (process.platform !== "linux") return spawn(process.execPath, stage, { env: {}, stdio });
	const limits = { memoryBytes, cpuSeconds: Math.ceil(timeoutMs / 1000), outputBytes: maxOutputBytes };
	return spawn(process.execPath, [path("./launch.ts"), JSON.stringify(limits), ...stage], { env: {}, stdio });
}

function uploadError(last: MediaReport | undefined, log: string): Error {
	if (last?.type === "failed" && last.fault === "too_long") return new UploadError("too_long", last.message);
	if (last?.type === "failed" && last.fault === "no_audio")
		return new UploadError("unreadable", "The file contains no audio.");
	return new UploadError("unreadable", "The file is damaged or its format is not supported.", { cause: log });
}
