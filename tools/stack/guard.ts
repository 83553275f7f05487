// A tiny process that outlives its supervisor by a moment: when the supervisor is gone, even by kill -9, this one's
// stdin closes and it stops, last started first, whatever the supervisor had started. Nothing is left running.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const GRACE_MS = 5_000;

let guard: ChildProcess | undefined;

function tell(line: string): void {
	if (!guard) {
		guard = spawn(process.execPath, [import.meta.filename], {
			stdio: ["pipe", "ignore", "ignore"],
			detached: true,
		});
		// The guard must not keep a finished supervisor alive: the pipe closes with it.
		guard.unref();
		(guard.stdin as unknown as { unref(): void }).unref();
		guard.stdin?.on("error", () => {});
	}
	guard.stdin?.write(`${line}\n`);
}

/** Promises that the process group of `pid` is stopped should this process die first. */
export function guardProcess(pid: number, signal: NodeJS.Signals): void {
	tell(`+ ${pid} ${signal}`);
}

export function unguardProcess(pid: number): void {
	if (guard) tell(`- ${pid}`);
}

/** Dead but not yet collected by its parent: in containers without an init this can last for ever. */
function isZombie(pid: number): boolean {
	try {
		return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.startsWith("Z") ?? false;
	} catch {
		return false;
	}
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return !isZombie(pid);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}

/** Signals a whole process group, or the process alone where it leads no group; false when it is gone. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
	for (const target of [-pid, pid]) {
		try {
			process.kill(target, signal);
			return true;
		} catch {}
	}
	return false;
}

async function watch(): Promise<void> {
	const running = new Map<number, NodeJS.Signals>();
	// Ctrl-C and hang-ups belong to the supervisor; the guard acts only when its pipe closes.
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
	for await (const line of createInterface({ input: process.stdin })) {
		const [sign, pid, signal] = line.split(" ");
		if (sign === "+") running.set(Number(pid), signal as NodeJS.Signals);
		else running.delete(Number(pid));
	}
	for (const [pid, signal] of [...running].reverse()) {
		signalGroup(pid, signal);
		const deadline = Date.now() + GRACE_MS;
		while (isAlive(pid) && Date.now() < deadline) await sleep(50);
		signalGroup(pid, "SIGKILL");
	}
}

if (import.meta.main) await watch();
