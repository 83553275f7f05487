import { expect, test } from "vitest";
import { findSpeech } from "../isolation/silence.ts";
import { babble, concatAudio, people, silence } from "../media/testing/person.ts";
import { measureTraits } from "../voices/measure/traits.ts";
import { fitPhrases, followLoudness, placePhrases } from "./fit.ts";
import { phrasesOf } from "./phrases.ts";
import { formantRatio, reshapingFor } from "./reshape.ts";
import { warp } from "./rubberband.ts";

const rate = 16_000;
const level = (pcm: Float32Array) => Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);

test("changes the length and keeps the pitch", async () => {
	const speech = babble(people.ben, 4);
	const longer = await warp(speech, { sampleRate: rate, length: Math.round(speech.length * 1.3) });
	expect(longer.length).toBe(Math.round(speech.length * 1.3));
	expect(level(longer.subarray(-rate))).toBeGreaterThan(level(speech) / 2);
	expect(measureTraits(longer, rate).pitchHz / measureTraits(speech, rate).pitchHz).toBeCloseTo(1, 1);
});

test("moves a recording into the range of another voice: its pitch, and its formants by the factor asked for", async () => {
	const [ada, ben] = [measureTraits(babble(people.ada, 8), rate), measureTraits(babble(people.ben, 8), rate)];
	const { pitch, formant } = reshapingFor(ben, ada);
	expect(pitch).toBeCloseTo(2, 1);
	expect(formant).toBeGreaterThan(1.1);
	expect(reshapingFor(ada, ben).formant).toBeLessThan(0.9);
	const source = babble(people.ben, 8, 3);
	const raised = await warp(source, { sampleRate: rate, pitch: 1.5, formant: 1 });
	expect(raised.length).toBe(source.length);
	expect(measureTraits(raised, rate).pitchHz / measureTraits(source, rate).pitchHz).toBeCloseTo(1.5, 1);
	const moved = await warp(source, { sampleRate: rate, formant: 1.15 });
	const before = measureTraits(source, rate);
	expect(Math.abs(formantRatio(before.envelope, measureTraits(moved, rate).envelope) - 1.15)).toBeLessThan(0.06);
	expect(measureTraits(moved, rate).pitchHz / before.pitchHz).toBeCloseTo(1, 1);
});

test("groups words into the stretches of speech between pauses", () => {
	const speech = [
		{ start: 0.5, end: 1.6 },
		{ start: 2.4, end: 3.5 },
		{ start: 5, end: 5.6 },
	];
	const words = ["Good", "morning.", "How", "are", "you?"].map((text, at) => ({
		text,
		// The times of words are not exact.
		start: [0.4, 1, 2.2, 2.7, 3.1][at] ?? 0,
		end: [0.9, 1.8, 2.6, 3, 3.6][at] ?? 0,
	}));
	// The last stretch has no words, for example a laugh.
	expect(phrasesOf(words, speech)).toEqual([
		{ text: "Good morning.", start: 0.5, end: 1.6 },
		{ text: "How are you?", start: 2.4, end: 3.5 },
	]);
});

test("splits a long stretch after a sentence", () => {
	const words = Array.from({ length: 40 }, (_, at) => ({
		text: at === 17 ? "end." : "word",
		start: at * 0.5,
		end: at * 0.5 + 0.4,
	}));
	const phrases = phrasesOf(words, [{ start: 0, end: 20 }]);
	expect(phrases.map(({ text }) => text.split(" ").length)).toEqual([18, 22]);
	expect(phrases[0]?.end).toBeCloseTo(8.95);
});

test("stretches phrases within limits and turns the rest into pauses", () => {
	const slots = [
		{ start: 0, end: 2 },
		{ start: 3, end: 4 },
	];
	// Spoken too fast: stretched up to the limit, the next one still starts in time.
	expect(placePhrases(slots, [1, 1], 5)).toEqual([
		{ start: 0, seconds: 1.35 },
		{ start: 3, seconds: 1 },
	]);
	// Spoken too slowly: compressed down to the limit, the rest takes from the pause.
	const slow = placePhrases(slots, [4, 1], 5);
	expect(slow[0]?.seconds).toBeCloseTo(2.8);
	expect(slow[1]?.start).toBeCloseTo(3);
	// It would not end in time: compressed further.
	expect(placePhrases(slots, [4, 3], 4.2).at(-1)?.seconds).toBeCloseTo(1.5);
});

test("puts phrases where the recording has speech, as loud as it is there", async () => {
	const recording = concatAudio(
		silence(0.5),
		babble(people.ben, 2),
		silence(1),
		babble(people.ben, 2, 5).map((sample) => sample / 8),
		silence(0.5),
	);
	const speech = findSpeech(recording, rate).filter(({ end, start }) => end - start > 0.5);
	const phrases = [speech[0], speech.at(-1)].map((range, at) => ({
		text: "words",
		start: range?.start ?? 0,
		end: range?.end ?? 0,
		pcm: babble(people.ada, 1.8, 7 + at),
	}));
	const fitted = await fitPhrases(phrases, { pcm: recording, sampleRate: rate }, rate);
	expect(fitted.length).toBe(recording.length);
	const part = (from: number, to: number) => level(fitted.subarray(from * rate, to * rate));
	expect(part(2.7, 3.3)).toBeLessThan(0.002);
	expect(part(0.7, 2.3) / part(3.7, 5.3)).toBeGreaterThan(4);
	expect(measureTraits(fitted, rate).pitchHz).toBeGreaterThan(200);
});

test("follows slow changes of loudness", () => {
	const steady = babble(people.ada, 4, 2);
	const rising = babble(people.ben, 4, 3).map((sample, at) => sample * (at < 2 * rate ? 0.4 : 1));
	const followed = followLoudness(steady, rising, rate);
	expect(level(followed.subarray(2.5 * rate)) / level(followed.subarray(0, 1.5 * rate))).toBeGreaterThan(1.5);
});
