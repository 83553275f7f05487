import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		dir: import.meta.dirname,
		include: ["*.test.ts"],
		globalSetup: [`${import.meta.dirname}/server.ts`],
		// All files use one account, so running them in parallel would exceed its concurrency limit.
		fileParallelism: false,
		isolate: false,
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 120_000 } },
		reporters: ["default", ["json", { outputFile: "reports/vitest-sdk.json" }]],
	},
});
