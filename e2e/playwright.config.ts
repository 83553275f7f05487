import { defineConfig } from "@playwright/test";

const port = Number(process.env.E2E_PORT ?? 4470);

export default defineConfig({
	testDir: "./journeys",
	testMatch: "*.spec.ts",
	outputDir: "../test-results",
	// Journeys wait for real sound in real time; two at once is what two cores carry.
	workers: 2,
	timeout: 300_000,
	expect: { timeout: 20_000 },
	retries: 0,
	forbidOnly: true,
	reporter: [["list"], ["json", { outputFile: "../reports/playwright.json" }]],
	use: {
		baseURL: `http://localhost:${port}`,
		// A trace takes as much of the processor as the journey itself: only when asked for, to understand a failure.
		trace: process.env.E2E_TRACE ? "on" : "off",
		screenshot: "only-on-failure",
		launchOptions: {
			executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
			args: [
				"--no-sandbox",
				"--disable-gpu",
				"--disable-quic",
				"--no-first-run",
				"--disable-background-networking",
				"--disable-component-update",
				"--disable-sync",
				"--autoplay-policy=no-user-gesture-required",
			],
		},
	},
	webServer: {
		command: `node ${import.meta.dirname}/journeys/serve.ts ${port}`,
		url: `http://localhost:${port}/health`,
		timeout: 180_000,
		gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
		stdout: "ignore",
		stderr: "pipe",
	},
});
