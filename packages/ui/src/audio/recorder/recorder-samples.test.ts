import { expect, test } from "vitest";
import { detectSpeech, encodeWav, meterLevel, recordingAdvice, sliceSamples } from "./recorder-samples.ts";

const rate = 16_000;

/** Silence with a little noise, and tones that stand for a voice. */
function recording(seconds: number, tones: [from: number, to: number][], loudness = 0.3, hiss = 0.002): Float32Array {
	let seed = 7;
	return Float32Array.from({ length: seconds * rate }, (_, i) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		const noise = (seed / 1_073_741_824 - 1) * hiss;
		const t = i / rate;
		const active = tones.some(([from, to]) => t >= from && t < to);
		const swell = 0.55 + 0.45 * Math.sin(2 * Math.PI * 4 * t);
		return noise + (active ? loudness * swell * Math.sin(2 * Math.PI * 180 * t) : 0);
	});
}

test("detects silence before and after speech and keeps pauses between words", () => {
	const part = detectSpeech(
		recording(6, [
			[1.5, 2.5],
			[3.4, 4],
		]),
		rate,
	);
	expect(part?.start).toBeCloseTo(1.3, 1);
	expect(part?.end).toBeCloseTo(4.2, 1);
});

test("separates a voice from noise and keeps a voice without pauses complete", () => {
	const noisy = detectSpeech(recording(5, [[2, 3]], 0.5, 0.05), rate);
	expect(noisy?.start).toBeCloseTo(1.8, 1);
	expect(noisy?.end).toBeCloseTo(3.2, 1);
	expect(detectSpeech(recording(2, [[0, 2]]), rate)).toEqual({ start: 0, end: 2 });
});

test("an empty room and a click are not speech, and the advice says so", () => {
	const empty = recording(2, []);
	expect(detectSpeech(empty, rate)).toBeNull();
	expect(detectSpeech(recording(2, [], 0, 0.2), rate)).toBeNull();
	expect(detectSpeech(recording(2, [[1, 1.02]]), rate)).toBeNull();
	expect(detectSpeech(new Float32Array(), rate)).toBeNull();
	expect(recordingAdvice(empty, null)).toMatch(/No speech detected/);
});

test("gives advice for loud and quiet recordings and none for a good one", () => {
	const part = { start: 0, end: 1 };
	expect(recordingAdvice(recording(1, [[0, 1]], 1.6), part)).toMatch(/Too loud/);
	expect(recordingAdvice(recording(1, [[0, 1]], 0.01), part)).toMatch(/Very quiet/);
	expect(recordingAdvice(recording(1, [[0, 1]]), part)).toBeNull();
});

test("the meter ranges from 0 at -60 dB to 1 at 0 dB", () => {
	expect(meterLevel(new Float32Array(100))).toBe(0);
	expect(meterLevel(new Float32Array(100).fill(1))).toBe(1);
	expect(meterLevel(new Float32Array(100).fill(0.0316))).toBeCloseTo(0.5, 2);
});

test("encodes a mono 16-bit WAV file", async () => {
	const samples = sliceSamples(Float32Array.from([9, 0, 1, -1, 2, 9]), 1, { start: 1, end: 5 });
	const blob = encodeWav(samples, 48_000);
	const view = new DataView(await blob.arrayBuffer());
	expect(blob.type).toBe("audio/wav");
	expect(view.byteLength).toBe(44 + 8);
	expect(view.getUint32(24, true)).toBe(48_000);
	expect(view.getUint32(40, true)).toBe(8);
	expect([44, 46, 48, 50].map((at) => view.getInt16(at, true))).toEqual([0, 32_767, -32_767, 32_767]);
});
