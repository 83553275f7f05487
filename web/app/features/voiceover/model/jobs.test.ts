import { duckingAt, fitSpeech, gainAt } from "@timbre/contract/voiceover/rules.ts";
import type { VoiceoverLine } from "@timbre/contract/voiceover/schemas.ts";
import { describe, expect, test } from "vitest";
import { problemsOf } from "./jobs.ts";
import { formatMs, parseMs, parseNumber } from "./times.ts";

test("times are written and read alike", () => {
	for (const ms of [0, 10, 1_500, 59_990, 60_000, 3_723_450]) expect(parseMs(formatMs(ms))).toBe(ms);
	expect(formatMs(83_450)).toBe("1:23.45");
	expect([parseMs("83,5"), parseMs("1:2:3"), parseMs(""), parseMs("1:"), parseMs("soon")]).toEqual([
		83_500,
		3_723_000,
		undefined,
		undefined,
		undefined,
	]);
	expect([parseNumber("-6,5", [-40, 12]), parseNumber("13", [-40, 12]), parseNumber(" ", [0, 1])]).toEqual([
		-6.5,
		undefined,
		undefined,
	]);
});

describe("the timeline", () => {
	test("speeds speech up only as far as its slot needs, and at most 1.25 times", () => {
		expect(fitSpeech(900, 1_000)).toEqual({ state: "fits", rate: 1, length_ms: 900, late_ms: 0 });
		expect(fitSpeech(1_100, 1_000)).toEqual({ state: "faster", rate: 1.1, length_ms: 1_000, late_ms: 0 });
		expect(fitSpeech(1_250, 1_000)).toEqual({ state: "faster", rate: 1.25, length_ms: 1_000, late_ms: 0 });
		expect(fitSpeech(2_000, 1_000)).toEqual({ state: "too_long", rate: 1.25, length_ms: 1_600, late_ms: 600 });
	});

	test("fades audio, and lowers the rest smoothly around a line", () => {
		const piece = { start_ms: 1_000, length_ms: 2_000, gain_db: 0, fade_in_ms: 500, fade_out_ms: 500 };
		expect([900, 1_250, 2_000, 2_750, 3_100].map((at) => gainAt(piece, at))).toEqual([0, 0.5, 1, 0.5, 0]);
		const lines = [{ start_ms: 1_000, length_ms: 1_000, duck_db: 20 }];
		const decibels = [700, 900, 1_500, 2_250, 2_600].map((at) => 20 * Math.log10(duckingAt(lines, at)));
		expect(decibels.map((value) => Math.round(value))).toEqual([0, -10, -20, -10, 0]);
	});
});

test("an export says which lines have problems", () => {
	const line = (fields: Partial<VoiceoverLine>) =>
		({ text: "Words.", muted: false, state: "current", fit: null, overlaps_ms: 0, ...fields }) as VoiceoverLine;
	expect(
		problemsOf([
			line({}),
			line({ state: "silent" }),
			line({ text: "", state: "silent" }),
			line({ state: "silent", muted: true }),
			line({ fit: fitSpeech(2_000, 1_000) }),
		]),
	).toEqual(["Line 2: no speech yet", "Line 5: too long for the slot"]);
});
