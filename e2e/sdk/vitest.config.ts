import { defineConfig } from "vitest/config";

/** Programs from the documentation. They have an account of their own, so they can run beside the clients. */
const samples = ["code-samples.test.ts", "guides.test.ts"];
const part = process.env.SDK_PART;

export default defineConfig({
	test: {
		dir: import.meta.dirname,
		include: part === "samples" ? samples : ["*.test.ts"],
		exclude: part === "clients" ? samples : [],
		globalSetup: [`${import.meta.dirname}/server.ts`],
		// All files use one account, so running them in parallel would exceed its concurrency limit.
		fileParallelism: false,
		isolate: false,
		testTimeout: 180_000,
		hookTimeout: 180_000,
		expect: { poll: { timeout: 120_000 } },
		reporters: [
			"default",
			["json", { outputFile: part ? `reports/vitest-sdk-${part}.json` : "reports/vitest-sdk.json" }],
		],
	},
});
