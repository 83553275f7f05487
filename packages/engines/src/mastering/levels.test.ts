import { expect, test } from "vitest";
import { createLevelMeter, speechStart } from "./levels.ts";
import { createNoise, joined, silenceOf, sine, speechSignal } from "./testing/signals.ts";

const rate = 24_000;
function measure(pcm: Float32Array, pieceSamples = 777) {
	const meter = createLevelMeter(rate);
	for (let at = 0; at < pcm.length; at += pieceSamples) meter.push(pcm.subarray(at, at + pieceSamples));
	return meter.finish();
}
async function measureSpeech(options: Parameters<typeof speechSignal>[0]) {
	const meter = createLevelMeter(rate);
	for await (const piece of speechSignal(options)) meter.push(piece);
	return meter.finish();
}
function noise(decibels: number, seconds: number): Float32Array {
	const random = createNoise();
	// Evenly spread numbers have an RMS of a third's root.
	return silenceOf(seconds, rate).map(() => random() * Math.sqrt(3) * 10 ** (decibels / 20));
}

test("measures RMS and peak over the whole file, however it arrives", () => {
	const half = joined(sine(500, 0.5, 1, rate), silenceOf(1, rate));
	for (const pieceSamples of [1, 777, half.length]) {
		const { rmsDb, peakDb, seconds } = measure(half, pieceSamples);
		expect(rmsDb).toBeCloseTo(20 * Math.log10(0.5) - 6.02, 1);
		expect(peakDb).toBeCloseTo(-6.02, 2);
		expect(seconds).toBe(2);
	}
});

test("finds when speech starts and ends", async () => {
	const { speech, seconds } = await measureSpeech({ seconds: 11, head: 1.5, tail: 3 });
	expect(speech?.from).toBeCloseTo(1.5, 1);
	expect(speech?.to).toBeCloseTo(12.5, 1);
	expect(seconds).toBeCloseTo(15.5);
	const noisy = await measureSpeech({ seconds: 11, head: 1.5, tail: 3, noise: 0.003 });
	expect(noisy.speech?.from).toBeCloseTo(1.5, 1);
	expect(noisy.speech?.to).toBeCloseTo(12.5, 1);
});

test("a click before the first word is not speech", () => {
	const click = silenceOf(1, rate);
	click[2000] = 0.5;
	expect(speechStart(joined(click, sine(200, 0.3, 2, rate)), rate)).toBeCloseTo(1, 2);
	expect(speechStart(silenceOf(1, rate), rate)).toBe(0);
	expect(speechStart(new Float32Array(0), rate)).toBe(0);
});

test("the noise floor is that of the pauses, not of added silence at the ends", async () => {
	const random = createNoise();
	const speech: Float32Array[] = [];
	for await (const piece of speechSignal({ seconds: 16 }))
		speech.push(piece.map((sample) => sample + 0.002 * random()));
	const { noiseFloorDb, quietestDb, pauses } = measure(joined(silenceOf(1, rate), ...speech, silenceOf(2, rate)));
	expect(noiseFloorDb).toBeCloseTo(20 * Math.log10(0.002 / Math.sqrt(3)), 0);
	expect(quietestDb).toBeNull();
	expect(pauses).toBe(3);
});

test("without pauses, the noise floor is the quietest half second", () => {
	const { noiseFloorDb, pauses } = measure(joined(noise(-65, 1), sine(200, 0.3, 3, rate)));
	expect(noiseFloorDb).toBeCloseTo(-65, 0);
	expect(pauses).toBe(0);
});

test("digital silence has no level", () => {
	const silent = { rmsDb: null, peakDb: null, noiseFloorDb: null, quietestDb: null, pauses: 0, speech: undefined };
	expect(measure(silenceOf(2, rate))).toEqual({ seconds: 2, ...silent });
	expect(measure(new Float32Array(0))).toEqual({ seconds: 0, ...silent });
});
