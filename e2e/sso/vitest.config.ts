import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["e2e/sso/*.test.ts"],
		environment: "node",
		globalSetup: [`${import.meta.dirname}/../../tools/test-postgres.ts`],
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 120_000 } },
		reporters: ["default", ["json", { outputFile: "reports/vitest-sso.json" }]],
	},
});
