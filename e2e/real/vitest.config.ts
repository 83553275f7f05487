import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		dir: import.meta.dirname,
		include: ["*.test.ts"],
		globalSetup: [`${import.meta.dirname}/server.ts`],
		// Inference uses every core, and all files share one loaded Whisper.
		fileParallelism: false,
		isolate: false,
		// No limit on speed: these only end a run that hangs.
		testTimeout: 600_000,
		hookTimeout: 600_000,
		expect: { poll: { interval: 250, timeout: 300_000 } },
		reporters: ["default", ["json", { outputFile: "reports/vitest-real.json" }]],
	},
});
