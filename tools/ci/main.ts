// node tools/ci/main.ts gate                      what .ci/run runs
// npm run verify                                  everything, with measurements: reports/verify.json and reports/verify.md
// npm run verify -- --resume                      continues an earlier run of the same commit
// npm run verify -- "500 streams" lighthouse      phases by name
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../generated.ts";
import { type Phase, phases } from "./phases.ts";
import { openProduct, type ProductProcess } from "./product.ts";
import { runGit, summaryOf, table, verifyPage } from "./report.ts";
import { type PhaseResult, runPhase } from "./run-phase.ts";

type Run = { commit: string; startedAt: string; cores: number; wall: number; phases: PhaseResult[] };

const [mode = "gate", ...words] = process.argv.slice(2);
const resume = words.includes("--resume");
const named = words.filter((word) => !word.startsWith("--"));
const unknown = named.filter((name) => !phases.some((phase) => phase.name === name));
if ((mode !== "gate" && mode !== "verify") || unknown.length > 0) {
	console.error(`Unknown: ${unknown.join(", ") || mode}. Phases: ${phases.map(({ name }) => name).join(", ")}.`);
	process.exit(2);
}

const reports = join(ROOT, "reports");
const file = join(reports, mode === "gate" ? "phases.json" : "verify.json");
const commit = await runGit("rev-parse", "HEAD");
const earlier = resume ? await readEarlierResults() : [];
const wanted = phases.filter((phase) =>
	named.length > 0 ? named.includes(phase.name) : mode === "verify" || phase.in === "gate",
);
const open = wanted.filter(({ name }) => !earlier.some((result) => result.name === name));

const startedAt = new Date();
// Phases that ran before this program, timed by .ci/run.
const before = JSON.parse(process.env.CI_BEFORE ?? "[]") as PhaseResult[];
const run: Run = {
	commit,
	startedAt: startedAt.toISOString(),
	cores: (await import("node:os")).availableParallelism(),
	wall: 0,
	phases: [...before, ...earlier],
};
await mkdir(reports, { recursive: true });

let product: ProductProcess | undefined;
const groups = sideBySide(open);
for (const [at, group] of groups.entries()) {
	if (group.some(usesProduct) && !product) {
		console.log("=== product");
		product = await openProduct();
		console.log(`=== product: ${product.file ? "ready" : "DID NOT START"}, ${product.seconds} s`);
		await record(productResult(product));
	}
	for (const { name } of group) console.log(`=== ${name}`);
	const results = await Promise.all(group.map((phase) => runPhase(phase, envOf(phase))));
	for (const result of results) {
		const late = result.wall > (result.budget ?? 0) ? `, over its budget of ${result.budget} s` : "";
		console.log(`=== ${result.name}: ${result.ok ? "ok" : "FAILED"}, ${result.wall} s${late}`);
		await record(result);
	}
	if (
		!groups
			.slice(at + 1)
			.flat()
			.some(usesProduct)
	)
		await product?.stop();
}
console.log(`\n${table(run.phases, run.wall)}\n`);
const { text, ok } = await summaryOf(run.phases);
console.log(text);
process.exit(ok ? 0 : 1);

/** Phases in order, each with those that run beside it. */
function sideBySide(wanted: readonly Phase[]): Phase[][] {
	const groups: Phase[][] = [];
	for (const phase of wanted) {
		const group = groups.find(([first]) => first !== undefined && first.name === phase.beside);
		if (group) group.push(phase);
		else groups.push([phase]);
	}
	return groups;
}

function usesProduct({ needs }: Phase): boolean {
	return needs?.includes("product") ?? false;
}

function envOf(phase: Phase): NodeJS.ProcessEnv {
	return { ...process.env, ...(usesProduct(phase) && product?.file ? { E2E_PRODUCT: product.file } : {}) };
}

/** Written after each phase, so an interrupted run keeps its results. */
async function record(result: PhaseResult): Promise<void> {
	run.phases.push(result);
	run.wall = Math.round(before.reduce((sum, { wall }) => sum + wall, 0) + (Date.now() - startedAt.getTime()) / 1000);
	await writeFile(file, `${JSON.stringify(run, undefined, "\t")}\n`);
	if (mode === "verify") await writeFile(join(reports, "verify.md"), verifyPage(run));
}

function productResult({ file: there, seconds }: ProductProcess): PhaseResult {
	const nothing = { processor: 0, loadAverage: 0, passed: 0, failed: 0, skipped: [], figures: [] };
	return { name: "product", ok: there !== undefined, wall: seconds, budget: 60, ...nothing };
}

async function readEarlierResults(): Promise<PhaseResult[]> {
	const known = JSON.parse(await readFile(file, "utf8").catch(() => "{}")) as Partial<Run>;
	if (known.commit !== commit) {
		await rm(file, { force: true });
		return [];
	}
	return (known.phases ?? []).filter(({ ok, name }) => ok && name !== "product");
}
