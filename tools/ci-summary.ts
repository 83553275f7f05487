// The last lines of a CI run: what failed and why, then the tests of all JSON reports, plus one for each phase that failed without
// a failed test. The reasons are repeated here because the failure itself is an hour of output further up.
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./generated.ts";
import { readOutcomes } from "./requirements.ts";

const failedPhases = Number(process.argv[2] ?? 0);
const outcomes = await readOutcomes(join(ROOT, "reports"));
const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
const reasonLines = 12;
for (const { title, outcome, reasons } of outcomes) {
	if (outcome !== "failed") continue;
	console.log(`failed: ${title}`);
	for (const reason of reasons)
		for (const line of stripVTControlCharacters(reason).split("\n").slice(0, reasonLines)) console.log(`\t${line}`);
}
// A phase that broke before it could report (a type error, a crash) has no failed test, and must count all the same.
const failed = Math.max(count("failed"), failedPhases);
console.log(`${count("passed")} passed, ${failed} failed`);
process.exitCode = failed === 0 && outcomes.length > 0 ? 0 : 1;
