import { afterAll, expect, test } from "vitest";
import { takeCheckerOffThread } from "./off-thread.ts";

// What needs no weights; that it hears faults is shown by e2e/engines/take-check.test.ts.
const checker = takeCheckerOffThread({ modelsDir: "/nowhere", threads: 1 });
afterAll(() => checker.close());

const input = { pcm: new Float32Array(16_000), sampleRate: 16_000, spoken: "Guten Tag.", language: "de-DE" };

test("English is checked, whatever its country, and nothing else", () => {
	expect(["en", "en-GB", "EN-us"].map(checker.supports)).toEqual([true, true, true]);
	expect(["de", "es-MX", "enm"].map(checker.supports)).toEqual([false, false, false]);
});

test("a failure in the thread is the caller's, and the thread goes on", async () => {
	await expect(checker.check(input)).rejects.toThrow("takes in de-DE cannot be checked");
	await expect(checker.check(input)).rejects.toThrow("takes in de-DE cannot be checked");
});

test("a check that was given up is not begun", async () => {
	const controller = new AbortController();
	const [waiting, givenUp] = [checker.check(input), checker.check(input, controller.signal)];
	controller.abort();
	await Promise.all([
		expect(givenUp).rejects.toThrow(/abort/i),
		expect(waiting).rejects.toThrow("takes in de-DE cannot be checked"),
	]);
});
