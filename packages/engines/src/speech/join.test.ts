import { expect, test } from "vitest";
import { finishSegment, finishStream, soundBounds, speechLevel } from "./join.ts";

const sampleRate = 24_000;

function tone(seconds: number, amplitude = 0.3): Float32Array {
	return Float32Array.from(
		{ length: seconds * sampleRate },
		(_, at) => amplitude * Math.sin((at * 2 * Math.PI * 200) / sampleRate),
	);
}

function padded(before: number, sound: Float32Array, after: number): Float32Array {
	const pcm = new Float32Array((before + after) * sampleRate + sound.length);
	pcm.set(sound, before * sampleRate);
	return pcm;
}

test("silence around the speech goes, the speech stays", () => {
	const { start, end } = soundBounds(padded(0.3, tone(1), 0.5), sampleRate);
	expect(start / sampleRate).toBeGreaterThan(0.27);
	expect(start / sampleRate).toBeLessThanOrEqual(0.3);
	expect(end / sampleRate).toBeGreaterThanOrEqual(1.3);
	expect(end / sampleRate).toBeLessThan(1.36);
});

test("the pause depends on what ends", () => {
	const pcm = padded(0.3, tone(1), 0.5);
	const seconds = (boundary: "word" | "clause" | "sentence" | "paragraph", speed = 1) =>
		finishSegment(pcm, { sampleRate, boundary, speed }).length / sampleRate;
	expect(seconds("clause")).toBeGreaterThan(seconds("word"));
	expect(seconds("sentence")).toBeGreaterThan(seconds("clause"));
	expect(seconds("paragraph")).toBeGreaterThan(seconds("sentence"));
	expect(seconds("paragraph", 2)).toBeLessThan(seconds("paragraph"));
});

test("a segment begins and ends at zero, so joins do not click", () => {
	const finished = finishSegment(
		tone(1).map((sample) => sample + 0.2),
		{ sampleRate, boundary: "word", speed: 1 },
	);
	const speech = finished.length - Math.round(0.03 * sampleRate);
	expect(finished[0]).toBe(0);
	expect(Math.abs(finished[speech - 1] ?? 1)).toBeLessThan(0.01);
	for (let at = 1; at < 200; at++) expect(Math.abs((finished[at] ?? 0) - (finished[at - 1] ?? 0))).toBeLessThan(0.03);
});

test("soft and loud voices come out equally loud, and none clips", () => {
	const levels = [0.05, 0.1, 0.3, 0.95].map((amplitude) => {
		const finished = finishSegment(tone(0.5, amplitude), { sampleRate, boundary: "end", speed: 1 });
		expect(finished.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(1);
		return speechLevel(finished, sampleRate);
	});
	for (const level of levels) expect(20 * Math.log10(level / 0.1)).toBeCloseTo(0, 0);
});

test("silence alone stays nothing", () => {
	expect(finishSegment(new Float32Array(1000), { sampleRate, boundary: "sentence", speed: 1 })).toHaveLength(0);
});

test("sound in pieces keeps its length and gets its pause", async () => {
	const pieces = async function* () {
		yield tone(0.2);
		yield tone(0.3);
	};
	let length = 0;
	for await (const piece of finishStream(pieces(), { sampleRate, boundary: "sentence", speed: 1 }))
		length += piece.length;
	expect(length / sampleRate).toBeCloseTo(0.5 + 0.38, 3);
});
