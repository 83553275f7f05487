import { expect, test } from "vitest";
import { createYieldingBreather, restAfter } from "./breather.ts";

test("work in the background goes on while it has a processor, also where that is counted in steps", () => {
	expect(restAfter(40, 40)).toBe(0);
	expect(restAfter(40, 36)).toBe(0);
	expect(restAfter(40, 43)).toBe(0);
});

test("work in the background rests once it had to wait for a processor, longer the longer it waited, and not for ever", () => {
	expect(restAfter(40, 25)).toBe(100);
	expect(restAfter(40, 20)).toBe(150);
	expect(restAfter(4_000, 30)).toBe(250);
});

test("work in the background is asked to pause only after a piece of it", async () => {
	const started = performance.now();
	const breathe = createYieldingBreather();
	let pause = breathe();
	while (!pause) pause = breathe();
	expect(performance.now() - started).toBeGreaterThanOrEqual(30);
	await pause;
});
