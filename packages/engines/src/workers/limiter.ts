export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

const maxCooldownMs = 50;

/**
 * Runs at most `concurrency` tasks at a time; the rest wait in FIFO order. With `cooldown`, a slot stays closed after
 * each task for that multiple of the task's duration (at most 50 ms), so background work backs off when the machine is
 * slow.
 */
export function createLimiter(concurrency: number, { cooldown = 0 }: { cooldown?: number } = {}): Limiter {
	const waiting: (() => void)[] = [];
	let running = 0;
	const release = () => {
		const next = waiting.shift();
		if (next) next();
		else running--;
	};
	return async (task) => {
		if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
		else running++;
		const started = performance.now();
		try {
			return await task();
		} finally {
			if (cooldown > 0) setTimeout(release, Math.min(maxCooldownMs, cooldown * (performance.now() - started)));
			else release();
		}
	};
}
