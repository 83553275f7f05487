/** An async queue with one reader: iterating yields pushed values in order and waits for more. */
export function createQueue<T>() {
	const waiting: T[] = [];
	let ended = false;
	let failure: { error: unknown } | undefined;
	let wake = () => {};
	return {
		push(value: T) {
			waiting.push(value);
			wake();
		},
		end() {
			ended = true;
			wake();
		},
		/** The reader gets the error after everything pushed before it. */
		fail(error: unknown) {
			failure = { error };
			wake();
		},
		async *[Symbol.asyncIterator](): AsyncGenerator<T> {
			for (;;) {
				const value = waiting.shift();
				if (value !== undefined) yield value;
				else if (failure) throw failure.error;
				else if (ended) return;
				else
					await new Promise<void>((resolve) => {
						wake = resolve;
					});
			}
		},
	};
}
