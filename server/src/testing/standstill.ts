/**
 * How long this process was given no processor: on a machine that is shared it may stand still for seconds. What it works itself is not
 * counted, so a bound on what the product does stays as strict as it is.
 */
export function watchStandstill(): { lostMs(): number; end(): void } {
	/** A timer that comes so late is only late. */
	const graceMs = 60;
	let lost = 0;
	let last = performance.now();
	let cpu = process.cpuUsage();
	const look = () => {
		const now = performance.now();
		const { user, system } = process.cpuUsage(cpu);
		lost += Math.max(0, now - last - (user + system) / 1000 - graceMs);
		last = now;
		cpu = process.cpuUsage();
		return lost;
	};
	const timer = setInterval(look, 20);
	return { lostMs: look, end: () => clearInterval(timer) };
}
