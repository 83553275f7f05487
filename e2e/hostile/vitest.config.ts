import { defineConfig } from "vitest/config";
import { reportFile } from "../../tools/ci/report-file.ts";

export default defineConfig({
	test: {
		include: ["e2e/hostile/*.test.ts"],
		environment: "node",
		globalSetup: [`${import.meta.dirname}/../../tools/test-postgres.ts`],
		// Floods of one file would slow down the others.
		fileParallelism: false,
		isolate: false,
		testTimeout: 120_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 60_000 } },
		tags: [{ name: "measured" }],
		reporters: ["default", ["json", { outputFile: reportFile("hostile") }]],
	},
});
