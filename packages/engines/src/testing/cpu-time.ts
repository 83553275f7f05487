/** CPU time of this thread in milliseconds. Unlike wall time, it does not grow on a busy machine. For performance tests. */
export function cpuMs(run: () => void): number {
	const elapsed = startCpuTimer();
	run();
	return elapsed();
}

/** Returns a function that returns the CPU time in milliseconds since this call. */
export function startCpuTimer(): () => number {
	const before = process.threadCpuUsage();
	return () => {
		const { user, system } = process.threadCpuUsage(before);
		return (user + system) / 1000;
	};
}
