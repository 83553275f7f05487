import { setImmediate } from "node:timers/promises";

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
