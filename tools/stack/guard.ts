// Invariant: no process outlives its supervisor. When the supervisor dies, even by kill -9, this guard process's stdin closes and it
// stops everything the supervisor started, in reverse order.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const GRACE_MS = 5_000;

let guard: ChildProcess | undefined;

function send(line: string): void {
	if (!guard) {
		guard = spawn(process.execPath, [import.meta.filename], {
			stdio: ["pipe", "ignore", "ignore"],
			detached: true,
		});
		// The guard must not keep a finished supervisor alive.
		guard.unref();
		(guard.stdin as unknown as { unref(): void }).unref();
		guard.stdin?.on("error", () => {});
	}
	guard.stdin?.write(`${line}\n`);
}

/** Stops the process group of `pid` if this process dies first. */
export function guardProcess(pid: number, signal: NodeJS.Signals): void {
	send(`+ ${pid} ${signal}`);
}

export function unguardProcess(pid: number): void {
	if (guard) send(`- ${pid}`);
}

/** Whether a process is dead but not reaped. In containers without an init, that can last forever. */
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

/** Signals a process group, or the process itself if it leads no group. Returns false if it is gone. */
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
	// Signals are for the supervisor; the guard acts only when its pipe closes.
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
