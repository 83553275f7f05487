import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Begun last, these would leave one worker alone for minutes at the end. */
const slow = ["security/guessing.test.ts", "voices/voices.cloning.test.ts", "security/matrix.test.ts"];

class SlowFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isSlow = ({ moduleId }: TestSpecification) => slow.some((name) => moduleId.endsWith(name));
		const sorted = await super.sort(files);
		return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
	}
}

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
		sequence: { sequencer: SlowFirst },
		globalSetup: ["tools/test-postgres.ts"],
		// Real databases and real processes: a slow shared machine needs more than the five seconds of a unit test.
		// Most of a test here is waiting for a database or a process, so a core is not too little for each worker.
		maxWorkers: Math.max(2, availableParallelism()),
		testTimeout: 20_000,
		// A query may stand still for two seconds; the second that vitest gives a poll would end before it.
		expect: { poll: { timeout: 15_000 } },
		hookTimeout: 30_000,
		reporters: ["default", ["json", { outputFile: "reports/vitest-main.json" }]],
	},
});
