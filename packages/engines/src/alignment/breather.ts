import { setImmediate, setTimeout } from "node:timers/promises";

/** Called often by long work: lets others run now and then, and throws once the work is no longer wanted. */
export type Breather = () => Promise<void> | undefined;

const longestHold = 15;

export function createBreather(signal?: AbortSignal): Breather {
	let last = performance.now();
	return () => {
		signal?.throwIfAborted();
		if (performance.now() - last < longestHold) return undefined;
		return setImmediate().then(() => {
			signal?.throwIfAborted();
			last = performance.now();
		});
	};
}

/** Of a thread of its own, whose processor time the system may count in steps of several ms. */
const pieceOfWork = 30;
const unsureOfMs = 5;
const restPerWait = 10;
const longestRest = 250;

/**
 * For work in a thread of its own that nobody waits for. While it has to wait for a processor it makes others wait too: then it rests, for
 * ten times as long as it had to wait. On a machine with nothing else to do it never rests.
 */
export function createYieldingBreather(): Breather {
	let last = performance.now();
	let worked = process.threadCpuUsage();
	return () => {
		const passed = performance.now() - last;
		if (passed < pieceOfWork) return undefined;
		const { user, system } = process.threadCpuUsage(worked);
		return rest(restAfter(passed, (user + system) / 1000)).then(() => {
			last = performance.now();
			worked = process.threadCpuUsage();
		});
	};
}

/** After work that took so many ms by the clock, and a processor for so many of them. */
export function restAfter(passed: number, worked: number): number {
	const waited = Math.max(0, passed - worked - unsureOfMs);
	return Math.min(longestRest, restPerWait * waited);
}

const rest = (ms: number) => (ms > 0 ? setTimeout(ms) : setImmediate());
