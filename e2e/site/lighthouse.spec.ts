// Lighthouse with its own mobile settings. The performance score varies on two cores: a page below the goal is measured twice more,
// and the median counts.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, expect, test } from "@playwright/test";
import lighthouse, { type Result } from "lighthouse";
import { printFigures } from "../../tools/ci/figures.ts";
import { freePorts } from "../../tools/stack/ports.ts";
import { measuredPaths } from "./routes.ts";
import { median } from "./speed.ts";

type Scores = {
	performance: number;
	accessibility: number;
	bestPractices: number;
	seo: number;
	/** How fast Lighthouse found this machine. It slows every machine down by the same factor. */
	machine: number;
	short: string[];
};

const reports = join(import.meta.dirname, "../../reports");
const file = join(reports, "lighthouse.json");

/** Incomplete traces, which say nothing about the page. Lighthouse recommends running again. */
const incompleteTraceErrors = [
	"NO_NAVSTART",
	"NO_TRACING_STARTED",
	"NO_RESOURCE_REQUEST",
	"NO_DCL",
	"NO_SCREENSHOTS",
	"NO_SPEEDLINE_FRAMES",
	"SPEEDINDEX_OF_ZERO",
	"INVALID_SPEEDLINE",
];

async function scoresOf(url: string, launch: Parameters<typeof chromium.launch>[0]): Promise<Scores> {
	let report = await reportOf(url, launch);
	for (let again = 0; again < 2 && incompleteTraceErrors.includes(report.runtimeError?.code ?? ""); again++) {
		console.log(`${url}: ${report.runtimeError?.message}`);
		report = await reportOf(url, launch);
	}
	const { categories, audits, environment, runtimeError } = report;
	if (runtimeError) throw new Error(runtimeError.message);
	const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
	const short = Object.values(categories).flatMap(({ id, auditRefs }) =>
		auditRefs
			.filter((ref) => ref.weight > 0 && (audits[ref.id]?.score ?? 1) < 1)
			.map((ref) => `${id}: ${ref.id} ${audits[ref.id]?.score} ${audits[ref.id]?.displayValue ?? ""}`.trim()),
	);
	return {
		performance: score("performance"),
		accessibility: score("accessibility"),
		bestPractices: score("best-practices"),
		seo: score("seo"),
		machine: Math.round(environment.benchmarkIndex),
		short,
	};
}

/** Uses a new browser, so nothing is left from the previous run. */
async function reportOf(url: string, launch: Parameters<typeof chromium.launch>[0]): Promise<Result> {
	const { api: port } = await freePorts();
	const browser = await chromium.launch({
		...launch,
		args: [...(launch?.args ?? []), `--remote-debugging-port=${port}`],
	});
	try {
		// The debugging port may open after launch returns.
		while (!(await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined))?.ok)
			await new Promise((done) => setTimeout(done, 50));
		const result = await lighthouse(url, {
			port,
			logLevel: "error",
			output: "json",
			onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
		});
		if (!result) throw new Error("Lighthouse gave no result.");
		return result.lhr;
	} finally {
		await browser.close();
	}
}

for (const path of measuredPaths) {
	test(`${path}: Lighthouse gives performance 95, accessibility 100, best practices 95, SEO 100`, async ({
		baseURL,
		launchOptions,
	}) => {
		test.setTimeout(600_000);
		const runs = [await scoresOf(`${baseURL}${path}`, launchOptions)];
		while (runs.length < 3 && (runs[0]?.performance ?? 0) < 95)
			runs.push(await scoresOf(`${baseURL}${path}`, launchOptions));
		const [first] = runs;
		if (!first) return;
		const scores = { ...first, performance: median(runs.map((run) => run.performance)) };
		await mkdir(reports, { recursive: true });
		const known = JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as Record<string, object>;
		known[path] = { ...scores, runs: runs.length };
		await writeFile(file, `${JSON.stringify(known, undefined, "\t")}\n`);
		printFigures(
			`${path}: performance ${scores.performance} (${runs.length} run${runs.length === 1 ? "" : "s, median"}), ` +
				`accessibility ${scores.accessibility}, best practices ${scores.bestPractices}, SEO ${scores.seo}; machine ${scores.machine}`,
		);
		const why = scores.short.join("; ");
		expect.soft(scores.performance, why).toBeGreaterThanOrEqual(95);
		expect.soft(scores.accessibility, why).toBe(100);
		expect.soft(scores.bestPractices, why).toBeGreaterThanOrEqual(95);
		expect.soft(scores.seo, why).toBe(100);
	});
}
