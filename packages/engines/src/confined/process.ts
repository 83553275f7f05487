// Runs one task in a process of its own. Invariant: what parses hostile files runs nowhere else; its process gets no
// environment variable, and on Linux it can open no file and no connection (seccomp.ts).
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

/** A role: the program that does the task, and what it may use. */
export type ConfinedRole = {
	/** Second stage: imports everything, calls `confine`, and only then reads the file. */
	program: URL;
	nodeOptions: readonly string[];
	/** What one task may allocate, Node included. */
	memoryBytes: number;
	/** For a role that writes a file. */
	maxOutputBytes?: number;
	/** A process that writes no output for this long is stuck, if its output is awaited. */
	maxStallMs?: number;
	createStuckError: () => Error;
};

export type ConfinedTask<Report> = {
	/** Passed to the program as JSON. */
	task: unknown;
	signal?: AbortSignal;
	/** The file to read, open in the calling process. */
	input: number;
	secondInput?: number;
	/** The file to write. Without it, the output goes to `onOutput`. */
	output?: number;
	/** The task is stopped if it takes longer. */
	timeoutMs: number;
	onReport?: (report: Report) => void;
	/** Slows the process down while it waits. */
	onOutput?: (bytes: Buffer) => void | Promise<void>;
};

export type ConfinedResult<Report> = {
	/** A process that crashed has sent no report of type `done` or `failed`. */
	lastReport: Report | undefined;
	log: string;
	signal: NodeJS.Signals | null;
};

const maxLogBytes = 10_000;

/** Resolves when the process has ended, however it ended, and rejects if it is stuck or aborted. */
export async function runProcess<Report extends { type: string }>(
	role: ConfinedRole,
	{ task, signal, input, secondInput, output, timeoutMs, onReport, onOutput }: ConfinedTask<Report>,
): Promise<ConfinedResult<Report>> {
	signal?.throwIfAborted();
	const child = start(role, task, timeoutMs, [input, output ?? "pipe", "pipe", "pipe", secondInput ?? "ignore"]);
	const exited = new Promise<NodeJS.Signals | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (_code, endedBy) => resolve(endedBy));
	});
	// Rejects even if the reader of the output never goes on.
	const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
	const giveUp = () => stop(role.createStuckError());
	const timer = setTimeout(giveUp, timeoutMs);
	const awaitOutput = () => (onOutput && role.maxStallMs ? setTimeout(giveUp, role.maxStallMs) : undefined);
	let stall = awaitOutput();
	const onAbort = () => stop(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
	signal?.addEventListener("abort", onAbort, { once: true });
	let log = "";
	child.stderr?.on("data", (chunk: Buffer) => {
		// The end says why it ended; before that, denied system calls may have filled pages.
		log = (log + chunk.toString("utf8")).slice(-maxLogBytes);
	});
	let lastReport: Report | undefined;
	const reports = (async () => {
		for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
			lastReport = JSON.parse(line) as Report;
			onReport?.(lastReport);
			// It has no rights left to clean up with.
			if (lastReport.type === "done" || lastReport.type === "failed") child.kill("SIGKILL");
		}
	})();
	const received = (async () => {
		for await (const chunk of child.stdout ?? []) {
			clearTimeout(stall);
			await onOutput?.(chunk as Buffer);
			stall = awaitOutput();
		}
	})();
	try {
		const [endedBy] = await Promise.race([Promise.all([exited, reports, received]), stopped]);
		return { lastReport, log, signal: endedBy };
	} finally {
		clearTimeout(timer);
		clearTimeout(stall);
		signal?.removeEventListener("abort", onAbort);
		child.kill("SIGKILL");
	}
}

function start(
	{ program, nodeOptions, memoryBytes, maxOutputBytes }: ConfinedRole,
	task: unknown,
	timeoutMs: number,
	stdio: ("pipe" | "ignore" | number)[],
): ChildProcess {
	const stage = [...nodeOptions, fileURLToPath(program), JSON.stringify(task)];
	if (process.platform !== "linux") return spawn(process.execPath, stage, { env: {}, stdio });
	const limits = { memoryBytes, cpuSeconds: Math.ceil(timeoutMs / 1000), outputBytes: maxOutputBytes };
	const launch = fileURLToPath(new URL("./launch.ts", import.meta.url));
	return spawn(process.execPath, [launch, JSON.stringify(limits), ...stage], { env: {}, stdio });
}
