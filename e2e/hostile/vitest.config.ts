import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["e2e/hostile/*.test.ts"],
		environment: "node",
		globalSetup: [`${import.meta.dirname}/../../tools/test-postgres.ts`],
		// One product at a time: what one file's flood does to another's clock would be a false alarm.
		fileParallelism: false,
		testTimeout: 10_000,
		hookTimeout: 30_000,
		expect: { poll: { timeout: 15_000 } },
		reporters: ["default", ["json", { outputFile: "reports/vitest-hostile.json" }]],
	},
});
