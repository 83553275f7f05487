/** Does so much work at once and no more; the rest waits for its turn, in order. */
export function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
	const waiting: (() => void)[] = [];
	let working = 0;
	return async (work) => {
		if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
		else working++;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else working--;
		}
	};
}
