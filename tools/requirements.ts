// npm run requirements: lists proven requirements: those whose id is in the title of a passing test.
// Reads the JSON reports of the last runs (Vitest and Playwright), writes reports/requirements.json.
//   --check   fails if a requirement in tools/proven-ids.json is no longer proven (used by the gate)
//   --write   adds newly proven requirements to that list
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./generated.ts";
import { readOutcomes, type TestOutcome } from "./test-reports.ts";

const ID = /\b[A-Z][A-Z0-9]*-\d{3}\b/g;

type Requirement = { id: string; area: string };
/** Known ids in titles of passing tests, except those that a failed test also names. */
export function provenIds(outcomes: TestOutcome[], known: ReadonlySet<string>): string[] {
	const idsOf = (wanted: TestOutcome["outcome"]) =>
		outcomes.filter(({ outcome }) => outcome === wanted).flatMap(({ title }) => title.match(ID) ?? []);
	const failed = new Set(idsOf("failed"));
	return [...new Set(idsOf("passed"))].filter((id) => known.has(id) && !failed.has(id)).sort();
}

async function readRequirements(): Promise<Requirement[]> {
	for (const file of [join(ROOT, "../shared/spec/requirements.json"), join(ROOT, "tools/requirement-ids.json")]) {
		const text = await readFile(file, "utf8").catch(() => undefined);
		if (text === undefined) continue;
		const list = JSON.parse(text) as Requirement[] | Record<string, string[]>;
		if (Array.isArray(list)) return list;
		return Object.entries(list).flatMap(([area, ids]) => ids.map((id) => ({ id, area })));
	}
	throw new Error("tools/requirement-ids.json is missing.");
}

async function compare(proven: readonly string[]): Promise<void> {
	const file = join(ROOT, "tools/proven-ids.json");
	const before = JSON.parse(await readFile(file, "utf8").catch(() => "[]")) as string[];
	const lost = before.filter((id) => !proven.includes(id));
	const gained = proven.filter((id) => !before.includes(id));
	if (process.argv.includes("--write"))
		await writeFile(file, `${JSON.stringify([...before, ...gained].sort(), undefined, "\t")}\n`);
	else if (gained.length > 0) console.log(`not listed yet (npm run requirements -- --write): ${gained.join(", ")}`);
	if (!process.argv.includes("--check") || lost.length === 0) return;
	console.error(`no longer proven: ${lost.join(", ")}`);
	process.exitCode = 1;
}

if (import.meta.main) {
	const requirements = await readRequirements();
	const outcomes = await readOutcomes(join(ROOT, "reports"));
	const proven = provenIds(outcomes, new Set(requirements.map(({ id }) => id)));
	await mkdir(join(ROOT, "reports"), { recursive: true });
	await writeFile(join(ROOT, "reports/requirements.json"), `${JSON.stringify({ proven }, undefined, "\t")}\n`);
	await compare(proven);
	const areas = [...new Set(requirements.map(({ area }) => area))].sort();
	const rows = areas.map((area) => {
		const ids = requirements.filter((requirement) => requirement.area === area).map(({ id }) => id);
		return { area, proven: ids.filter((id) => proven.includes(id)).length, of: ids.length };
	});
	for (const { area, proven: count, of } of rows)
		console.log(`${area.padEnd(18)} ${String(count).padStart(4)} of ${of}`);
	console.log(
		`${"all".padEnd(18)} ${String(proven.length).padStart(4)} of ${requirements.length}, from ${outcomes.length} tests`,
	);
}
