import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { createWorkerTakeChecker } from "./in-worker.ts";

// Only what needs no weights; e2e/engines/take-check.test.ts tests detection.
const checker = createWorkerTakeChecker({ modelsDir: "/nowhere", threads: 1 });
afterAll(() => checker.close());

const input = { pcm: new Float32Array(16_000), sampleRate: 16_000, spoken: "Guten Tag.", language: "de-DE" };

test("supports every variety of English and no other language", () => {
	expect(["en", "en-GB", "EN-us"].map(checker.supports)).toEqual([true, true, true]);
	expect(["de", "es-MX", "enm"].map(checker.supports)).toEqual([false, false, false]);
});

test("rejects a failed check and keeps working", async () => {
	await expect(checker.check(input)).rejects.toThrow("take check does not support de-DE");
	await expect(checker.check(input)).rejects.toThrow("take check does not support de-DE");
});

test("does not start a check that was aborted while queued", async () => {
	const controller = new AbortController();
	const [queued, aborted] = [checker.check(input), checker.check(input, controller.signal)];
	controller.abort();
	await Promise.all([
		expect(aborted).rejects.toThrow(/abort/i),
		expect(queued).rejects.toThrow("take check does not support de-DE"),
	]);
});

test("a crashed thread does not fail the checks of the thread that replaces it", async () => {
	const own = createWorkerTakeChecker({ modelsDir: "/nowhere", threads: 1 });
	const first = expect(own.check(input)).rejects.toThrow("take check does not support de-DE");
	const [[thread]] = (await Promise.all([once(process, "worker"), first])) as unknown as [[Worker]];
	const next = new Promise((resolve) => {
		thread.once("error", () => resolve(own.check(input)));
	});
	// No message is null, so this ends the thread with an uncaught error.
	thread.postMessage(null);
	await expect(next).rejects.toThrow("take check does not support de-DE");
	await own.close();
});
