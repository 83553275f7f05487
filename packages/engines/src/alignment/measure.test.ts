import { describe, expect, test } from "vitest";
import { espeak } from "../speech/phonemes/espeak/espeak.ts";
import { createEspeakEngine } from "../speech/providers/espeak.ts";
import type { TokenDuration } from "../speech/speech.ts";
import { measureDurations } from "./measure.ts";
import { wordSpans } from "./words.ts";

const text =
	"The old lighthouse keeper climbed the stairs every evening before sunset. She packed three apples, a loaf of bread, and water.";

/** Start and end of each word in seconds, keyed by the offset of its first letter. */
function wordTimes(durations: readonly TokenDuration[], sampleRate: number): Map<number, { from: number; to: number }> {
	const times = new Map<number, { from: number; to: number }>();
	let at = 0;
	for (const { samples, start } of durations) {
		const from = at / sampleRate;
		at += samples;
		if (start === undefined) continue;
		times.set(start, { from: times.get(start)?.from ?? from, to: at / sampleRate });
	}
	return times;
}

const total = (durations: readonly TokenDuration[]) => durations.reduce((sum, { samples }) => sum + samples, 0);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

describe("espeak-ng's own timing", () => {
	test("adds up to the audio and covers each word in order", async () => {
		const engine = createEspeakEngine();
		expect(engine.info.capabilities.alignment).toBe(true);
		const synthesis = await engine.synthesize({ text, speaker: "en-us", language: "en-US", speed: 1 });
		expect(total(synthesis.durations ?? [])).toBe(synthesis.pcm.length);
		const starts = [...wordTimes(synthesis.durations ?? [], 22_050).keys()];
		expect(starts).toEqual(starts.toSorted((a, b) => a - b));
		for (const { start, end } of wordSpans(text)) {
			expect(
				synthesis.durations?.some((token) => (token.start ?? -1) <= start && (token.end ?? -1) >= end),
				text.slice(start, end),
			).toBe(true);
		}
	});

	test("assigns the pause at a period to no word", async () => {
		const { durations, pcm } = (await espeak()).synthesize("One. Two.", "en-us", 165);
		const times = wordTimes(durations, 22_050);
		const one = times.get(0);
		const two = times.get(5);
		expect((two?.from ?? 0) - (one?.to ?? 0)).toBeGreaterThan(0.15);
		const quiet = pcm.slice(Math.round(((one?.to ?? 0) + 0.1) * 22_050), Math.round((two?.from ?? 0) * 22_050) - 500);
		expect(Math.max(...quiet.map(Math.abs))).toBeLessThan(0.01);
	});

	test("gives joined words one range, unaffected by symbols and surrogate pairs", async () => {
		const line = "🎉 One of the best 𝒙 things.";
		const { durations } = (await espeak()).synthesize(line, "en-us", 165);
		const spoken = [
			...new Set(durations.flatMap(({ start, end }) => (start === undefined ? [] : [line.slice(start, end)]))),
		];
		expect(spoken).toContain("of the");
		expect(spoken).toContain("best");
		expect(spoken.at(-1)).toBe("things");
	});

	test("covers the silence of empty text", async () => {
		for (const silent of ["", "…", "—"]) {
			const { pcm, durations } = (await espeak()).synthesize(silent, "en-us", 165);
			expect(total(durations)).toBe(pcm.length);
		}
	});
});

describe("measured timing for engines without their own", () => {
	test("is within 40 ms for half of the word boundaries of another voice at another speed", async () => {
		const truth = (await espeak()).synthesize(text, "en-gb", 130);
		const durations = await measureDurations({ pcm: truth.pcm, sampleRate: 22_050, text, language: "en-US" });
		expect(total(durations)).toBe(truth.pcm.length);
		const measured = wordTimes(durations, 22_050);
		const errors: number[] = [];
		for (const [start, { from, to }] of wordTimes(truth.durations, 22_050)) {
			const found = measured.get(start);
			if (found) errors.push(Math.abs(found.from - from), Math.abs(found.to - to));
		}
		expect(errors.length).toBeGreaterThan(30);
		expect(median(errors)).toBeLessThanOrEqual(0.04);
	});

	test("adds up to the audio for any audio and text", async () => {
		const noise = Float32Array.from({ length: 24_345 }, (_, at) => Math.sin(at * at) * 0.2);
		for (const pcm of [noise, new Float32Array(0), new Float32Array(1), new Float32Array(50_000)]) {
			for (const line of ["", "🎉", "word", "שלום עולם", "明日の朝", "a ".repeat(50)]) {
				for (const language of ["en-US", "xx"]) {
					const durations = await measureDurations({ pcm, sampleRate: 24_000, text: line, language });
					expect(total(durations)).toBe(pcm.length);
					expect(durations.every(({ samples }) => samples >= 0)).toBe(true);
				}
			}
		}
	});
});
