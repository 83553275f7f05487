/** Collects items and writes them in batches. */
export type Queue<T> = {
	add(item: T): void;
	/** Writes what is left and stops. */
	close(): Promise<void>;
};

/**
 * Never blocks or throws in `add`. Items that exceed `max`, and those of a batch that couldn't be written, are dropped
 * and counted, so a slow database can't fill the memory.
 */
export function createQueue<T>(options: {
	everyMs: number;
	max: number;
	write(items: T[]): Promise<void>;
	onDropped(count: number, error?: unknown): void;
}): Queue<T> {
	let items: T[] = [];
	let writing: Promise<void> | undefined;
	const write = async () => {
		const batch = items;
		items = [];
		if (batch.length === 0) return;
		try {
			await options.write(batch);
		} catch (error) {
			options.onDropped(batch.length, error);
		}
	};
	const flush = () => {
		// One batch at a time: while the database is slow, the queue fills instead of its connections.
		writing ??= write().finally(() => {
			writing = undefined;
		});
		return writing;
	};
	const timer = setInterval(() => void flush(), options.everyMs);
	timer.unref();
	return {
		add(item) {
			if (items.length < options.max) items.push(item);
			else options.onDropped(1);
		},
		async close() {
			clearInterval(timer);
			await flush();
			await flush();
		},
	};
}
