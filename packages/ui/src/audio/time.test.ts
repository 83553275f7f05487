import { expect, test } from "vitest";
import { clock, estimateDuration } from "./time.ts";

test("PLAYER-023 the estimated duration is the word count by 140 a minute", () => {
	const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(" \n");
	expect(estimateDuration(words(140))).toBe(60);
	expect(estimateDuration(words(35))).toBe(15);
	expect(estimateDuration("   ")).toBe(0);
});

test("a time is shown in minutes, with hours only when there are some", () => {
	expect([0, 9.9, 83.4, 3_723, Number.NaN].map(clock)).toEqual(["0:00", "0:09", "1:23", "1:02:03", "0:00"]);
});
