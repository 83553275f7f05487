import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		dir: import.meta.dirname,
		include: ["*.test.ts"],
		// Real weights on the machine's own cores: one file at a time, or they slow each other down.
		fileParallelism: false,
		testTimeout: 600_000,
		hookTimeout: 1_800_000,
		expect: { poll: { timeout: 15_000 } },
		reporters: ["default", ["json", { outputFile: "reports/vitest-engines.json" }]],
	},
});
