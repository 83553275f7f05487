// Supervises one program: starts it in its own process group, forwards its output, restarts it when it dies, and stops it with a
// signal and then by force.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { guardProcess, signalGroup, unguardProcess } from "./guard.ts";

const QUICK_DEATH_MS = 10_000;
const MAX_QUICK_DEATHS = 5;
const LAST_LINES = 20;

export type ProgramSpec = {
	name: string;
	command: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	uid?: number;
	gid?: number;
	/** Resolves to true when the program is ready. */
	ready(): Promise<boolean>;
	readyTimeoutMs?: number;
	stopSignal?: NodeJS.Signals;
	stopGraceMs?: number;
	restart?: boolean;
	onLine(line: string): void;
	/** Called when it keeps dying and is not restarted. */
	onGiveUp?(error: Error): void;
};

export type Program = {
	readonly name: string;
	readonly pid: number | undefined;
	readonly restarts: number;
	/** Waits until the program is ready. */
	waitReady(): Promise<void>;
	/** Sends a signal. With the default SIGKILL, the restart policy applies. */
	kill(signal?: NodeJS.Signals): Promise<void>;
	/** Stops the program permanently. */
	stop(): Promise<void>;
};

export class StartError extends Error {
	override name = "StartError";
}

export function supervise(spec: ProgramSpec): Program {
	let child: ChildProcess | undefined;
	let exited: Promise<void> = Promise.resolve();
	let stopping = false;
	let restarts = 0;
	let quickDeaths = 0;
	let failure: StartError | undefined;
	const lastLines: string[] = [];

	function take(line: string): void {
		lastLines.push(line);
		if (lastLines.length > LAST_LINES) lastLines.shift();
		spec.onLine(line);
	}

	function launch(): void {
		const startedAt = Date.now();
		const started = spawn(spec.command, spec.args, {
			cwd: spec.cwd,
			env: spec.env,
			uid: spec.uid,
			gid: spec.gid,
			detached: true,
			stdio: ["ignore", "pipe", "pipe"],
		});
		child = started;
		const signal = spec.stopSignal ?? "SIGTERM";
		if (started.pid) guardProcess(started.pid, signal);
		for (const stream of [started.stdout, started.stderr]) createInterface({ input: stream }).on("line", take);
		exited = new Promise((done) => {
			started.once("error", (error) => {
				failure = new StartError(`Couldn't start ${spec.name}: ${error.message}`);
				done();
			});
			started.once("exit", (code, by) => {
				if (started.pid) {
					// Child processes must not outlive the program.
					signalGroup(started.pid, "SIGKILL");
					unguardProcess(started.pid);
				}
				child = undefined;
				done();
				if (!stopping) afterDeath(code, by, Date.now() - startedAt);
			});
		});
	}

	function afterDeath(code: number | null, signal: NodeJS.Signals | null, livedMs: number): void {
		quickDeaths = livedMs < QUICK_DEATH_MS ? quickDeaths + 1 : 0;
		const how = signal ? `killed by ${signal}` : `exit code ${code}`;
		const giveUp = !spec.restart || (quickDeaths >= MAX_QUICK_DEATHS && signal !== "SIGKILL");
		if (giveUp) {
			const tail = lastLines.map((line) => `  ${line}`).join("\n");
			failure = new StartError(`${spec.name} exited (${how}). Last lines:\n${tail}`);
			spec.onGiveUp?.(failure);
			return;
		}
		take(`exited (${how}), restarting`);
		restarts += 1;
		setTimeout(() => stopping || launch(), Math.min(200 * 2 ** quickDeaths, 5_000));
	}

	launch();
	return {
		name: spec.name,
		get pid() {
			return child?.pid;
		},
		get restarts() {
			return restarts;
		},
		async waitReady() {
			const deadline = Date.now() + (spec.readyTimeoutMs ?? 60_000);
			for (;;) {
				if (failure) throw failure;
				if (stopping) throw new StartError(`${spec.name} was stopped before it was ready`);
				if (child && (await spec.ready().catch(() => false))) return;
				if (Date.now() > deadline) {
					const tail = lastLines.map((line) => `  ${line}`).join("\n");
					throw new StartError(`${spec.name} was not ready in time. Last lines:\n${tail}`);
				}
				await sleep(50);
			}
		},
		async kill(signal = "SIGKILL") {
			const pid = child?.pid;
			if (!pid) return;
			const gone = exited;
			signalGroup(pid, signal);
			if (signal === "SIGKILL") await gone;
		},
		async stop() {
			stopping = true;
			const pid = child?.pid;
			if (!pid) return;
			signalGroup(pid, spec.stopSignal ?? "SIGTERM");
			const force = setTimeout(() => signalGroup(pid, "SIGKILL"), spec.stopGraceMs ?? 8_000);
			await exited;
			clearTimeout(force);
		},
	};
}

/** Whether a URL returns 2xx within a second. */
export async function respondsToHttp(url: string): Promise<boolean> {
	const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
	await response.body?.cancel();
	return response.ok;
}
