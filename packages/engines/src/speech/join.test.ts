import { expect, test } from "vitest";
import { finishSegment, finishStream, pauseAfter, speechBounds, speechLevel } from "./join.ts";

const sampleRate = 24_000;

function tone(seconds: number, amplitude = 0.3): Float32Array {
	return Float32Array.from(
		{ length: seconds * sampleRate },
		(_, at) => amplitude * Math.sin((at * 2 * Math.PI * 200) / sampleRate),
	);
}

function padded(before: number, speech: Float32Array, after: number): Float32Array {
	const pcm = new Float32Array((before + after) * sampleRate + speech.length);
	pcm.set(speech, before * sampleRate);
	return pcm;
}

test("trims the silence around speech", () => {
	const { start, end } = speechBounds(padded(0.3, tone(1), 0.5), sampleRate);
	expect(start / sampleRate).toBeGreaterThan(0.27);
	expect(start / sampleRate).toBeLessThanOrEqual(0.3);
	expect(end / sampleRate).toBeGreaterThanOrEqual(1.3);
	expect(end / sampleRate).toBeLessThan(1.36);
});

test("pauses longer after larger units, and less at higher speed", () => {
	const pause = (boundary: "word" | "clause" | "sentence" | "paragraph", speed = 1) =>
		pauseAfter(boundary, speed, sampleRate);
	expect(pause("clause")).toBeGreaterThan(pause("word"));
	expect(pause("sentence")).toBeGreaterThan(pause("clause"));
	expect(pause("paragraph")).toBeGreaterThan(pause("sentence"));
	expect(pause("paragraph", 2)).toBe(pause("paragraph") / 2);
});

test("reports how much silence was trimmed from the start", () => {
	const { pcm, trimmed } = finishSegment(padded(0.3, tone(1), 0.5), sampleRate);
	expect(trimmed / sampleRate).toBeGreaterThan(0.27);
	expect(pcm.length / sampleRate).toBeLessThan(1.1);
});

test("fades both ends of a segment so that joins do not click", () => {
	const { pcm } = finishSegment(
		tone(1).map((sample) => sample + 0.2),
		sampleRate,
	);
	expect(pcm[0]).toBe(0);
	expect(Math.abs(pcm.at(-1) ?? 1)).toBeLessThan(0.01);
	for (let at = 1; at < 200; at++) expect(Math.abs((pcm[at] ?? 0) - (pcm[at - 1] ?? 0))).toBeLessThan(0.03);
});

test("normalizes soft and loud voices to the same level without clipping", () => {
	const levels = [0.05, 0.1, 0.3, 0.95].map((amplitude) => {
		const { pcm } = finishSegment(tone(0.5, amplitude), sampleRate);
		expect(pcm.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)).toBeLessThan(1);
		return speechLevel(pcm, sampleRate);
	});
	for (const level of levels) expect(20 * Math.log10(level / 0.1)).toBeCloseTo(0, 0);
});

test("returns no audio for silence", () => {
	expect(finishSegment(new Float32Array(1000), sampleRate).pcm).toHaveLength(0);
});

test("keeps the length of streamed audio", async () => {
	const pieces = async function* () {
		yield tone(0.2);
		yield tone(0.3);
	};
	let length = 0;
	for await (const piece of finishStream(pieces(), sampleRate)) length += piece.length;
	expect(length / sampleRate).toBeCloseTo(0.5, 3);
});
