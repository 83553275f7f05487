import { expect, test } from "vitest";
import { estimateDuration, formatTime } from "./time.ts";

test("PLAYER-023 estimates the duration at 140 words per minute", () => {
	const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(" \n");
	expect(estimateDuration(words(140))).toBe(60);
	expect(estimateDuration(words(35))).toBe(15);
	expect(estimateDuration("   ")).toBe(0);
});

test("formats minutes and seconds, with hours only if needed", () => {
	expect([0, 9.9, 83.4, 3_723, Number.NaN].map(formatTime)).toEqual(["0:00", "0:09", "1:23", "1:02:03", "0:00"]);
});
