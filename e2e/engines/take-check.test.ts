// Take check with real models: real voices read sentences correctly and with faults, and the checker gets only the
// expected text. Accuracy is measured on 200 sentences (`npm run bench:takes`, docs/take-check.md). This test uses the
// first 40, with deterministic voices; its limits only catch a broken checker.
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { createWorkerTakeChecker } from "@timbre/engines/transcription/in-worker.ts";
import { loadConfig } from "@timbre/server/core/config.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStudio, takesOf } from "../../tools/bench/takes/clips.ts";
import { type Judged, judge, type Row, type Summary, summary, table } from "../../tools/bench/takes/figures.ts";
import { printFigures } from "../../tools/ci/figures.ts";

const options = { modelsDir: loadConfig().MODELS_DIR, threads: availableParallelism() };
const studio = openStudio({ ...options, steady: true });
const checker = createWorkerTakeChecker(options);
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

test("detects dropped, repeated and swapped words", () => {
	expect(all.errors).toBe(40);
	expect(all.found / all.errors).toBeGreaterThanOrEqual(0.85);
});

test("rarely reports correct sentences as misread", () => {
	expect(all.clean).toBe(40);
	expect(all.alarms / all.clean).toBeLessThanOrEqual(0.1);
});

test("locates faults at the faulty word or next to it", () => {
	expect(all.placed / all.found).toBeGreaterThanOrEqual(0.9);
});
