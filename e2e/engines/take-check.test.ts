// A misread word is found by listening: real voices read sentences right and wrong, and the checker is told only what they should have said.
// The figures are those of 200 sentences (`npm run bench:takes`, docs/take-check.md). Here the first 40 are read, by voices
// that read a sentence in the same way each time, so that nothing is left to chance: what the limits catch is a checker that is broken.
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { takeCheckerOffThread } from "@timbre/engines/transcription/off-thread.ts";
import { loadConfig } from "@timbre/server/core/config.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStudio, takesOf } from "../../tools/bench/takes/clips.ts";
import { type Judged, judge, type Row, type Summary, summary, table } from "../../tools/bench/takes/figures.ts";
import { printFigures } from "../../tools/ci/figures.ts";

const options = { modelsDir: loadConfig().MODELS_DIR, threads: availableParallelism() };
const studio = openStudio({ ...options, steady: true });
const checker = takeCheckerOffThread(options);
const judged: Judged[] = [];
let figures: Summary;
let all: Row;

beforeAll(async () => {
	for (const take of (await takesOf("measured")).filter(({ index }) => index < 40)) {
		const clip = await studio.record(take);
		judged.push(await judge(checker, take, clip));
	}
	figures = summary(judged);
	[all] = figures.rows as [Row];
	printFigures(table(figures));
	await mkdir("reports", { recursive: true });
	await writeFile("reports/take-check.json", JSON.stringify(figures, null, "\t"));
});
afterAll(async () => {
	await studio.close();
	await checker.close();
});

test("dropped, repeated and swapped words are found", () => {
	expect(all.faults).toBe(40);
	expect(all.found / all.faults).toBeGreaterThanOrEqual(0.85);
});

test("sentences that were read right are seldom called misread", () => {
	expect(all.clean).toBe(40);
	expect(all.alarms / all.clean).toBeLessThanOrEqual(0.1);
});

test("what is found is marked at the word that was broken or beside it", () => {
	expect(all.placed / all.found).toBeGreaterThanOrEqual(0.9);
});
