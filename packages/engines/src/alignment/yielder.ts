import { setImmediate, setTimeout } from "node:timers/promises";

/** Called often by long-running work: yields to the event loop now and then, and throws once the work is aborted. */
export type Yielder = () => Promise<void> | undefined;

const maxBlockMs = 15;

export function createYielder(signal?: AbortSignal): Yielder {
	let last = performance.now();
	return () => {
		signal?.throwIfAborted();
		if (performance.now() - last < maxBlockMs) return undefined;
		return setImmediate().then(() => {
			signal?.throwIfAborted();
			last = performance.now();
		});
	};
}

const sliceMs = 30;
/** The system may count CPU time in steps of several milliseconds. */
const cpuTimeResolutionMs = 5;
const restPerWait = 10;
const maxRestMs = 250;

/**
 * Creates a yielder for background work in its own thread. When the thread had to wait for a CPU, other threads did
 * too, so it rests for ten times as long as it waited. On an idle machine it never rests.
 */
export function createBackgroundYielder(): Yielder {
	let last = performance.now();
	let cpuUsage = process.threadCpuUsage();
	return () => {
		const elapsedMs = performance.now() - last;
		if (elapsedMs < sliceMs) return undefined;
		const { user, system } = process.threadCpuUsage(cpuUsage);
		return rest(restMs(elapsedMs, (user + system) / 1000)).then(() => {
			last = performance.now();
			cpuUsage = process.threadCpuUsage();
		});
	};
}

/** Returns how long to rest after work that took `elapsedMs` of wall time and `cpuMs` of CPU time. */
export function restMs(elapsedMs: number, cpuMs: number): number {
	const waitedMs = Math.max(0, elapsedMs - cpuMs - cpuTimeResolutionMs);
	return Math.min(maxRestMs, restPerWait * waitedMs);
}

const rest = (ms: number) => (ms > 0 ? setTimeout(ms) : setImmediate());
