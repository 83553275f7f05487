/** Hands over what arrives, in order, to one reader who waits for it. */
export function createQueue<T>() {
	const waiting: T[] = [];
	let over = false;
	let failure: { error: unknown } | undefined;
	let wake = () => {};
	return {
		push(value: T) {
			waiting.push(value);
			wake();
		},
		end() {
			over = true;
			wake();
		},
		/** Told after everything that was pushed before. */
		fail(error: unknown) {
			failure = { error };
			wake();
		},
		async *[Symbol.asyncIterator](): AsyncGenerator<T> {
			for (;;) {
				const value = waiting.shift();
				if (value !== undefined) yield value;
				else if (failure) throw failure.error;
				else if (over) return;
				else
					await new Promise<void>((resolve) => {
						wake = resolve;
					});
			}
		},
	};
}
