import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { provenIds } from "./requirements.ts";
import { readOutcomes } from "./test-reports.ts";

test("counts ids in titles of passing tests, unless a failing test names the same id", async () => {
	const folder = await mkdtemp(join(tmpdir(), "timbre-reports-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const vitest = {
		testResults: [
			{
				assertionResults: [
					{ fullName: "speech AAA-001 AAA-002 speaks", status: "passed" },
					{ fullName: "AAA-002 is quiet", status: "failed", failureMessages: ["expected 1 to be 0"] },
					{ fullName: "AAA-003 later", status: "pending" },
					{ fullName: "ZZZ-001 is nobody's", status: "passed" },
				],
			},
		],
	};
	const playwright = {
		suites: [
			{
				title: "speech.spec.ts",
				suites: [{ title: "AAA-004", specs: [{ title: "hears", ok: true, tests: [{ status: "expected" }] }] }],
				specs: [
					{
						title: "AAA-005 breaks",
						ok: false,
						tests: [{ status: "unexpected", results: [{ errors: [{ message: "no sound" }] }] }],
					},
					{ title: "AAA-006 waits", ok: true, tests: [{ status: "skipped" }] },
				],
			},
		],
	};
	await writeFile(join(folder, "vitest-main.json"), JSON.stringify(vitest));
	await writeFile(join(folder, "playwright.json"), JSON.stringify(playwright));
	await writeFile(join(folder, "requirements.json"), '{"proven":["AAA-009"]}');

	const known = new Set(["AAA-001", "AAA-002", "AAA-003", "AAA-004", "AAA-005", "AAA-006", "AAA-009"]);
	const outcomes = await readOutcomes(folder);
	expect(provenIds(outcomes, known)).toEqual(["AAA-001", "AAA-004"]);
	expect(outcomes.flatMap(({ reasons }) => reasons).sort()).toEqual(["expected 1 to be 0", "no sound"]);
});
