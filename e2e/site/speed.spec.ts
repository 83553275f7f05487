import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { printFigures } from "../../tools/ci/figures.ts";
import { disableLiveFeed } from "../live-feed.ts";
import { measureThreadTime } from "../thread-time.ts";
import { measuredPaths } from "./routes.ts";
import { type Load, median, recordBaseline, visitSlowly, waitForQuietMachine } from "./speed.ts";
import { readWorld } from "./world.ts";

const reports = join(import.meta.dirname, "../../reports");
const file = join(reports, "site-speed.json");

async function saveResult(path: string, loads: Load[]): Promise<Load> {
	const middle = (name: keyof Load) => median(loads.map((load) => load[name]));
	const result = {
		lcp: middle("lcp"),
		cls: middle("cls"),
		inp: middle("inp"),
		scripts: middle("scripts"),
		bytes: middle("bytes"),
	};
	await mkdir(reports, { recursive: true });
	const known = JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as Record<string, object>;
	known[path] = { ...result, loads };
	await writeFile(file, `${JSON.stringify(known, undefined, "\t")}\n`);
	printFigures(
		`${path}: LCP ${Math.round(result.lcp)} ms, CLS ${result.cls.toFixed(3)}, INP ${Math.round(result.inp)} ms, ` +
			`${(result.bytes / 1000).toFixed(1)} kB of JavaScript in ${result.scripts} files (median of ${loads.length})`,
	);
	return result;
}

test.beforeAll(recordBaseline);

/** Limits in ms. */
const limits = { lcp: 2_000, inp: 200 };

for (const path of measuredPaths) {
	test(`${path} on a slow phone: LCP within 2.0 s, CLS within 0.05, INP within 200 ms, scripts within 170 kB`, async ({
		browser,
		baseURL,
	}) => {
		test.setTimeout(600_000);
		const loads: Load[] = [];
		const visit = async (times: number) => {
			for (let round = 0; round < times; round++)
				loads.push(await visitSlowly(browser, `${baseURL}${path}`, { phone: true, use: true }));
		};
		await visit(3);
		// Times include load from other work: repeat four more visits if a limit is missed, and use the median of all.
		if (["lcp" as const, "inp" as const].some((name) => median(loads.map((load) => load[name])) > limits[name])) {
			await waitForQuietMachine();
			await visit(4);
		}
		const { lcp, cls, inp, bytes } = await saveResult(path, loads);
		// An empty page would pass every limit.
		expect(lcp).toBeGreaterThan(0);
		expect(bytes).toBeGreaterThan(10_000);
		expect.soft(lcp, "LCP, ms").toBeLessThanOrEqual(limits.lcp);
		expect.soft(cls, "CLS").toBeLessThanOrEqual(0.05);
		expect.soft(inp, "INP, ms").toBeLessThanOrEqual(limits.inp);
		expect.soft(bytes, "compressed JavaScript, bytes").toBeLessThanOrEqual(170_000);
	});
}

test("/app/home loads at most 300 kB of compressed JavaScript at first", async ({ browser, baseURL }) => {
	const { full } = await readWorld();
	const load = await visitSlowly(browser, `${baseURL}/app/home`, { phone: false, use: false, state: full });
	const { bytes } = await saveResult("/app/home", [load]);
	expect(bytes).toBeGreaterThan(10_000);
	expect(bytes).toBeLessThanOrEqual(300_000);
});

test("in the app, navigation takes less than 100 ms once code and data are cached", async ({ browser, baseURL }) => {
	test.setTimeout(400_000);
	const { full } = await readWorld();
	const page = await browser.newPage({ baseURL, storageState: full, viewport: { width: 1280, height: 900 } });
	await disableLiveFeed(page);
	await page.goto("/app/home");
	const tour = ["API keys", "All voices", "Usage", "Home"];
	for (const name of tour) {
		await page.getByRole("complementary", { name: "Sidebar" }).getByRole("link", { name, exact: true }).click();
		await expect(page.locator("main h1")).toBeVisible();
		await page.waitForLoadState("networkidle");
		await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
	}
	const worked = await measureThreadTime(page);
	const changes: { shown: number; work: number }[] = [];
	const middle = (of: "shown" | "work") => median(changes.map((change) => change[of]));
	const go = async (times: number) => {
		for (let i = 0; i < times; i++) {
			const before = await worked();
			const shown = await page.evaluate(changePage, tour[i % tour.length] ?? "");
			changes.push({ shown, work: (await worked()) - before });
			await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
		}
	};
	await go(12);
	// As above: repeat if a limit is missed, and use the median of all.
	if (middle("work") >= 100 || middle("shown") >= limits.inp) {
		await waitForQuietMachine();
		await go(24);
	}
	const list = (of: "shown" | "work") => changes.map((change) => change[of].toFixed(0)).join(", ");
	printFigures(
		`navigation: shown after ${middle("shown").toFixed(0)} ms (${list("shown")}), ${middle("work").toFixed(0)} ms of CPU time (${list("work")}); medians of ${changes.length}`,
	);
	// CPU time does not depend on load; the wall-clock time only has the limit of an interaction.
	expect(middle("work")).toBeLessThan(100);
	expect(middle("shown")).toBeLessThan(limits.inp);
	await page.close();
});

/** Presses a sidebar link and returns the milliseconds until the next page's heading is painted. */
async function changePage(name: string): Promise<number> {
	const link = [...document.querySelectorAll<HTMLAnchorElement>("aside nav a")].find((one) => one.textContent === name);
	const main = document.querySelector("main");
	const before = document.querySelector("main h1");
	if (!link || !main) throw new Error(`The sidebar has no link ${name}.`);
	const pressed = performance.now();
	await new Promise<void>((done) => {
		const observer = new MutationObserver(() => {
			const now = document.querySelector("main h1");
			if (!now || now === before) return;
			observer.disconnect();
			done();
		});
		observer.observe(main, { childList: true, subtree: true });
		link.click();
	});
	await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
	return performance.now() - pressed;
}
