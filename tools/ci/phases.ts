// All test phases: command, time budget on two idle cores, requirements, and whether they belong to the gate or to verify.
// Invariant: the gate (.ci/run) is deterministic and never fails because a machine is slow. Anything that compares times, memory or
// throughput is in verify, which also runs the gate's phases.

/** "product": e2e/product, started before the first phase that needs it and stopped after the last. */
export type Need = "models" | "build" | "product" | "chromium" | "python";

export type Phase = {
	name: string;
	/** An npm script, with arguments. */
	script: readonly [string, ...string[]];
	/** Wall-clock budget in seconds. A phase over budget is flagged in the table but does not fail. */
	budget: number;
	in: "gate" | "verify";
	needs?: readonly Need[];
	/** Test reports in `reports/`. */
	reports?: readonly string[];
	env?: Readonly<Record<string, string>>;
	/** Runs at the same time as this earlier phase, if that runs too: both wait more than they compute. */
	beside?: string;
};

const pages = ["build", "product", "chromium"] as const;

const gate: readonly Omit<Phase, "in">[] = [
	{ name: "models", script: ["models"], budget: 60 },
	{ name: "check", script: ["check"], budget: 300, needs: ["models"], reports: ["vitest-main.json"] },
	{ name: "build", script: ["build"], budget: 30 },
	{ name: "one command", script: ["e2e:start"], budget: 60, needs: ["models"], reports: ["vitest-start.json"] },
	{ name: "single sign-on", script: ["e2e:sso"], budget: 30, reports: ["vitest-sso.json"] },
	{
		name: "kill -9, one of each kind",
		script: ["e2e:kill", "--tags-filter=gate"],
		env: { TEST_TAG: "gate" },
		budget: 60,
		reports: ["vitest-kill@gate.json"],
	},
	{
		name: "real engines through the public API",
		script: ["e2e:real"],
		budget: 180,
		needs: ["models"],
		reports: ["vitest-real.json"],
	},
	{
		name: "official JavaScript SDK and CLI",
		script: ["e2e:sdk"],
		budget: 75,
		needs: ["product"],
		reports: ["vitest-sdk.json"],
	},
	{
		name: "official Python SDK",
		script: ["e2e:sdk-python"],
		beside: "official JavaScript SDK and CLI",
		budget: 60,
		needs: ["product", "python"],
		reports: ["pytest-sdk.json"],
	},
	{ name: "hostile input", script: ["e2e:hostile"], budget: 60, needs: ["product"], reports: ["vitest-hostile.json"] },
	{ name: "journeys", script: ["e2e"], budget: 600, needs: pages, reports: ["playwright.json"] },
	{
		name: "site: links and looks",
		script: ["e2e:site", "crawl", "looks"],
		budget: 360,
		needs: pages,
		reports: ["playwright-site-crawl.json", "playwright-site-looks.json"],
	},
	{ name: "requirements", script: ["requirements", "--check"], budget: 5 },
];

const verify: readonly Omit<Phase, "in">[] = [
	{
		name: "all looks",
		script: ["e2e:site", "looks"],
		env: { LOOKS: "all" },
		budget: 1_200,
		needs: pages,
		reports: ["playwright-site-looks.json"],
	},
	{
		name: "more journeys",
		script: ["e2e:more"],
		budget: 300,
		needs: pages,
		reports: ["playwright@verify.json"],
	},
	{
		name: "measured pages",
		script: ["measure:pages"],
		budget: 300,
		needs: pages,
		reports: ["playwright@measured.json"],
	},
	{
		name: "speed of pages",
		script: ["e2e:site", "speed"],
		budget: 600,
		needs: pages,
		reports: ["playwright-site-speed.json"],
	},
	{
		name: "lighthouse",
		script: ["e2e:site", "lighthouse"],
		budget: 600,
		needs: pages,
		reports: ["playwright-site-lighthouse.json"],
	},
	{
		name: "schemathesis",
		script: ["e2e:openapi"],
		budget: 420,
		needs: ["python"],
		reports: ["schemathesis.json"],
	},
	{ name: "more tests", script: ["test:more"], budget: 120, reports: ["vitest-main@verify.json"] },
	{ name: "measured code", script: ["measure"], budget: 300, reports: ["vitest-main@measured.json"] },
	{
		name: "thousands of guesses",
		script: ["test", "server/src/security/brute-force.test.ts"],
		env: { GUESSES: "5000" },
		budget: 120,
		reports: ["vitest-main.json"],
	},
	{
		name: "memory after hostile input",
		script: ["measure:hostile"],
		budget: 60,
		reports: ["vitest-hostile@measured.json"],
	},
	{ name: "scaffold", script: ["e2e:scaffold"], budget: 900, reports: ["scaffold.json"] },
	{ name: "second start", script: ["measure:start"], budget: 120, reports: ["vitest-start@measured.json"] },
	{ name: "kill -9, all", script: ["e2e:kill"], budget: 1_500, reports: ["vitest-kill.json"] },
	{ name: "load", script: ["e2e:load"], budget: 900, reports: ["vitest-load.json"] },
	{ name: "engines", script: ["e2e:engines"], budget: 900, needs: ["models"], reports: ["vitest-engines.json"] },
	{ name: "bench: speech", script: ["bench:speech"], budget: 600, needs: ["models"] },
	{ name: "bench: streams", script: ["bench:streams"], budget: 600 },
	{ name: "bench: studio", script: ["bench:studio"], budget: 1_200, needs: ["models", "python"] },
	{ name: "bench: takes", script: ["bench:takes"], budget: 1_200, needs: ["models"] },
	{ name: "bench: transcription", script: ["bench:transcription"], budget: 1_800, needs: ["models"] },
	{ name: "bench: conversion", script: ["bench:conversion"], budget: 900, needs: ["models"] },
	{ name: "bench: visitors", script: ["bench:try"], budget: 300 },
	{ name: "bench: previews", script: ["bench:previews"], budget: 180, needs: ["models"] },
	{ name: "bench: webhooks", script: ["bench:webhooks"], budget: 300 },
	{ name: "bench: revocation", script: ["bench:revocation"], budget: 600 },
	{ name: "bench: isolation", script: ["bench:isolation"], budget: 300, needs: ["models"] },
	{ name: "bench: library", script: ["bench:library"], budget: 900 },
	{ name: "bench: voice design", script: ["bench:voices", "design"], budget: 1_200, needs: ["models"] },
	{ name: "bench: voice matching", script: ["bench:voices", "match"], budget: 1_200, needs: ["models"] },
];

export const phases: readonly Phase[] = [
	...gate.map((phase) => ({ ...phase, in: "gate" as const })),
	...verify.map((phase) => ({ ...phase, in: "verify" as const })),
];
