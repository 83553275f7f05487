import { expect, test } from "vitest";
import { voiceLike } from "../testing/voice-like.ts";
import { measureTraits, spectralDistance } from "./traits.ts";

test.each([75, 90, 120, 180, 240, 330, 440])("measures a pitch of %i Hz at any sample rate", (pitchHz) => {
	for (const sampleRate of [16_000, 24_000]) {
		const { pitchHz: found } = measureTraits(voiceLike({ pitchHz, sampleRate, seconds: 2 }), sampleRate);
		expect(Math.abs(found / pitchHz - 1)).toBeLessThan(0.02);
	}
});

test("measures the pitch spread in semitones", () => {
	const { pitchSpread } = measureTraits(voiceLike({ semitones: 3, seconds: 6 }), 16_000);
	expect(Math.abs(pitchSpread - 3)).toBeLessThan(0.4);
	expect(measureTraits(voiceLike(), 16_000).pitchSpread).toBeLessThan(0.2);
});

test("ignores mains hum and occasional whistles", () => {
	const pcm = voiceLike({ seconds: 6 });
	const tone = (hz: number, at: number) => 0.03 * Math.sin((2 * Math.PI * hz * at) / 16_000);
	for (let at = 0; at < pcm.length; at++) {
		const part = (at / 16_000) % 1;
		if (part > 0.85) pcm[at] = tone(480, at);
		else if (part > 0.7) pcm[at] = tone(60, at);
	}
	const { pitchHz, pitchSpread } = measureTraits(pcm, 16_000);
	expect(Math.abs(pitchHz / 120 - 1)).toBeLessThan(0.02);
	expect(pitchSpread).toBeLessThan(0.4);
});

test.each([2.5, 4, 5.5])("counts %f syllables per second, without pauses", (syllablesPerSecond) => {
	const speech = voiceLike({ syllablesPerSecond, seconds: 4 });
	const withPause = new Float32Array(speech.length * 2);
	withPause.set(speech);
	const { syllablesPerSecond: found, speechSeconds } = measureTraits(withPause, 16_000);
	expect(Math.abs(found / syllablesPerSecond - 1)).toBeLessThan(0.12);
	expect(speechSeconds).toBeLessThan(4.3);
});

test("measures higher brightness for a brighter voice, and a larger spectral distance between voices", () => {
	const dark = measureTraits(voiceLike({ size: 0.8 }), 16_000);
	const bright = measureTraits(voiceLike({ size: 1.3 }), 16_000);
	expect(bright.brightnessHz).toBeGreaterThan(1.1 * dark.brightnessHz);
	expect(spectralDistance(dark, bright)).toBeGreaterThan(3);
	expect(spectralDistance(dark, measureTraits(voiceLike({ size: 0.8, seconds: 3 }), 16_000))).toBeLessThan(1);
});

test("measures no pitch and no speech in silence and empty audio", () => {
	for (const pcm of [new Float32Array(16_000), new Float32Array()])
		expect(measureTraits(pcm, 16_000)).toMatchObject({ pitchHz: 0, syllablesPerSecond: 0 });
});
