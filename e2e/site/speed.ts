// Emulates a slow phone: 4x CPU slowdown, 1.6 Mbit/s, 150 ms latency, empty cache.
import type { Browser, CDPSession, Page } from "@playwright/test";
import { disableLiveFeed } from "../live-feed.ts";

const baseline = { ms: Number.POSITIVE_INFINITY };

/** Current time in ms for a fixed amount of work. */
function measureSpeed(): number {
	const started = performance.now();
	let sum = 0;
	for (let at = 0; at < 30_000_000; at++) sum += at % 7;
	const ms = performance.now() - started;
	baseline.ms = Math.min(baseline.ms, sum > 0 ? ms : 0);
	return ms;
}

/** Records the machine's speed as a baseline. */
export function recordBaseline(): void {
	for (let round = 0; round < 5; round++) measureSpeed();
}

/** Waits up to three minutes while the machine is slow, because measurements would be meaningless. */
export async function waitForQuietMachine(): Promise<void> {
	for (const end = Date.now() + 180_000; Date.now() < end && measureSpeed() > 1.5 * baseline.ms; )
		await new Promise((done) => setTimeout(done, 2_000));
}

export type Load = { lcp: number; cls: number; inp: number; scripts: number; bytes: number };

declare global {
	interface Window {
		measured: { lcp: number; cls: number; interactions: Map<number, { duration: number; name: string }> };
	}
}

/** Runs before the page and records LCP, layout shifts and interaction durations. */
function recordMetrics(): void {
	const measured: Window["measured"] = { lcp: 0, cls: 0, interactions: new Map() };
	window.measured = measured;
	const observe = (type: string, note: (entry: PerformanceEntry) => void, more = {}) =>
		new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
	observe("largest-contentful-paint", (entry) => {
		measured.lcp = entry.startTime;
	});
	let windowStart = 0;
	let windowEnd = 0;
	let windowSum = 0;
	observe("layout-shift", (entry) => {
		const { value, hadRecentInput, startTime } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
		if (hadRecentInput) return;
		// By definition of CLS, shifts less than a second apart count together, for at most five seconds.
		if (startTime - windowEnd > 1_000 || startTime - windowStart > 5_000) {
			windowStart = startTime;
			windowSum = 0;
		}
		windowEnd = startTime;
		windowSum += value;
		measured.cls = Math.max(measured.cls, windowSum);
	});
	const note = (entry: PerformanceEntry) => {
		const { interactionId, duration, name } = entry as PerformanceEntry & { interactionId: number };
		if (!interactionId) return;
		const known = measured.interactions.get(interactionId);
		if (!known || known.duration < duration) measured.interactions.set(interactionId, { duration, name });
	};
	observe("event", note, { durationThreshold: 16 });
	observe("first-input", note);
}

async function slowDown(cdp: CDPSession): Promise<void> {
	await cdp.send("Network.enable");
	await cdp.send("Network.setCacheDisabled", { cacheDisabled: false });
	await cdp.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: 150,
		downloadThroughput: 1_600_000 / 8,
		uploadThroughput: 750_000 / 8,
	});
	await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Types into the demo, if there is one, and presses buttons that do not leave the page. */
async function interact(page: Page): Promise<void> {
	const box = page.locator("main textarea:visible, main input[type=text]:visible").first();
	if ((await box.count()) > 0) {
		await box.click();
		await page.keyboard.press("End");
		await page.keyboard.type(" And one more.", { delay: 60 });
	}
	const pressed = page.locator("header button:visible, main button:visible:not([type=submit]), main summary:visible");
	const count = Math.min(await pressed.count(), 6);
	for (let index = 0; index < count; index++) {
		const button = pressed.nth(index);
		if (!(await button.isEnabled())) continue;
		await button.click({ timeout: 5_000, noWaitAfter: true }).catch(() => {});
		await page.keyboard.press("Escape");
	}
	const play = page.getByRole("button", { name: "Hear it", exact: true }).first();
	if ((await play.count()) > 0) await play.click({ noWaitAfter: true });
	await page.waitForTimeout(1_000);
}

/** One visit with an empty cache. `bytes` is the compressed size of all loaded scripts. */
export async function visitSlowly(
	browser: Browser,
	url: string,
	options: { phone: boolean; use: boolean; state?: object },
): Promise<Load> {
	const context = await browser.newContext({
		viewport: options.phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
		...(options.state ? { storageState: options.state as never } : {}),
	});
	await disableLiveFeed(context);
	const page = await context.newPage();
	await page.addInitScript(recordMetrics);
	await slowDown(await context.newCDPSession(page));
	await page.goto(url, { waitUntil: "load" });
	await page.waitForLoadState("networkidle");
	const { lcp, scripts, bytes } = await page.evaluate(() => {
		const sizes = new Map<string, number>();
		for (const entry of performance.getEntriesByType("resource") as PerformanceResourceTiming[])
			if (new URL(entry.name).pathname.endsWith(".js")) sizes.set(entry.name, entry.encodedBodySize);
		return {
			lcp: window.measured.lcp,
			scripts: sizes.size,
			bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
		};
	});
	if (options.use) await interact(page);
	const { cls, slowest } = await page.evaluate(() => ({
		cls: window.measured.cls,
		slowest: Math.max(0, ...[...window.measured.interactions.values()].map(({ duration }) => duration)),
	}));
	await context.close();
	return { lcp, cls, inp: slowest, scripts, bytes };
}

export const median = (values: number[]) =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
