import { defineConfig } from "vitest/config";
import { reportFile } from "../ci/report-file.ts";

export default defineConfig({
	test: {
		dir: import.meta.dirname,
		include: ["*.test.ts"],
		// Each test starts the full product.
		fileParallelism: false,
		testTimeout: 300_000,
		hookTimeout: 120_000,
		tags: [{ name: "measured" }],
		reporters: ["default", ["json", { outputFile: reportFile("start") }]],
	},
});
