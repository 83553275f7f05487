// Reads test outcomes from JSON reports of Vitest and Playwright, and others in Vitest's format.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

type VitestReport = {
	testResults: {
		assertionResults: { fullName: string; status: string; failureMessages?: string[]; tags?: string[] }[];
	}[];
};
type Annotation = { type: string; description?: string };
type PlaywrightSuite = {
	title: string;
	specs?: {
		title: string;
		ok: boolean;
		tests: { status: string; annotations?: Annotation[]; results?: { errors?: { message?: string }[] }[] }[];
	}[];
	suites?: PlaywrightSuite[];
};
type PlaywrightReport = { suites: PlaywrightSuite[] };

export type TestOutcome = {
	title: string;
	outcome: "passed" | "failed" | "skipped";
	/** Failure messages, or the reason it was skipped. */
	reasons: string[];
};

/** A Vitest test that may be skipped states the reason in its title: "… [skipped: ../shared is missing]". */
const skipReason = /\[skipped: ([^\]]+)\]/;

function fromVitest(report: VitestReport, tag: string | undefined): TestOutcome[] {
	return report.testResults.flatMap(({ assertionResults }) =>
		assertionResults.flatMap(({ fullName: title, status, failureMessages, tags }): TestOutcome[] => {
			if (status === "passed") return [{ title, outcome: "passed", reasons: [] }];
			if (status === "failed") return [{ title, outcome: "failed", reasons: failureMessages ?? [] }];
			// Excluded by the tag filter, so not part of this run.
			if (tag === undefined ? tags?.some((name) => name === "measured" || name === "verify") : !tags?.includes(tag))
				return [];
			const reason = skipReason.exec(title)?.[1];
			return [{ title, outcome: "skipped", reasons: reason === undefined ? [] : [reason] }];
		}),
	);
}

function fromPlaywright(suites: PlaywrightSuite[], path: string): TestOutcome[] {
	return suites.flatMap((suite) => {
		const title = `${path} ${suite.title}`;
		const own = (suite.specs ?? []).map((spec): TestOutcome => {
			const skipped = spec.tests.every((test) => test.status === "skipped");
			const errors = spec.tests.flatMap((test) => (test.results ?? []).flatMap((result) => result.errors ?? []));
			const notes = spec.tests.flatMap(({ annotations }) => annotations ?? []).filter(({ type }) => type === "skip");
			return {
				title: `${title} ${spec.title}`,
				outcome: skipped ? "skipped" : spec.ok ? "passed" : "failed",
				reasons: skipped
					? notes.flatMap(({ description }) => description ?? [])
					: errors.flatMap(({ message }) => message ?? []),
			};
		});
		return [...own, ...fromPlaywright(suite.suites ?? [], title)];
	});
}

/** All tests in these files. Files in another format are ignored. */
export async function readReports(files: readonly string[]): Promise<TestOutcome[]> {
	const outcomes: TestOutcome[] = [];
	for (const file of files) {
		const text = await readFile(file, "utf8").catch(() => "{}");
		const report = JSON.parse(text) as Partial<VitestReport & PlaywrightReport>;
		if (Array.isArray(report.testResults))
			outcomes.push(...fromVitest(report as VitestReport, /@([a-z]+)\.json$/.exec(file)?.[1]));
		else if (Array.isArray(report.suites)) outcomes.push(...fromPlaywright(report.suites, ""));
	}
	return outcomes;
}

export async function readOutcomes(folder: string): Promise<TestOutcome[]> {
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
	return readReports(names.map((name) => join(folder, name)));
}
