import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { withoutLiveFeed } from "../live-feed.ts";
import { measuredPaths } from "./routes.ts";
import { type Load, median, visitSlowly } from "./speed.ts";
import { readWorld } from "./world.ts";

const reports = join(import.meta.dirname, "../../reports");
const file = join(reports, "site-speed.json");

async function keep(path: string, loads: Load[]): Promise<Load> {
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
	console.log(
		`${path}: LCP ${Math.round(result.lcp)} ms, CLS ${result.cls.toFixed(3)}, INP ${Math.round(result.inp)} ms, ` +
			`${(result.bytes / 1000).toFixed(1)} kB of JavaScript in ${result.scripts} files (median of ${loads.length})`,
	);
	return result;
}

for (const path of measuredPaths) {
	test(`${path} on a slow phone: LCP within 2.0 s, CLS within 0.05, INP within 200 ms, scripts within 170 kB`, async ({
		browser,
		baseURL,
	}) => {
		const loads: Load[] = [];
		for (let round = 0; round < 3; round++)
			loads.push(await visitSlowly(browser, `${baseURL}${path}`, { phone: true, use: true }));
		const { lcp, cls, inp, bytes } = await keep(path, loads);
		// A page without a paint or a script would pass every limit.
		expect(lcp).toBeGreaterThan(0);
		expect(bytes).toBeGreaterThan(10_000);
		expect.soft(lcp, "LCP, ms").toBeLessThanOrEqual(2_000);
		expect.soft(cls, "CLS").toBeLessThanOrEqual(0.05);
		expect.soft(inp, "INP, ms").toBeLessThanOrEqual(200);
		expect.soft(bytes, "compressed JavaScript, bytes").toBeLessThanOrEqual(170_000);
	});
}

test("/app/home: the first load brings at most 300 kB of compressed JavaScript", async ({ browser, baseURL }) => {
	const { full } = await readWorld();
	const load = await visitSlowly(browser, `${baseURL}/app/home`, { phone: false, use: false, state: full });
	const { bytes } = await keep("/app/home", [load]);
	expect(bytes).toBeGreaterThan(10_000);
	expect(bytes).toBeLessThanOrEqual(300_000);
});

test("in the app a change of page takes less than 100 ms once its code and data are in the cache", async ({
	browser,
	baseURL,
}) => {
	const { full } = await readWorld();
	const page = await browser.newPage({ baseURL, storageState: full, viewport: { width: 1280, height: 900 } });
	await withoutLiveFeed(page);
	await page.goto("/app/home");
	const tour = ["API keys", "All voices", "Usage", "Home"];
	for (const name of tour) {
		await page.getByRole("complementary", { name: "Sidebar" }).getByRole("link", { name, exact: true }).click();
		await expect(page.locator("main h1")).toBeVisible();
		await page.waitForLoadState("networkidle");
		await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
	}
	const times = await page.evaluate(async (names) => {
		const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
		const changes: number[] = [];
		for (let i = 0; i < 10; i++) {
			const link = [...document.querySelectorAll<HTMLAnchorElement>("aside nav a")].find(
				(one) => one.textContent === names[i % names.length],
			);
			const main = document.querySelector("main");
			const before = document.querySelector("main h1");
			performance.mark("change");
			await new Promise<void>((done) => {
				const observer = new MutationObserver(() => {
					const now = document.querySelector("main h1");
					if (!now || now === before) return;
					observer.disconnect();
					done();
				});
				if (main) observer.observe(main, { childList: true, subtree: true });
				link?.click();
			});
			await painted();
			changes.push(performance.measure("route change", "change").duration);
			await new Promise((done) => requestIdleCallback(done));
		}
		return changes;
	}, tour);
	const middle = median(times);
	console.log(`change of page: median ${middle.toFixed(1)} ms of ${times.map((ms) => ms.toFixed(0)).join(", ")}`);
	expect(middle).toBeLessThan(100);
	await page.close();
});
