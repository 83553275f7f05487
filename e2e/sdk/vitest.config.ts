import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		dir: import.meta.dirname,
		include: ["*.test.ts"],
		globalSetup: [`${import.meta.dirname}/server.ts`],
		// One caller with one plan: files at once would be refused for speaking too many texts at once.
		fileParallelism: false,
		isolate: false,
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 120_000 } },
		reporters: ["default", ["json", { outputFile: "reports/vitest-sdk.json" }]],
	},
});
