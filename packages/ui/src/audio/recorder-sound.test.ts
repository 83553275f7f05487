import { expect, test } from "vitest";
import { cut, meterLevel, recordingAdvice, spokenPart, wavOf } from "./recorder-sound.ts";

const rate = 16_000;

/** Silence with a little hiss, and a tone that stands for a voice from one second to another. */
function recording(seconds: number, tones: [from: number, to: number][], loudness = 0.3, hiss = 0.002): Float32Array {
	let seed = 7;
	return Float32Array.from({ length: seconds * rate }, (_, i) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
		const noise = (seed / 1_073_741_824 - 1) * hiss;
		const t = i / rate;
		const sounding = tones.some(([from, to]) => t >= from && t < to);
		const swell = 0.55 + 0.45 * Math.sin(2 * Math.PI * 4 * t);
		return noise + (sounding ? loudness * swell * Math.sin(2 * Math.PI * 180 * t) : 0);
	});
}

test("the silence before and after is found, a pause between words is kept", () => {
	const part = spokenPart(
		recording(6, [
			[1.5, 2.5],
			[3.4, 4],
		]),
		rate,
	);
	expect(part?.start).toBeCloseTo(1.3, 1);
	expect(part?.end).toBeCloseTo(4.2, 1);
});

test("a voice in a noisy room is told from the noise, and one without any pause stays whole", () => {
	const noisy = spokenPart(recording(5, [[2, 3]], 0.5, 0.05), rate);
	expect(noisy?.start).toBeCloseTo(1.8, 1);
	expect(noisy?.end).toBeCloseTo(3.2, 1);
	expect(spokenPart(recording(2, [[0, 2]]), rate)).toEqual({ start: 0, end: 2 });
});

test("an empty room and a click are no voice, and the advice says so", () => {
	const empty = recording(2, []);
	expect(spokenPart(empty, rate)).toBeNull();
	expect(spokenPart(recording(2, [], 0, 0.2), rate)).toBeNull();
	expect(spokenPart(recording(2, [[1, 1.02]]), rate)).toBeNull();
	expect(spokenPart(new Float32Array(), rate)).toBeNull();
	expect(recordingAdvice(empty, null)).toMatch(/No voice was heard/);
});

test("too loud and very quiet recordings get advice, a good one gets none", () => {
	const part = { start: 0, end: 1 };
	expect(recordingAdvice(recording(1, [[0, 1]], 1.6), part)).toMatch(/Too loud/);
	expect(recordingAdvice(recording(1, [[0, 1]], 0.01), part)).toMatch(/Very quiet/);
	expect(recordingAdvice(recording(1, [[0, 1]]), part)).toBeNull();
});

test("the meter goes from nothing at -60 dB to full", () => {
	expect(meterLevel(new Float32Array(100))).toBe(0);
	expect(meterLevel(new Float32Array(100).fill(1))).toBe(1);
	expect(meterLevel(new Float32Array(100).fill(0.0316))).toBeCloseTo(0.5, 2);
});

test("a recording is written as a wav file of one channel and 16 bits", async () => {
	const samples = cut(Float32Array.from([9, 0, 1, -1, 2, 9]), 1, { start: 1, end: 5 });
	const blob = wavOf(samples, 48_000);
	const view = new DataView(await blob.arrayBuffer());
	expect(blob.type).toBe("audio/wav");
	expect(view.byteLength).toBe(44 + 8);
	expect(view.getUint32(24, true)).toBe(48_000);
	expect(view.getUint32(40, true)).toBe(8);
	expect([44, 46, 48, 50].map((at) => view.getInt16(at, true))).toEqual([0, 32_767, -32_767, 32_767]);
});
