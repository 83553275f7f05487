import { expect, test } from "vitest";
import { createBackgroundYielder, restMs } from "./yielder.ts";

test("does not rest while it has a CPU, also with coarse CPU accounting", () => {
	expect(restMs(40, 40)).toBe(0);
	expect(restMs(40, 36)).toBe(0);
	expect(restMs(40, 43)).toBe(0);
});

test("rests in proportion to the time it waited for a CPU, up to a limit", () => {
	expect(restMs(40, 25)).toBe(100);
	expect(restMs(40, 20)).toBe(150);
	expect(restMs(4_000, 30)).toBe(250);
});

test("yields only after a slice of work", async () => {
	const started = performance.now();
	const yieldIfDue = createBackgroundYielder();
	let pause = yieldIfDue();
	while (!pause) pause = yieldIfDue();
	expect(performance.now() - started).toBeGreaterThanOrEqual(30);
	await pause;
});
