import { beforeAll, describe, expect, test } from "vitest";
import { UnalignableError } from "../../errors.ts";
import { resample } from "../../media/resample.ts";
import { speechBounds } from "../../speech/join.ts";
import { espeak } from "../../speech/phonemes/espeak/espeak.ts";
import { forceAlign } from "./forced.ts";
import { forceAlignInWorker } from "./in-worker.ts";

const rate = 22_050;

/** Synthesizes words one by one, in a voice other than the aligner's, with silences of known length between them. */
async function wordsWithGaps(words: readonly string[], gaps: readonly number[], voice = "en-gb") {
	const synthesizer = await espeak();
	const parts: Float32Array[] = [];
	const truth: { from: number; to: number }[] = [];
	let length = 0;
	const add = (part: Float32Array) => {
		parts.push(part);
		length += part.length;
	};
	for (const [at, word] of words.entries()) {
		add(new Float32Array(Math.round((gaps[at % gaps.length] ?? 0) * rate)));
		const { pcm } = synthesizer.synthesize(word, voice, 140);
		const { start, end } = speechBounds(pcm, rate);
		const edge = Math.round(0.02 * rate);
		truth.push({ from: (length + edge) / rate, to: (length + end - start - 2 * edge) / rate });
		add(pcm.slice(start, end));
	}
	add(new Float32Array(rate / 2));
	return { pcm: concat(parts), truth };
}

function concat(parts: readonly Float32Array[]): Float32Array {
	const joined = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
	let at = 0;
	for (const part of parts) {
		joined.set(part, at);
		at += part.length;
	}
	return joined;
}

const words = ["Seven", "yellow", "boats", "sailed", "around", "the", "island", "yesterday"];
const text = "Seven yellow boats sailed around the island yesterday.";
let recording: Awaited<ReturnType<typeof wordsWithGaps>>;
beforeAll(async () => {
	recording = await wordsWithGaps(words, [0.4, 0.15, 0.6, 0.3, 1.2]);
});

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

describe("aligns a text with a recording of it", () => {
	test("assigns silence between words to neither", async () => {
		const { words: found } = await forceAlign({ pcm: recording.pcm, sampleRate: rate, text });
		const errors = recording.truth.flatMap(({ from, to }, at) => [
			Math.abs((found[at]?.start ?? Number.NaN) - from),
			Math.abs((found[at]?.end ?? Number.NaN) - to),
		]);
		expect(median(errors)).toBeLessThan(0.06);
		expect(Math.max(...errors)).toBeLessThan(0.2);
	});

	test("works at any sample rate and level, and with noise", async () => {
		const { pcm, truth } = recording;
		let state = 5;
		const noise = () => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return (state / 2 ** 32 - 0.5) * 0.004;
		};
		const recordings: [number, Float32Array][] = [
			[8000, resample(pcm, rate, 8000)],
			[44_100, resample(pcm, rate, 44_100)],
			[48_000, resample(pcm, rate, 48_000).map((sample) => sample * 0.02)],
			[rate, pcm.map((sample) => sample + noise())],
		];
		for (const [sampleRate, samples] of recordings) {
			const { words: found } = await forceAlign({ pcm: samples, sampleRate, text });
			const errors = truth.map(({ from }, at) => Math.abs((found[at]?.start ?? Number.NaN) - from));
			expect(median(errors), `${sampleRate}`).toBeLessThan(0.06);
		}
	});

	test("returns the characters of the text in order, and words with their punctuation", async () => {
		const written = "Seven “yellow” boats, sailed — around the (island) yesterday!\n";
		const { characters, words: found } = await forceAlign({ pcm: recording.pcm, sampleRate: rate, text: written });
		expect(characters.map((character) => character.text).join("")).toBe(written);
		expect(found.map((word) => word.text)).toEqual([
			"Seven",
			"“yellow”",
			"boats,",
			"sailed",
			"around",
			"the",
			"(island)",
			"yesterday!",
		]);
		const times = characters.flatMap(({ start, end }) => [start, end]);
		expect(times).toEqual(times.toSorted((a, b) => a - b));
		expect(times.at(-1)).toBeLessThanOrEqual(recording.pcm.length / rate);
	});

	test("aligns numbers as they are spoken", async () => {
		const { pcm, truth } = await wordsWithGaps(["I", "owe", "twenty-five dollars", "to", "Peter"], [0.3]);
		const { words: found } = await forceAlign({ pcm, sampleRate: rate, text: "I owe $25 to Peter." });
		expect(found.map((word) => word.text)).toEqual(["I", "owe", "$25", "to", "Peter."]);
		expect(Math.abs((found[2]?.start ?? 0) - (truth[2]?.from ?? 0))).toBeLessThan(0.1);
		expect(Math.abs((found[2]?.end ?? 0) - (truth[2]?.to ?? 0))).toBeLessThan(0.1);
	});

	test("detects the language from the script", async () => {
		const russian = ["Сегодня", "утром", "шёл", "сильный", "дождь"];
		const { pcm, truth } = await wordsWithGaps(russian, [0.3, 0.5], "ru");
		const { words: found } = await forceAlign({ pcm, sampleRate: rate, text: russian.join(" ") });
		expect(median(truth.map(({ from }, at) => Math.abs((found[at]?.start ?? 9) - from)))).toBeLessThan(0.06);
	});

	test("reports a higher loss for a different text", async () => {
		const right = await forceAlign({ pcm: recording.pcm, sampleRate: rate, text });
		const other = "Please remember to turn off the lights when you leave.";
		const wrong = await forceAlign({ pcm: recording.pcm, sampleRate: rate, text: other });
		expect(right.loss).toBeGreaterThan(0);
		expect(wrong.loss).toBeGreaterThan(right.loss * 1.1);
	});
});

