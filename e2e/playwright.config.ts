import { defineConfig } from "@playwright/test";
import { launchOptions } from "./chromium.ts";

const port = Number(process.env.E2E_PORT ?? 4470);

export default defineConfig({
	testDir: "./journeys",
	testMatch: "*.spec.ts",
	outputDir: "../test-results",
	// Journeys wait for audio and animations in real time, so two cores handle three at once.
	workers: 3,
	timeout: 900_000,
	expect: { timeout: 90_000 },
	retries: 0,
	// Measurements, and long journeys that prove no requirement, run in `npm run verify`.
	...(process.env.TEST_TAG ? { grep: new RegExp(`@${process.env.TEST_TAG}`) } : { grepInvert: /@measured|@verify/ }),
	forbidOnly: true,
	reporter: [
		["list"],
		["json", { outputFile: `../reports/playwright${process.env.TEST_TAG ? `@${process.env.TEST_TAG}` : ""}.json` }],
	],
	use: {
		baseURL: `http://localhost:${port}`,
		// Ends a click on something that never appears long before the test's own timeout.
		actionTimeout: 120_000,
		// A trace needs as much CPU as the journey itself, so it is opt-in.
		trace: process.env.E2E_TRACE ? "on" : "off",
		screenshot: "only-on-failure",
		launchOptions,
	},
	// The gate has already started the product.
	webServer: process.env.E2E_PRODUCT
		? undefined
		: {
				command: `node ${import.meta.dirname}/product/serve.ts ${port}`,
				url: `http://localhost:${port}/health`,
				timeout: 180_000,
				gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
				stdout: "ignore",
				stderr: "pipe",
			},
});
