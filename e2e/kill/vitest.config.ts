import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["e2e/kill/*.test.ts"],
		environment: "node",
		// Each file runs a whole product, and most of it is waiting: two at a time.
		maxWorkers: 2,
		testTimeout: 90_000,
		hookTimeout: 120_000,
		expect: { poll: { timeout: 15_000 } },
		reporters: ["default", ["json", { outputFile: "reports/vitest-kill.json" }]],
	},
});
