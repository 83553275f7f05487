import type { AcxRule, MeasuredFile, ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import { expect, test } from "vitest";
import { failures, measured, reason, required, summary } from "./acx.ts";
import { announcement, stateText, titleOf } from "./exports.ts";

const rule = (change: Partial<AcxRule>): AcxRule => ({
	rule: "rms",
	unit: "dB",
	value: -20.06,
	min: -23,
	max: -18,
	passed: true,
	...change,
});
const file = (acx: AcxRule[]): MeasuredFile => ({
	name: "One.mp3",
	seconds: 10,
	loudness_lufs: -21,
	loudness_range_lu: 3,
	true_peak_db: -3.5,
	target_met: true,
	acx_passed: acx.every(({ passed }) => passed),
	acx,
});

test("a rule of ACX says what was measured and what is required", () => {
	expect([measured(rule({})), required(rule({}))]).toEqual(["−20.1 dB", "−23.0 dB to −18.0 dB"]);
	const floor = rule({ rule: "noise_floor", value: null, min: null, max: -60 });
	expect([measured(floor), required(floor)]).toEqual(["Silence", "At most −60.0 dB"]);
	const length = rule({ rule: "length", unit: "s", value: 1_804, min: null, max: 7_200 });
	expect([measured(length), required(length)]).toEqual(["30.1 min", "At most 120.0 min"]);
	const bitrate = rule({ rule: "bitrate", unit: "kbps", value: 128, min: 192, max: null, passed: false });
	expect([measured(bitrate), required(bitrate)]).toEqual(["128 kbps", "At least 192 kbps"]);
	const rate = rule({ rule: "sample_rate", unit: "Hz", value: 44_100, min: 44_100, max: 44_100 });
	expect(required(rate)).toBe("44,100 Hz");
	expect(measured(rule({ rule: "head", unit: "s", value: null, passed: false }))).toBe("Nothing is spoken");
	expect(measured(rule({ rule: "bitrates", unit: "", value: 1, min: 1, max: 1 }))).toBe("Yes");
});

test("a rule that isn't met says why, and what to do", () => {
	const quiet = rule({ value: -27.1, passed: false });
	expect(reason(quiet)).toBe("Loudness (RMS): −27.1 dB is less than −23.0 dB. Export with the loudness ACX.");
	expect(reason(rule({ rule: "peak", value: -1, min: null, max: -3, passed: false }))).toMatch(
		/−1\.0 dB is more than −3\.0 dB/,
	);
	expect(failures(file([quiet, rule({ rule: "peak" })]))).toEqual([quiet]);
});

test("files are summed up in words", () => {
	const good = file([rule({})]);
	const bad = file([rule({ passed: false })]);
	expect(summary([good])).toBe("Passes ACX");
	expect(summary([bad])).toBe("Doesn't pass ACX");
	expect(summary([good, good])).toBe("All 2 files pass ACX");
	expect(summary([good, bad])).toBe("1 of 2 files doesn't pass ACX");
	expect(summary([{ ...good, acx: [], acx_passed: null }])).toBe("");
});

test("exports are named by what they are, and announced when they end", () => {
	const one = {
		export_id: "a",
		format: "mp3",
		loudness: "acx",
		state: "running",
		progress: 0.999,
		queue_position: null,
	};
	const running = one as ProjectExport;
	expect(titleOf(running)).toBe("MP3, one file, ACX");
	expect(titleOf({ format: "srt", loudness: "acx" })).toBe("Subtitles (SRT)");
	expect(stateText(running)).toBe("99%");
	expect(stateText({ ...running, state: "queued", queue_position: 2 })).toBe("Queued, 2 exports ahead");
	expect(announcement([running], [running])).toBeNull();
	expect(announcement([running], [{ ...running, state: "done" }])).toBe("MP3, one file, ACX is done.");
	expect(announcement([running], [{ ...running, state: "failed", error: "No audio." }])).toBe(
		"MP3, one file, ACX failed. No audio.",
	);
	expect(announcement([], [{ ...running, state: "done" }])).toBeNull();
});
