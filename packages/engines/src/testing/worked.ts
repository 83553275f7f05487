/** Milliseconds that this thread worked; while the machine gave it no processor, it did not. For tests of what must not be slow. */
export function workedMs(run: () => void): number {
	const worked = watchWork();
	run();
	return worked();
}

/** The same of work in several turns: milliseconds from here to each call of the answer. */
export function watchWork(): () => number {
	const before = process.threadCpuUsage();
	return () => {
		const { user, system } = process.threadCpuUsage(before);
		return (user + system) / 1000;
	};
}
