import type { Page } from "@playwright/test";

/** How long the page's own thread has worked so far, in ms: whatever else holds the cores in the meantime is not in it. */
export async function threadWork(page: Page): Promise<() => Promise<number>> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
	return async () => {
		const { metrics } = await devtools.send("Performance.getMetrics");
		return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
	};
}
