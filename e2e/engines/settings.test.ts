// Every setting that a voice offers can be heard, and what it is told it does: real weights, measured sound, real ears.
import { mkdir, writeFile } from "node:fs/promises";
import { resample } from "@timbre/engines/media/resample.ts";
import { soundBounds } from "@timbre/engines/speech/join.ts";
import type { SpeechEngine, Synthesis, SynthesisInput } from "@timbre/engines/speech/speech.ts";
import type { Transcriber } from "@timbre/engines/transcription/transcription.ts";
import { pooledRate, wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moonshine } from "./ears.ts";
import { melodyOf } from "./melody.ts";
import { kokoro, piper } from "./voices.ts";

const sentences = [
	"She packed three apples, a loaf of bread, and a small bottle of water.",
	"Did you really think that I would forget your birthday?",
	"Nobody in the village could remember a winter as cold as this one.",
];

const engines: Record<string, SpeechEngine> = {};
const speakers: Record<string, string> = { kokoro: "af_heart", piper: "libritts-24" };
const figures: Record<string, unknown> = {};
let ears: Transcriber;
beforeAll(async () => {
	[engines.kokoro, engines.piper, ears] = [await kokoro(), await piper(), await moonshine()];
});
afterAll(async () => {
	await mkdir("reports", { recursive: true });
	await writeFile("reports/voice-settings.json", JSON.stringify(figures, null, "\t"));
	await Promise.all([...Object.values(engines).map((engine) => engine.close()), ears.close()]);
});

type Settings = Partial<Pick<SynthesisInput, "speed" | "stability" | "style" | "seed">> & { speaker?: string };

/** What the engine says of sentences under given settings; each is made once, whoever asks for it. */
const made = new Map<string, Promise<Synthesis>>();
function said(engine: string, text: string, settings: Settings = {}): Promise<Synthesis> {
	const key = JSON.stringify([engine, text, settings]);
	const known = made.get(key);
	if (known) return known;
	const speaker = speakers[engine] as string;
	const promise = (engines[engine] as SpeechEngine).synthesise({
		text,
		language: "en-US",
		speed: 1,
		speaker,
		...settings,
	});
	made.set(key, promise);
	return promise;
}

const rateOf = (engine: string) => (engines[engine] as SpeechEngine).info.sampleRate;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function spread(engine: string, settings: Settings): Promise<{ spread: number; hertz: number }> {
	const melodies = [];
	for (const text of sentences) melodies.push(melodyOf((await said(engine, text, settings)).pcm, rateOf(engine)));
	return { spread: mean(melodies.map((melody) => melody.spread)), hertz: mean(melodies.map((melody) => melody.hertz)) };
}

/** How unlike each other in length the sounds are: standard deviation of their logarithms. */
async function rhythm(engine: string, settings: Settings): Promise<number> {
	const spreads = [];
	for (const text of sentences) {
		const { durations = [] } = await said(engine, text, settings);
		const lengths = durations.filter(({ start, samples }) => start !== undefined && samples > 0);
		const logs = lengths.map(({ samples }) => Math.log(samples));
		spreads.push(Math.sqrt(mean(logs.map((log) => (log - mean(logs)) ** 2))));
	}
	return mean(spreads);
}

/** Samples from the first word to the last by the model's own account, and from the first sound to the last as they are heard. */
async function lengths(engine: string, text: string, settings: Settings): Promise<{ words: number; sound: number }> {
	const { pcm, durations = [] } = await said(engine, text, settings);
	expect(durations.reduce((sum, { samples }) => sum + samples, 0)).toBe(pcm.length);
	const isWord = durations.map(({ token, start }) => start !== undefined && /\p{L}/u.test(token));
	const spoken = durations.slice(isWord.indexOf(true), isWord.lastIndexOf(true) + 1);
	const { start, end } = soundBounds(pcm, rateOf(engine));
	return { words: spoken.reduce((sum, { samples }) => sum + samples, 0), sound: end - start };
}

async function misheard(engine: string, settings: Settings): Promise<number> {
	const parts = [];
	for (const text of sentences) {
		const { pcm } = await said(engine, text, settings);
		parts.push(wordErrors(text, (await ears.transcribe(resample(pcm, rateOf(engine), 16_000))).text));
	}
	return pooledRate(parts);
}

