import { beforeAll, describe, expect, test } from "vitest";
import { resample } from "../media/resample.ts";
import { soundBounds } from "../speech/join.ts";
import { espeak } from "../speech/phonemes/espeak.ts";
import { forceAlign, UnalignableError } from "./forced.ts";
import { forceAlignApart } from "./forced-apart.ts";

const rate = 22_050;

/** Another voice than the aligner's own, a word at a time, with silences of known length between them. */
async function spokenApart(words: readonly string[], gaps: readonly number[], voice = "en-gb") {
	const synthesiser = await espeak();
	const parts: Float32Array[] = [];
	const truth: { from: number; to: number }[] = [];
	let length = 0;
	const add = (part: Float32Array) => {
		parts.push(part);
		length += part.length;
	};
	for (const [at, word] of words.entries()) {
		add(new Float32Array(Math.round((gaps[at % gaps.length] ?? 0) * rate)));
		const { pcm } = synthesiser.synthesise(word, voice, 140);
		const { start, end } = soundBounds(pcm, rate);
		const edge = Math.round(0.02 * rate);
		truth.push({ from: (length + edge) / rate, to: (length + end - start - 2 * edge) / rate });
		add(pcm.slice(start, end));
	}
	add(new Float32Array(rate / 2));
	return { pcm: joined(parts), truth };
}

function joined(parts: readonly Float32Array[]): Float32Array {
	const whole = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}

const words = ["Seven", "yellow", "boats", "sailed", "around", "the", "island", "yesterday"];
const text = "Seven yellow boats sailed around the island yesterday.";
let apart: Awaited<ReturnType<typeof spokenApart>>;
beforeAll(async () => {
	apart = await spokenApart(words, [0.4, 0.15, 0.6, 0.3, 1.2]);
});

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

describe("a text is found in a recording of it", () => {
	test("silence between words belongs to none of them", async () => {
		const { words: found } = await forceAlign({ pcm: apart.pcm, sampleRate: rate, text });
		const errors = apart.truth.flatMap(({ from, to }, at) => [
			Math.abs((found[at]?.start ?? Number.NaN) - from),
			Math.abs((found[at]?.end ?? Number.NaN) - to),
		]);
		expect(median(errors)).toBeLessThan(0.06);
		expect(Math.max(...errors)).toBeLessThan(0.2);
	});

	test("at any sample rate, with noise and at any level", async () => {
		const { pcm, truth } = apart;
		let state = 5;
		const noise = () => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return (state / 2 ** 32 - 0.5) * 0.004;
		};
		const heard: [number, Float32Array][] = [
			[8000, resample(pcm, rate, 8000)],
			[44_100, resample(pcm, rate, 44_100)],
			[48_000, resample(pcm, rate, 48_000).map((sample) => sample * 0.02)],
			[rate, pcm.map((sample) => sample + noise())],
		];
		for (const [sampleRate, samples] of heard) {
			const { words: found } = await forceAlign({ pcm: samples, sampleRate, text });
			const errors = truth.map(({ from }, at) => Math.abs((found[at]?.start ?? Number.NaN) - from));
			expect(median(errors), `${sampleRate}`).toBeLessThan(0.06);
		}
	});

	test("characters are those of the text, in order, and words carry their marks", async () => {
		const written = "Seven “yellow” boats, sailed — around the (island) yesterday!\n";
		const { characters, words: found } = await forceAlign({ pcm: apart.pcm, sampleRate: rate, text: written });
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
		expect(times.at(-1)).toBeLessThanOrEqual(apart.pcm.length / rate);
	});

	test("numbers are found by how they are said", async () => {
		const { pcm, truth } = await spokenApart(["I", "owe", "twenty-five dollars", "to", "Peter"], [0.3]);
		const { words: found } = await forceAlign({ pcm, sampleRate: rate, text: "I owe $25 to Peter." });
		expect(found.map((word) => word.text)).toEqual(["I", "owe", "$25", "to", "Peter."]);
		expect(Math.abs((found[2]?.start ?? 0) - (truth[2]?.from ?? 0))).toBeLessThan(0.1);
		expect(Math.abs((found[2]?.end ?? 0) - (truth[2]?.to ?? 0))).toBeLessThan(0.1);
	});

	test("the language is guessed from the script", async () => {
		const russian = ["Сегодня", "утром", "шёл", "сильный", "дождь"];
		const { pcm, truth } = await spokenApart(russian, [0.3, 0.5], "ru");
		const { words: found } = await forceAlign({ pcm, sampleRate: rate, text: russian.join(" ") });
		expect(median(truth.map(({ from }, at) => Math.abs((found[at]?.start ?? 9) - from)))).toBeLessThan(0.06);
	});

	test("another text has a higher loss", async () => {
		const right = await forceAlign({ pcm: apart.pcm, sampleRate: rate, text });
		const other = "Please remember to turn off the lights when you leave.";
		const wrong = await forceAlign({ pcm: apart.pcm, sampleRate: rate, text: other });
		expect(right.loss).toBeGreaterThan(0);
		expect(wrong.loss).toBeGreaterThan(right.loss * 1.1);
	});
});

describe("what cannot be aligned is refused", () => {
	test("no words, no sound, or far more words than the sound can hold", async () => {
		const pcm = apart.pcm;
		const refused = [
			forceAlign({ pcm: new Float32Array(rate * 3), sampleRate: rate, text }),
			forceAlign({ pcm, sampleRate: rate, text: " … — \n" }),
			forceAlign({ pcm: new Float32Array(0), sampleRate: rate, text }),
			forceAlign({ pcm: pcm.slice(0, rate / 2), sampleRate: rate, text: text.repeat(30) }),
		];
		for (const refusal of refused) await expect(refusal).rejects.toThrow(UnalignableError);
	});

	test("noise gives times all the same, and a high loss", async () => {
		const pcm = Float32Array.from({ length: rate * 3 }, (_, at) => Math.sin(at * at * 0.1) * 0.1);
		const { words: found, loss } = await forceAlign({ pcm, sampleRate: rate, text });
		expect(found).toHaveLength(8);
		expect(loss).toBeGreaterThan(0.85);
	});

	test("it stops when it is not wanted any more", async () => {
		const long = joined(new Array(20).fill(apart.pcm));
		const signal = AbortSignal.timeout(60);
		await expect(forceAlign({ pcm: long, sampleRate: rate, text: `${text} `.repeat(20), signal })).rejects.toThrow(
			"timeout",
		);
	});
});

describe("in a thread of its own", () => {
	test("it finds the same, refuses the same and stops at once", async () => {
		const { pcm } = apart;
		const here = await forceAlign({ pcm, sampleRate: rate, text });
		const there = await forceAlignApart({ pcm, sampleRate: rate, text });
		expect(there.words.map((word) => word.text)).toEqual(here.words.map((word) => word.text));
		const shifts = there.words.map(({ start }, at) => Math.abs(start - (here.words[at]?.start ?? Number.NaN)));
		expect(Math.max(...shifts)).toBeLessThan(0.05);
		await expect(forceAlignApart({ pcm, sampleRate: rate, text: "…" })).rejects.toThrow(UnalignableError);
		const stopped = forceAlignApart({ pcm, sampleRate: rate, text, signal: AbortSignal.timeout(5) });
		await expect(stopped).rejects.toThrow("timeout");
	}, 20_000);
});
