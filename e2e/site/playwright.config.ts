import { defineConfig } from "@playwright/test";
import { launchOptions } from "../chromium.ts";

// Started by main.ts, which runs one project after another, because measurements need the machine to themselves.
export default defineConfig({
	testDir: ".",
	outputDir: "../../test-results/site",
	workers: process.env.SITE_PART === "speed" || process.env.SITE_PART === "lighthouse" ? 1 : 3,
	fullyParallel: true,
	timeout: 600_000,
	expect: { timeout: 90_000 },
	retries: 0,
	forbidOnly: true,
	reporter: [["dot"], ["json", { outputFile: `../../reports/playwright-site-${process.env.SITE_PART ?? "all"}.json` }]],
	projects: ["speed", "lighthouse", "crawl", "looks"].map((name) => ({ name, testMatch: `${name}*.spec.ts` })),
	use: {
		baseURL: process.env.SITE_URL,
		launchOptions,
	},
});
