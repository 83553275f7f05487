import { defineConfig } from "vitest/config";
import { reportFile } from "../../tools/ci/report-file.ts";

export default defineConfig({
	test: {
		include: ["e2e/kill/*.test.ts"],
		environment: "node",
		// Each file starts the full product but mostly waits, so run two at a time.
		maxWorkers: 2,
		testTimeout: 300_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 60_000 } },
		// Tests that the gate runs; `npm run verify` runs all of them.
		tags: [{ name: "gate" }],
		reporters: ["default", ["json", { outputFile: reportFile("kill") }]],
	},
});
