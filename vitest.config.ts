import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { reportFile } from "./tools/ci/report-file.ts";
import { markdownBlocks } from "./web/markdown-blocks.ts";

/** Started first; otherwise one worker would still be busy at the end of the run. */
const slow = [
	"security/matrix.test.ts",
	"security/brute-force.test.ts",
	"voice-making/cloning/cloning.test.ts",
	"core/http/overload.test.ts",
];

class SlowFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const isSlow = ({ moduleId }: TestSpecification) => slow.some((name) => moduleId.endsWith(name));
		const sorted = await super.sort(files);
		return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
	}
}

export default defineConfig({
	test: {
		environment: "node",
		// Files share a worker's modules, because importing the full api for each of 60 files took a third of the run.
		isolate: false,
		// Measurements, and long tests that prove no requirement, run in `npm run verify`.
		tags: [{ name: "measured" }, { name: "verify" }],
		sequence: { sequencer: SlowFirst },
		// Tests wait for timers and child processes a third of the time.
		maxWorkers: availableParallelism() + 1,
		// As in tools/stack/roles.ts: otherwise every 64 MB of audio collect the whole heap.
		execArgv: [
			"--max-semi-space-size=32",
			"--external-memory-accounted-in-global-limit",
			// A worker needs this much in any case; growing to it takes a collection at each step.
			"--min-semi-space-size=32",
			"--initial-heap-size=2000",
		],
		// Upper bounds for a busy machine.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 120_000 } },
		reporters: ["default", ["json", { outputFile: reportFile("main") }]],
		projects: [
			{
				extends: true,
				plugins: [markdownBlocks()],
				test: {
					name: "unit",
					include: [
						"packages/*/src/**/*.test.{ts,tsx}",
						"web/*.test.ts",
						"web/app/**/*.test.{ts,tsx}",
						"tools/**/*.test.ts",
					],
					exclude: ["**/node_modules/**", "packages/db/**", "tools/start/**"],
				},
			},
			{
				extends: true,
				test: {
					name: "app",
					include: ["server/src/**/*.test.ts", "seed/**/*.test.ts", "packages/db/src/**/*.test.ts"],
					exclude: ["**/node_modules/**"],
					globalSetup: ["tools/test-postgres.ts"],
					setupFiles: ["tools/test-passwords.ts"],
				},
			},
		],
	},
});
