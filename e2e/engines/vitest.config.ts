import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		dir: import.meta.dirname,
		tags: [{ name: "measured" }],
		include: ["*.test.ts"],
		// Inference uses every core, so run one file at a time.
		fileParallelism: false,
		testTimeout: 600_000,
		hookTimeout: 1_800_000,
		expect: { poll: { timeout: 15_000 } },
		reporters: ["default", ["json", { outputFile: "reports/vitest-engines.json" }]],
	},
});
