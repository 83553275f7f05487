import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: [
			"packages/*/src/**/*.test.{ts,tsx}",
			"server/src/**/*.test.ts",
			"web/*.test.ts",
			"web/app/**/*.test.{ts,tsx}",
			"seed/**/*.test.ts",
			"tools/**/*.test.ts",
		],
		// Measures seconds, so it runs alone: npm run e2e:start.
		exclude: ["**/node_modules/**", "tools/start/**"],
		environment: "node",
		globalSetup: ["tools/test-postgres.ts"],
		// Real databases and real processes: a slow shared machine needs more than the five seconds of a unit test.
		// Most of a test here is waiting for a database or a process, so a core is not too little for each worker.
		maxWorkers: Math.max(2, availableParallelism()),
		testTimeout: 20_000,
		hookTimeout: 30_000,
		reporters: ["default", ["json", { outputFile: "reports/vitest-main.json" }]],
	},
});
