import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["e2e/sso/*.test.ts"],
		environment: "node",
		globalSetup: [`${import.meta.dirname}/../../tools/test-postgres.ts`],
		testTimeout: 20_000,
		hookTimeout: 30_000,
		expect: { poll: { timeout: 15_000 } },
		reporters: ["default", ["json", { outputFile: "reports/vitest-sso.json" }]],
	},
});