describe("edge cases", () => {
	test("rejects a text without words, silent audio, and text far too long for the audio", async () => {
		const pcm = recording.pcm;
		const rejected = [
			forceAlign({ pcm: new Float32Array(rate * 3), sampleRate: rate, text }),
			forceAlign({ pcm, sampleRate: rate, text: " … — \n" }),
			forceAlign({ pcm: new Float32Array(0), sampleRate: rate, text }),
			forceAlign({ pcm: pcm.slice(0, rate / 2), sampleRate: rate, text: text.repeat(30) }),
		];
		for (const result of rejected) await expect(result).rejects.toThrow(UnalignableError);
	});

	test("returns times and a high loss for noise", async () => {
		const pcm = Float32Array.from({ length: rate * 3 }, (_, at) => Math.sin(at * at * 0.1) * 0.1);
		const { words: found, loss } = await forceAlign({ pcm, sampleRate: rate, text });
		expect(found).toHaveLength(8);
		expect(loss).toBeGreaterThan(0.85);
	});

	test("stops when aborted", async () => {
		const long = concat(new Array(20).fill(recording.pcm));
		const signal = AbortSignal.timeout(60);
		await expect(forceAlign({ pcm: long, sampleRate: rate, text: `${text} `.repeat(20), signal })).rejects.toThrow(
			"timeout",
		);
	});
});

describe("in a worker thread", () => {
	test("gives the same results and errors, and stops when aborted", async () => {
		const { pcm } = recording;
		const here = await forceAlign({ pcm, sampleRate: rate, text });
		const there = await forceAlignInWorker({ pcm, sampleRate: rate, text });
		expect(there.words.map((word) => word.text)).toEqual(here.words.map((word) => word.text));
		const shifts = there.words.map(({ start }, at) => Math.abs(start - (here.words[at]?.start ?? Number.NaN)));
		expect(Math.max(...shifts)).toBeLessThan(0.05);
		await expect(forceAlignInWorker({ pcm, sampleRate: rate, text: "…" })).rejects.toThrow(UnalignableError);
		const stopped = forceAlignInWorker({ pcm, sampleRate: rate, text, signal: AbortSignal.timeout(5) });
		await expect(stopped).rejects.toThrow("timeout");
	}, 20_000);
});
