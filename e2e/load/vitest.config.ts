import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["e2e/load/*.test.ts"],
		environment: "node",
		fileParallelism: false,
		testTimeout: 600_000,
		reporters: ["default", ["json", { outputFile: "reports/vitest-load.json" }]],
	},
});
