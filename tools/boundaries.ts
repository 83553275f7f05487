// Checks the import rules. Fails if dependency-cruiser saw fewer files than exist: without its swc parser it reads no TypeScript
// and would report success.
import { glob } from "node:fs/promises";
import { createRequire } from "node:module";
import { relative, resolve } from "node:path";
import { cruise, type ICruiseOptions, type ICruiseResult } from "dependency-cruiser";

const ROOT = resolve(import.meta.dirname, "..");
const TREES = ["server", "web", "packages", "e2e", "seed", "tools"];

type Violation = { rule: string; from: string; to: string };
export type BoundaryReport = {
	violations: Violation[];
	seen: number;
	onDisk: number;
	edges: number;
	missing: string[];
};

async function sourcesOnDisk(root: string, trees: readonly string[]): Promise<string[]> {
	const files: string[] = [];
	for (const tree of trees) {
		for await (const file of glob(`${tree}/**/*.{ts,tsx}`, {
			cwd: root,
			exclude: (path) => /(^|\/)(node_modules|build|\.react-router|\.data)$/.test(path),
		})) {
			if (!file.endsWith(".d.ts")) files.push(file);
		}
	}
	return files;
}

/** Checks the tree at `root` against the rules of this repository. `root` may be a fixture. */
export async function checkBoundaries(root: string = ROOT): Promise<BoundaryReport> {
	const rules = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as {
		forbidden: NonNullable<ICruiseOptions["ruleSet"]>["forbidden"];
		options: ICruiseOptions;
	};
	const onDisk = await sourcesOnDisk(root, TREES);
	const trees = TREES.filter((tree) => onDisk.some((file) => file.startsWith(`${tree}/`)));
	const options: ICruiseOptions = {
		...rules.options,
		baseDir: root,
		validate: true,
		ruleSet: { forbidden: rules.forbidden, options: rules.options } as NonNullable<ICruiseOptions["ruleSet"]>,
	};
	const { output } = await cruise(trees, options, rules.options.enhancedResolveOptions as never);
	const result = output as ICruiseResult;
	const seen = new Set(result.modules.map((module) => module.source));
	const ours = result.modules.filter((module) => !module.source.includes("node_modules"));
	return {
		violations: result.summary.violations.map(({ rule, from, to, cycle }) => ({
			rule: rule.name,
			from,
			to: cycle && cycle.length > 0 ? cycle.map((step) => step.name).join(" → ") : to,
		})),
		seen: onDisk.filter((file) => seen.has(file)).length,
		onDisk: onDisk.length,
		edges: ours.reduce((sum, module) => sum + module.dependencies.length, 0),
		missing: onDisk.filter((file) => !seen.has(file)),
	};
}

/** Error messages of a report, or an empty list. */
export function boundaryErrors(report: BoundaryReport): string[] {
	const errors = report.violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
	if (report.missing.length > 0) {
		errors.push(
			`saw ${report.seen} of ${report.onDisk} source files; not seen: ${report.missing.slice(0, 5).join(", ")}`,
		);
	}
	// A parser that finds modules but no imports is not working either.
	if (report.edges < report.onDisk / 2) {
		errors.push(`read only ${report.edges} imports in ${report.onDisk} files: the parser is not reading TypeScript`);
	}
	return errors;
}

if (import.meta.main) {
	const report = await checkBoundaries();
	const errors = boundaryErrors(report);
	for (const error of errors) console.error(error);
	console.log(
		`${relative(process.cwd(), ROOT) || "."}: ${report.seen} files, ${report.edges} imports, ${errors.length} errors`,
	);
	process.exitCode = errors.length > 0 ? 1 : 0;
}
