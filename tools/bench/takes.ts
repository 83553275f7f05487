// npm run bench:takes                          200 sentences, each clean and with one planted error
// npm run bench:takes -- --list tuning         the sentences that the thresholds were set on
// npm run bench:takes -- --keep <folder>       stores the clips for the next run
// npm run bench:takes -- --show                lists every wrong verdict
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createTakeChecker } from "@timbre/engines/transcription/take-check.ts";
import { modelsDir } from "@timbre/server/core/config.ts";
import { printFigures } from "../ci/figures.ts";
import { openStudio, takesOf } from "./takes/clips.ts";
import { type Judged, judge, summary, table } from "./takes/figures.ts";

const { values } = parseArgs({
	options: {
		list: { type: "string", default: "measured" },
		keep: { type: "string" },
		show: { type: "boolean", default: false },
	},
});
const list = values.list === "tuning" ? "tuning" : "measured";
const options = { modelsDir: modelsDir(process.env), threads: availableParallelism() };
const studio = openStudio({ ...options, keepIn: values.keep });
const checker = createTakeChecker(options);
const judged: Judged[] = [];
for (const take of await takesOf(list, list === "tuning" ? "all" : "one")) {
	const clip = await studio.record(take);
	const one = await judge(checker, take, clip);
	judged.push(one);
	if (values.show && !one.right)
		console.log(
			`${take.plantedError?.kind ?? "clean"} ${take.voice.speaker}: ${take.plantedError?.text ?? take.spoken}\n   expected: ${take.spoken}\n   ` +
				`transcript: ${one.report.transcript}\n   ${one.report.verdict}, ${one.report.checkedBy} ${JSON.stringify(one.report.words)}`,
		);
}
await studio.close();
await checker.close();
printFigures(table(summary(judged)));
