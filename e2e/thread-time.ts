import type { Page } from "@playwright/test";

/** Returns a function that reads the CPU time of the page's main thread in ms, which is independent of load. */
export async function measureThreadTime(page: Page): Promise<() => Promise<number>> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
	return async () => {
		const { metrics } = await devtools.send("Performance.getMetrics");
		return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
	};
}
