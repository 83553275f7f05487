// The last line of a CI run: tests of all JSON reports, plus one for each phase that failed without a failed test.
import { join } from "node:path";
import { ROOT } from "./generated.ts";
import { readOutcomes } from "./requirements.ts";

const failedPhases = Number(process.argv[2] ?? 0);
const outcomes = await readOutcomes(join(ROOT, "reports"));
const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
for (const { title, outcome } of outcomes) if (outcome === "failed") console.log(`failed: ${title}`);
// A phase that broke before it could report (a type error, a crash) has no failed test, and must count all the same.
const failed = Math.max(count("failed"), failedPhases);
console.log(`${count("passed")} passed, ${failed} failed`);
process.exitCode = failed === 0 && outcomes.length > 0 ? 0 : 1;
