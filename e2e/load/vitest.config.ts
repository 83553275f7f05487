import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["e2e/load/*.test.ts"],
		environment: "node",
		fileParallelism: false,
		testTimeout: 900_000,
		hookTimeout: 120_000,
		expect: { poll: { timeout: 15_000 } },
		reporters: ["default", ["json", { outputFile: "reports/vitest-load.json" }]],
	},
});
