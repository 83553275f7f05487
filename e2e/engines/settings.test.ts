// Every voice setting has the documented audible effect: real weights, measured audio, real transcribers.
import { mkdir, writeFile } from "node:fs/promises";
import { resample } from "@timbre/engines/media/resample.ts";
import { speechBounds } from "@timbre/engines/speech/join.ts";
import type { SpeechEngine, Synthesis, SynthesisInput } from "@timbre/engines/speech/speech.ts";
import type { Transcriber } from "@timbre/engines/transcription/transcription.ts";
import { pooledRate, wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { measurePitch } from "./pitch.ts";
import { moonshine } from "./transcribers.ts";
import { kokoro, piper } from "./voices.ts";

const sentences = [
	"She packed three apples, a loaf of bread, and a small bottle of water.",
	"Did you really think that I would forget your birthday?",
	"Nobody in the village could remember a winter as cold as this one.",
];

const engines: Record<string, SpeechEngine> = {};
const speakers: Record<string, string> = { kokoro: "af_heart", piper: "libritts-24" };
const figures: Record<string, unknown> = {};
let transcriber: Transcriber;
beforeAll(async () => {
	[engines.kokoro, engines.piper, transcriber] = [await kokoro(), await piper(), await moonshine()];
});
afterAll(async () => {
	await mkdir("reports", { recursive: true });
	await writeFile("reports/voice-settings.json", JSON.stringify(figures, null, "\t"));
	await Promise.all([...Object.values(engines).map((engine) => engine.close()), transcriber.close()]);
});

type Settings = Partial<Pick<SynthesisInput, "speed" | "stability" | "style" | "seed">> & { speaker?: string };

/** Caches the synthesis of a sentence with given settings. */
const cache = new Map<string, Promise<Synthesis>>();
function synthesize(engine: string, text: string, settings: Settings = {}): Promise<Synthesis> {
	const key = JSON.stringify([engine, text, settings]);
	const cached = cache.get(key);
	if (cached) return cached;
	const speaker = speakers[engine] as string;
	const promise = (engines[engine] as SpeechEngine).synthesize({
		text,
		language: "en-US",
		speed: 1,
		speaker,
		...settings,
	});
	cache.set(key, promise);
	return promise;
}

const rateOf = (engine: string) => (engines[engine] as SpeechEngine).info.sampleRate;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function spread(engine: string, settings: Settings): Promise<{ spread: number; hertz: number }> {
	const pitches = [];
	for (const text of sentences)
		pitches.push(measurePitch((await synthesize(engine, text, settings)).pcm, rateOf(engine)));
	return { spread: mean(pitches.map((pitch) => pitch.spread)), hertz: mean(pitches.map((pitch) => pitch.hertz)) };
}

/** Variation of phoneme durations: standard deviation of their logarithms. */
async function rhythm(engine: string, settings: Settings): Promise<number> {
	const spreads = [];
	for (const text of sentences) {
		const { durations = [] } = await synthesize(engine, text, settings);
		const lengths = durations.filter(({ start, samples }) => start !== undefined && samples > 0);
		const logs = lengths.map(({ samples }) => Math.log(samples));
		spreads.push(Math.sqrt(mean(logs.map((log) => (log - mean(logs)) ** 2))));
	}
	return mean(spreads);
}

/** Samples from the first word to the last, by the model's durations and as measured in the audio. */
async function lengths(engine: string, text: string, settings: Settings): Promise<{ words: number; audio: number }> {
	const { pcm, durations = [] } = await synthesize(engine, text, settings);
	expect(durations.reduce((sum, { samples }) => sum + samples, 0)).toBe(pcm.length);
	const isWord = durations.map(({ token, start }) => start !== undefined && /\p{L}/u.test(token));
	const spoken = durations.slice(isWord.indexOf(true), isWord.lastIndexOf(true) + 1);
	const { start, end } = speechBounds(pcm, rateOf(engine));
	return { words: spoken.reduce((sum, { samples }) => sum + samples, 0), audio: end - start };
}

async function misheard(engine: string, settings: Settings): Promise<number> {
	const parts = [];
	for (const text of sentences) {
		const { pcm } = await synthesize(engine, text, settings);
		parts.push(wordErrors(text, (await transcriber.transcribe(resample(pcm, rateOf(engine), 16_000))).text));
	}
	return pooledRate(parts);
}

describe.each(["kokoro", "piper"])("%s", (engine) => {
	// Turns off Piper's random rhythm, so that two speeds can be compared.
	const steady = engine === "piper" ? { stability: 1 } : {};

	test.each([0.7, 0.85, 1.2])("at speed %s takes 1/speed of the time and stays intelligible", async (speed) => {
		const all = { words: 0, wordsAtSpeed: 0, audio: 0, audioAtSpeed: 0 };
		for (const text of sentences) {
			const own = await lengths(engine, text, steady);
			const atSpeed = await lengths(engine, text, { ...steady, speed });
			expect(Math.abs((atSpeed.words / own.words) * speed - 1)).toBeLessThan(0.005);
			all.words += own.words;
			all.wordsAtSpeed += atSpeed.words;
			all.audio += own.audio;
			all.audioAtSpeed += atSpeed.audio;
		}
		// Measured in the audio, one short sentence may be off by 3%, because the decay of the last phoneme varies; several
		// are not.
		const audioError = (all.audioAtSpeed / all.audio) * speed - 1;
		expect(Math.abs(audioError)).toBeLessThan(0.02);
		const rate = await misheard(engine, { ...steady, speed });
		const wordsError = (all.wordsAtSpeed / all.words) * speed - 1;
		figures[`${engine} speed ${speed}`] = { wordsError, audioError, misheard: rate };
		// Of 37 words; faster speech is slightly harder to understand.
		expect(rate).toBeLessThanOrEqual((await misheard(engine, steady)) + 3.5 / 37);
	});

	test("reports its capabilities correctly", async () => {
		const [text = ""] = sentences;
		const { capabilities } = (engines[engine] as SpeechEngine).info;
		const plain = await synthesize(engine, text, steady);
		const differs = async (settings: Settings) =>
			!Buffer.from((await synthesize(engine, text, { ...steady, ...settings })).pcm.buffer).equals(
				Buffer.from(plain.pcm.buffer),
			);
		expect(capabilities).toMatchObject({ speed: true, stability: true, similarity: false, speakerBoost: false });
		expect(await differs({ stability: 0 })).toBe(true);
		expect(await differs({ style: 1 })).toBe(capabilities.style);
	});
});

describe("Kokoro's prosody", () => {
	test("varies pitch more at lower stability and keeps the mean pitch", async () => {
		const pitches = await Promise.all([1, 0.5, 0].map((stability) => spread("kokoro", { stability })));
		figures["kokoro stability 1, 0.5, 0: pitch spread in semitones"] = pitches;
		const spreads = pitches.map((one) => one.spread);
		expect(spreads).toEqual(spreads.toSorted((a, b) => a - b));
		expect(spreads[2] as number).toBeGreaterThan((spreads[0] as number) * 1.5);
		for (const { hertz } of pitches)
			expect(Math.abs(12 * Math.log2(hertz / (pitches[1]?.hertz ?? 0)))).toBeLessThan(1.5);
	});

	test("varies pitch and rhythm more at higher style", async () => {
		const styles = [0, 1];
		const pitchSpreads = await Promise.all(styles.map(async (style) => (await spread("kokoro", { style })).spread));
		const rhythms = await Promise.all(styles.map((style) => rhythm("kokoro", { style })));
		figures["kokoro style 0, 1: pitch spread in semitones, rhythm"] = { pitchSpreads, rhythms };
		expect(pitchSpreads).toEqual(pitchSpreads.toSorted((a, b) => a - b));
		expect(rhythms).toEqual(rhythms.toSorted((a, b) => a - b));
		expect(rhythms[1] as number).toBeGreaterThan(rhythms[0] as number);
	});

	test("raises the word error rate by at most 2 percentage points at extreme settings", async () => {
		const plain = await misheard("kokoro", {});
		const ends = [];
		for (const settings of [{ stability: 1 }, { stability: 0, style: 1 }]) {
			const rate = await misheard("kokoro", settings);
			figures[`kokoro ${JSON.stringify(settings)}: words misheard`] = { rate, plain };
			ends.push(rate);
		}
		// Averaged, because one word in a few sentences is already more than 2%.
		expect(mean(ends)).toBeLessThanOrEqual(plain + 0.02);
	});

	test("does not change the voice at default stability and style, and repeats the take of a seed", async () => {
		const [text = ""] = sentences;
		const { pcm: plain } = await synthesize("kokoro", text);
		const again = async (settings: Settings) =>
			(
				await (engines.kokoro as SpeechEngine).synthesize({
					text,
					language: "en-US",
					speed: 1,
					speaker: "af_heart",
					...settings,
				})
			).pcm;
		expect(await again({ stability: 0.5, style: 0 })).toEqual(plain);
		const first = await again({ seed: 1 });
		expect(first).not.toEqual(plain);
		expect(await again({ seed: 1 })).toEqual(first);
		expect(await again({ seed: 2 })).not.toEqual(first);
	});
});

describe("Piper's rhythm", () => {
	test("varies more at lower stability and is deterministic at full stability", async () => {
		// Average several takes where the rhythm is random.
		const takes = { 1: 1, 0.5: 1, 0: 4 };
		const rhythms = await Promise.all(
			([1, 0.5, 0] as const).map(async (stability) =>
				mean(
					await Promise.all(
						Array.from({ length: takes[stability] }, (_, seed) => rhythm("piper", { stability, seed })),
					),
				),
			),
		);
		figures["piper stability 1, 0.5, 0: rhythm"] = rhythms;
		expect(rhythms[2] as number).toBeGreaterThan(rhythms[0] as number);
		const [text = ""] = sentences;
		const once = await synthesize("piper", text, { stability: 1 });
		const twice = await (engines.piper as SpeechEngine).synthesize({
			text,
			language: "en-US",
			speed: 1,
			speaker: "libritts-24",
			stability: 1,
		});
		expect(twice.pcm).toEqual(once.pcm);
	});

	test("differs between seeds, and the engine does not claim to repeat a seed", async () => {
		const [text = ""] = sentences;
		const take = async (seed: number) => {
			const input = { text, language: "en-US", speed: 1, speaker: "libritts-24", stability: 1, seed };
			return (await (engines.piper as SpeechEngine).synthesize(input)).durations?.map(({ samples }) => samples) ?? [];
		};
		const difference = (a: number[], b: number[]) =>
			a.reduce((sum, samples, at) => sum + Math.abs(samples - (b[at] ?? 0)), 0) /
			a.reduce((sum, samples) => sum + samples, 0);
		const [one, same, other] = [await take(1), await take(1), await take(2)];
		figures["piper: rhythm difference of two takes, same seed and another"] = [
			difference(one, same),
			difference(one, other),
		];
		expect(difference(one, other)).toBeGreaterThan(0);
		expect(engines.piper?.info.capabilities.seed).toBe(false);
	});
});