describe.each(["kokoro", "piper"])("%s", (engine) => {
	// Piper leaves its rhythm to chance; without that, two sentences at two speeds can be compared.
	const steady = engine === "piper" ? { stability: 1 } : {};

	test.each([0.7, 0.85, 1.2])("at speed %s takes 1/speed of the time, and is understood", async (speed) => {
		const all = { words: 0, wordsAtSpeed: 0, sound: 0, soundAtSpeed: 0 };
		for (const text of sentences) {
			const own = await lengths(engine, text, steady);
			const made = await lengths(engine, text, { ...steady, speed });
			expect(Math.abs((made.words / own.words) * speed - 1)).toBeLessThan(0.005);
			all.words += own.words;
			all.wordsAtSpeed += made.words;
			all.sound += own.sound;
			all.soundAtSpeed += made.sound;
		}
		// How a last sound dies away is the model's affair: by ear a single short sentence may be three percent off, several are not.
		const heardError = (all.soundAtSpeed / all.sound) * speed - 1;
		expect(Math.abs(heardError)).toBeLessThan(0.02);
		const heard = await misheard(engine, { ...steady, speed });
		const wordsError = (all.wordsAtSpeed / all.words) * speed - 1;
		figures[`${engine} speed ${speed}`] = { wordsError, heardError, misheard: heard };
		// Of 37 words; faster speech is a little harder to hear for anyone.
		expect(heard).toBeLessThanOrEqual((await misheard(engine, steady)) + 3.5 / 37);
	});

	test("what it says of itself is what it does", async () => {
		const [text = ""] = sentences;
		const { capabilities } = (engines[engine] as SpeechEngine).info;
		const plain = await said(engine, text, steady);
		const differs = async (settings: Settings) =>
			!Buffer.from((await said(engine, text, { ...steady, ...settings })).pcm.buffer).equals(
				Buffer.from(plain.pcm.buffer),
			);
		expect(capabilities).toMatchObject({ speed: true, stability: true, similarity: false, speakerBoost: false });
		expect(await differs({ stability: 0 })).toBe(true);
		expect(await differs({ style: 1 })).toBe(capabilities.style);
	});
});

describe("Kokoro's manner", () => {
	test("the less stability, the more the melody moves; the pitch and the words stay", async () => {
		const lively = await Promise.all([1, 0.5, 0].map((stability) => spread("kokoro", { stability })));
		figures["kokoro stability 1, 0.5, 0: melody in semitones"] = lively;
		const spreads = lively.map((one) => one.spread);
		expect(spreads).toEqual(spreads.toSorted((a, b) => a - b));
		expect(spreads[2] as number).toBeGreaterThan((spreads[0] as number) * 1.5);
		for (const { hertz } of lively) expect(Math.abs(12 * Math.log2(hertz / (lively[1]?.hertz ?? 0)))).toBeLessThan(1.5);
	});

	test("the more style, the more melody and rhythm vary", async () => {
		const styles = [0, 1];
		const melodies = await Promise.all(styles.map(async (style) => (await spread("kokoro", { style })).spread));
		const rhythms = await Promise.all(styles.map((style) => rhythm("kokoro", { style })));
		figures["kokoro style 0, 1: melody in semitones, rhythm"] = { melodies, rhythms };
		expect(melodies).toEqual(melodies.toSorted((a, b) => a - b));
		expect(rhythms).toEqual(rhythms.toSorted((a, b) => a - b));
		expect(rhythms[1] as number).toBeGreaterThan(rhythms[0] as number);
	});

	test("at the ends of the sliders no more than two words in a hundred are misheard beyond those that are anyway", async () => {
		const plain = await misheard("kokoro", {});
		const ends = [];
		for (const settings of [{ stability: 1 }, { stability: 0, style: 1 }]) {
			const heard = await misheard("kokoro", settings);
			figures[`kokoro ${JSON.stringify(settings)}: words misheard`] = { heard, plain };
			ends.push(heard);
		}
		// Together: one word of a few sentences is more than two in a hundred.
		expect(mean(ends)).toBeLessThanOrEqual(plain + 0.02);
	});

	test("the middle of stability and no style are the voice itself; a seed is a take that can be had again", async () => {
		const [text = ""] = sentences;
		const { pcm: plain } = await said("kokoro", text);
		const again = async (settings: Settings) =>
			(
				await (engines.kokoro as SpeechEngine).synthesise({
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

describe("Piper's manner", () => {
	test("the less stability, the more its rhythm varies; with all of it, it is the same every time", async () => {
		// With chance in it, one reading says little.
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
		const once = await said("piper", text, { stability: 1 });
		const twice = await (engines.piper as SpeechEngine).synthesise({
			text,
			language: "en-US",
			speed: 1,
			speaker: "libritts-24",
			stability: 1,
		});
		expect(twice.pcm).toEqual(once.pcm);
	});

	test("a seed asks for another take, which it gives; the same seed gives no copy, and it says so", async () => {
		const [text = ""] = sentences;
		const take = async (seed: number) => {
			const input = { text, language: "en-US", speed: 1, speaker: "libritts-24", stability: 1, seed };
			return (await (engines.piper as SpeechEngine).synthesise(input)).durations?.map(({ samples }) => samples) ?? [];
		};
		const unlike = (a: number[], b: number[]) =>
			a.reduce((sum, samples, at) => sum + Math.abs(samples - (b[at] ?? 0)), 0) /
			a.reduce((sum, samples) => sum + samples, 0);
		const [one, same, other] = [await take(1), await take(1), await take(2)];
		figures["piper: how unlike in rhythm two takes are, same seed and another"] = [
			unlike(one, same),
			unlike(one, other),
		];
		expect(unlike(one, other)).toBeGreaterThan(0);
		expect(engines.piper?.info.capabilities.seed).toBe(false);
	});
});
