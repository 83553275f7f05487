import { expect, test } from "vitest";
import { createLoudnessMeter } from "./loudness.ts";
import { joined, silenceOf, sine } from "./testing/signals.ts";

const rate = 24_000;
const amplitude = (decibels: number) => 10 ** (decibels / 20);
async function measure(pcm: Float32Array, sampleRate = rate, pieceSamples = 10_001) {
	const meter = createLoudnessMeter(sampleRate);
	for (let at = 0; at < pcm.length; at += pieceSamples) await meter.push(pcm.subarray(at, at + pieceSamples));
	return meter.finish();
}
const tone = (decibels: number, seconds: number, sampleRate = rate) =>
	sine(1000, amplitude(decibels), seconds, sampleRate);

// The cases of EBU Tech 3341 are stereo. One channel of the same level measures 3.01 LU less, so these tones are 3 dB higher.
test.each([24_000, 44_100])("measures the level of a 1 kHz tone at %i Hz", async (sampleRate) => {
	for (const lufs of [-23, -33])
		expect((await measure(tone(lufs + 3, 8, sampleRate), sampleRate)).integratedLufs).toBeCloseTo(lufs, 1);
});

test("a relative gate leaves out what is much quieter", async () => {
	const stepped = joined(tone(-33, 4), tone(-20, 24), tone(-33, 4));
	expect((await measure(stepped)).integratedLufs).toBeCloseTo(-23, 1);
	const gated = joined(tone(-69, 4), tone(-33, 4), tone(-20, 24), tone(-33, 4), tone(-69, 4));
	expect((await measure(gated)).integratedLufs).toBeCloseTo(-23, 1);
});

test("states the range between quiet and loud passages", async () => {
	expect((await measure(joined(tone(-17, 20), tone(-27, 20)))).rangeLu).toBeCloseTo(10, 0);
});

test("finds peaks between samples, also in the last moment", async () => {
	// A quarter of the rate, 45° off: no sample is higher than -3 dB of the amplitude.
	const between = sine(rate / 4, 0.5, 2, rate, Math.PI / 4).map((sample, at) => sample * Math.min(1, at / rate));
	expect((await measure(between)).truePeakDb).toBeCloseTo(-6, 0.5);
	const late = joined(tone(-40, 1), tone(-6, 0.03));
	expect((await measure(late)).truePeakDb).toBeCloseTo(-6, 0.5);
});

test("silence and very short audio have no loudness", async () => {
	expect(await measure(silenceOf(2, rate))).toEqual({ integratedLufs: null, rangeLu: 0, truePeakDb: null });
	expect((await measure(tone(-20, 0.2))).integratedLufs).toBeNull();
	expect((await measure(new Float32Array(0))).integratedLufs).toBeNull();
});
