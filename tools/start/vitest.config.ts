import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		dir: import.meta.dirname,
		include: ["*.test.ts"],
		// Seconds are measured here: nothing else may run beside it.
		fileParallelism: false,
		testTimeout: 120_000,
		hookTimeout: 120_000,
		reporters: ["default", ["json", { outputFile: "reports/vitest-start.json" }]],
	},
});
