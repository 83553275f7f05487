import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		dir: import.meta.dirname,
		include: ["*.test.ts"],
		globalSetup: [`${import.meta.dirname}/server.ts`],
		testTimeout: 30_000,
		reporters: ["default", ["json", { outputFile: "reports/vitest-sdk.json" }]],
	},
});
