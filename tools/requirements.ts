// npm run requirements: which requirements are proven, that is, whose id stands in the title of a test that passed.
// Reads the JSON reports of the last runs (vitest and Playwright), writes reports/requirements.json.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./generated.ts";

const ID = /\b[A-Z][A-Z0-9]*-\d{3}\b/g;

type Requirement = { id: string; area: string };
type VitestReport = {
	testResults: { assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[];
};
type PlaywrightSuite = {
	title: string;
	specs?: {
		title: string;
		ok: boolean;
		tests: { status: string; results?: { errors?: { message?: string }[] }[] }[];
	}[];
	suites?: PlaywrightSuite[];
};
type PlaywrightReport = { suites: PlaywrightSuite[] };
export type TestOutcome = {
	title: string;
	outcome: "passed" | "failed" | "skipped";
	/** What was said of each failure, as the test's runner wrote it. */
	reasons: string[];
};

function fromVitest(report: VitestReport): TestOutcome[] {
	return report.testResults.flatMap(({ assertionResults }) =>
		assertionResults.map(({ fullName, status, failureMessages }) => ({
			title: fullName,
			outcome: status === "passed" ? "passed" : status === "failed" ? "failed" : "skipped",
			reasons: failureMessages ?? [],
		})),
	);
}

function fromPlaywright(suites: PlaywrightSuite[], path: string): TestOutcome[] {
	return suites.flatMap((suite) => {
		const title = `${path} ${suite.title}`;
		const own = (suite.specs ?? []).map((spec): TestOutcome => {
			const skipped = spec.tests.every((test) => test.status === "skipped");
			const errors = spec.tests.flatMap((test) => (test.results ?? []).flatMap((result) => result.errors ?? []));
			return {
				title: `${title} ${spec.title}`,
				outcome: skipped ? "skipped" : spec.ok ? "passed" : "failed",
				reasons: errors.flatMap(({ message }) => message ?? []),
			};
		});
		return [...own, ...fromPlaywright(suite.suites ?? [], title)];
	});
}

/** Every test in every JSON report of `folder`; files of another form are not test reports and are left out. */
export async function readOutcomes(folder: string): Promise<TestOutcome[]> {
	const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
	const outcomes: TestOutcome[] = [];
	for (const file of files) {
		const report = JSON.parse(await readFile(join(folder, file), "utf8")) as Partial<VitestReport & PlaywrightReport>;
		if (Array.isArray(report.testResults)) outcomes.push(...fromVitest(report as VitestReport));
		else if (Array.isArray(report.suites)) outcomes.push(...fromPlaywright(report.suites, ""));
	}
	return outcomes;
}

/** Known ids in titles of passing tests, unless another test that names the id failed. */
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

if (import.meta.main) {
	const requirements = await readRequirements();
	const outcomes = await readOutcomes(join(ROOT, "reports"));
	const proven = provenIds(outcomes, new Set(requirements.map(({ id }) => id)));
	await mkdir(join(ROOT, "reports"), { recursive: true });
	await writeFile(join(ROOT, "reports/requirements.json"), `${JSON.stringify({ proven }, undefined, "\t")}\n`);
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
