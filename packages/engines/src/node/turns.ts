export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

const longestRestMs = 50;

/**
 * Does so much work at once and no more; the rest waits for its turn, in order. With `rest` a turn is followed by a pause of so many times
 * its own length: work that can wait leaves the machine to work that cannot, the more so the slower it goes.
 */
export function createTurns(atOnce: number, { rest = 0 }: { rest?: number } = {}): Turns {
	const waiting: (() => void)[] = [];
	let working = 0;
	const pass = () => {
		const next = waiting.shift();
		if (next) next();
		else working--;
	};
	return async (work) => {
		if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
		else working++;
		const started = performance.now();
		try {
			return await work();
		} finally {
			if (rest > 0) setTimeout(pass, Math.min(longestRestMs, rest * (performance.now() - started)));
			else pass();
		}
	};
}
