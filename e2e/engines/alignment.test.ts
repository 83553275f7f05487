// Word timing: the models' own durations, measured durations and the forced aligner, compared with known timing.
import { mkdir, writeFile } from "node:fs/promises";
import { alignSegment } from "@timbre/engines/alignment/characters.ts";
import { forceAlign } from "@timbre/engines/alignment/forced/forced.ts";
import { measureDurations } from "@timbre/engines/alignment/measure.ts";
import { wordSpans } from "@timbre/engines/alignment/words.ts";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { plainRequest } from "@timbre/engines/node/wire/plain-request.ts";
import { shippedVoices } from "@timbre/engines/speech/catalogue.ts";
import { speechBounds } from "@timbre/engines/speech/join.ts";
import { createKokoroEngine } from "@timbre/engines/speech/providers/kokoro.ts";
import { createPiperEngine } from "@timbre/engines/speech/providers/piper.ts";
import type { SpeechEngine, Synthesis, TokenDuration } from "@timbre/engines/speech/speech.ts";
import { prepare } from "@timbre/engines/text/prepare.ts";
import { loadConfig } from "@timbre/server/core/config.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printFigures } from "../../tools/ci/figures.ts";
import { startRealNode } from "./node.ts";

const sentences = [
	"The old lighthouse keeper climbed the stairs every evening before sunset.",
	"She packed three apples, a loaf of bread, and a small bottle of water.",
	"Nobody in the village could remember a winter as cold as this one.",
	"The train to the coast leaves from platform seven in twenty minutes.",
	"He opened the letter slowly, as if he already knew what it would say.",
	"Fresh paint and warm sunlight made the tiny room feel twice as large.",
	"We walked along the river until the path disappeared into the forest.",
	"The children laughed when the dog stole the sandwich from the table.",
	"A good carpenter measures the wood twice and cuts it only once.",
	"The ticket costs $25, and the concert begins at eight o'clock.",
];

type Bounds = { from: number; to: number };
type Engine = { name: string; engine: SpeechEngine; speakers: string[] };

const figures: Record<string, unknown> = {};
const engines: Engine[] = [];

beforeAll(async () => {
	const dir = loadConfig().MODELS_DIR;
	const piper = await ensureModel("piper-libritts", { dir });
	const kokoro = await ensureModel("kokoro", { dir });
	engines.push({
		name: "piper",
		engine: createPiperEngine({
			modelFile: modelFile(piper, "model.onnx"),
			tokensFile: modelFile(piper, "tokens.txt"),
			threads: 2,
		}),
		speakers: ["libritts-14", "libritts-280"],
	});
	engines.push({
		name: "kokoro",
		engine: createKokoroEngine({
			modelFile: modelFile(kokoro, "model.onnx"),
			stylesDir: `${kokoro.dir}/voices`,
			threads: 2,
		}),
		speakers: ["bf_emma", "am_adam"],
	});
});

afterAll(async () => {
	for (const { engine } of engines) await engine.close();
	await mkdir("reports", { recursive: true });
	await writeFile("reports/alignment.json", JSON.stringify(figures, null, "\t"));
});

const at = (values: number[], part: number) =>
	values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

/** Milliseconds. */
function report(name: string, errors: number[]) {
	const [median, p90, worst] = [0.5, 0.9, 1].map((part) => Math.round(at(errors, part) * 10_000) / 10);
	figures[name] = { words: errors.length, median, p90, worst };
	printFigures(`${name}: ${errors.length} boundaries, median ${median} ms, 90% within ${p90} ms, worst ${worst} ms`);
	return { median: median ?? Number.NaN, p90, worst };
}

/** Start and end of each word in samples, keyed by the offset of its first letter. */
function wordBounds(durations: readonly TokenDuration[]): Map<number, Bounds & { end: number }> {
	const words = new Map<number, Bounds & { end: number }>();
	let time = 0;
	for (const { samples, start, end } of durations) {
		const from = time;
		time += samples;
		if (start === undefined || end === undefined) continue;
		words.set(start, { from: words.get(start)?.from ?? from, to: time, end });
	}
	return words;
}

async function* spoken(engineName?: string) {
	for (const { name, engine, speakers } of engines) {
		if (engineName && name !== engineName) continue;
		for (const [index, written] of sentences.entries()) {
			const speaker = speakers[index % speakers.length] ?? "";
			const language = name === "kokoro" && speaker.startsWith("b") ? "en-GB" : "en-US";
			const prepared = prepare(written, [], { language, normalization: "auto" });
			const synthesis = await engine.synthesize({ text: prepared.spoken, speaker, language, speed: 1 });
			yield { name, written, prepared, language, synthesis, sampleRate: engine.info.sampleRate };
		}
	}
}

test("durations add up to the waveform and give word boundaries to the sample", async () => {
	const errors: number[] = [];
	for await (const { written, prepared, synthesis, sampleRate } of spoken()) {
		const durations = synthesis.durations ?? [];
		expect(durations.reduce((sum, { samples }) => sum + samples, 0)).toBe(synthesis.pcm.length);
		const total = synthesis.pcm.length;
		const times = alignSegment({ written, prepared, durations, sampleRate, trimmed: 0, speech: total, total });
		expect(times.written.characters.join("")).toBe(written);
		const words = wordBounds(durations);
		for (const [start, { from, to, end }] of words) {
			const first = [...prepared.spoken.slice(0, start)].length;
			const last = [...prepared.spoken.slice(0, end)].length - 1;
			errors.push(Math.abs((times.spoken.starts[first] ?? Number.NaN) * sampleRate - from));
			errors.push(Math.abs((times.spoken.ends[last] ?? Number.NaN) * sampleRate - to));
		}
		// Every word of the text has its own audio or shares it with its neighbor.
		for (const { start, end } of wordSpans(prepared.spoken)) {
			const covered = [...words].some(([from, word]) => from <= start && word.end >= end);
			expect(covered, `${prepared.spoken}: ${prepared.spoken.slice(start, end)}`).toBe(true);
		}
	}
	expect(errors.length).toBeGreaterThan(400);
	expect(Math.max(...errors)).toBeLessThan(1);
});

test("half of the word boundaries measured on the audio alone are within 40 ms of the model's", async () => {
	const errors: Record<string, number[]> = { piper: [], kokoro: [] };
	for await (const { name, prepared, language, synthesis, sampleRate } of spoken()) {
		const text = prepared.spoken;
		const measured = wordBounds(await measureDurations({ pcm: synthesis.pcm, sampleRate, text, language }));
		const truth = [...wordBounds(synthesis.durations ?? [])];
		for (const [index, [, word]] of truth.entries()) {
			const next = truth[index + 1];
			const found = next && measured.get(next[0]);
			if (!next || !found) continue;
			// Space and pad between two words belong to neither, so a boundary anywhere in between is correct.
			const early = Math.max(0, word.to - found.from);
			const late = Math.max(0, found.from - next[1].from);
			errors[name]?.push(Math.max(early, late) / sampleRate);
		}
	}
	for (const [name, found] of Object.entries(errors)) {
		expect(found.length).toBeGreaterThan(60);
		expect(report(`measured, ${name}`, found).median).toBeLessThanOrEqual(40);
	}
});

type Clip = { text: string; pcm: Float32Array; sampleRate: number; truth: Bounds[] };

/** Synthesizes words one by one and joins them with silences of known length. */
async function clipOf({ name, engine }: Engine, speaker: string, text: string, random: () => number): Promise<Clip> {
	const { sampleRate } = engine.info;
	const language = name === "kokoro" && speaker.startsWith("b") ? "en-GB" : "en-US";
	const parts: Float32Array[] = [];
	const truth: Bounds[] = [];
	let length = 0;
	const add = (pcm: Float32Array) => {
		parts.push(pcm);
		length += pcm.length;
	};
	const silence = (seconds: number) => add(new Float32Array(Math.round(seconds * sampleRate)));
	silence(0.1 + random() * 0.5);
	for (const word of text.split(" ")) {
		const input = { text: `${word.replace(/[.,;]/g, "")}.`, speaker, language, speed: 1 };
		const { pcm }: Synthesis = await engine.synthesize(input);
		const { start, end } = speechBounds(pcm, sampleRate);
		// speechBounds leaves 20 ms before the speech and 40 ms after it.
		const from = start + Math.round(sampleRate * 0.02);
		const to = end - Math.round(sampleRate * 0.04);
		truth.push({ from: (length + from - start) / sampleRate, to: (length + to - start) / sampleRate });
		add(pcm.slice(start, end));
		silence(0.06 + random() * 0.6);
	}
	const pcm = new Float32Array(length);
	let offset = 0;
	for (const part of parts) {
		pcm.set(part, offset);
		offset += part.length;
	}
	return { text, pcm, sampleRate, truth };
}

describe("the forced aligner", () => {
	const clips: Clip[] = [];
	beforeAll(async () => {
		let state = 11;
		const random = () => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return state / 2 ** 32;
		};
		const piperSpeakers = [3, 17, 55, 120, 300, 411, 512, 633, 700, 801, 20, 60, 90, 140, 200, 260];
		const kokoroSpeakers = ["af_bella", "am_michael", "bf_isabella", "bm_george"];
		for (let index = 0; index < 20; index++) {
			const chosen = engines[index % 5 === 4 ? 1 : 0] as Engine;
			const speaker =
				chosen.name === "kokoro"
					? kokoroSpeakers[index >> 2]
					: `libritts-${piperSpeakers[index % piperSpeakers.length]}`;
			const words = (sentences[index % 9] ?? "").split(" ").slice(index < 9 ? 0 : -7);
			const text = words.slice(0, 7).join(" ");
			clips.push(await clipOf(chosen, speaker ?? "af_bella", text, random));
		}
	});

	test("places half of the word boundaries within 60 ms on 20 clips with known gaps", async () => {
		const errors: number[] = [];
		const losses: number[] = [];
		for (const { text, pcm, sampleRate, truth } of clips) {
			const { words, loss } = await forceAlign({ pcm, sampleRate, text });
			expect(words.map((word) => word.text).join(" ")).toBe(text);
			losses.push(loss);
			for (const [index, { from, to }] of truth.entries()) {
				errors.push(
					Math.abs((words[index]?.start ?? Number.NaN) - from),
					Math.abs((words[index]?.end ?? Number.NaN) - to),
				);
			}
		}
		expect(clips).toHaveLength(20);
		figures["forced, loss of the right text"] = { median: at(losses, 0.5), worst: at(losses, 1) };
		const { median } = report("forced, 20 clips", errors);
		expect(median).toBeLessThanOrEqual(60);
	});

	test("gives a wrong text a higher loss than the right one on nine of ten clips", async () => {
		const wrong: number[] = [];
		let detected = 0;
		for (const [index, { text, pcm, sampleRate }] of clips.entries()) {
			const right = await forceAlign({ pcm, sampleRate, text });
			const mismatch = await forceAlign({ pcm, sampleRate, text: clips[(index + 4) % clips.length]?.text ?? "" });
			wrong.push(mismatch.loss);
			if (mismatch.loss > right.loss) detected++;
		}
		figures["forced, loss of a wrong text"] = { median: at(wrong, 0.5), min: at(wrong, 0), detected };
		expect(detected).toBeGreaterThanOrEqual(18);
	});
});

test("timing does not drift over ten minutes: the last word ends where the audio does", async () => {
	const node = await startRealNode("piper");
	try {
		const text = Array.from({ length: 180 }, (_, index) => sentences[index % 9]).join(" ");
		const request = plainRequest({
			engine: "piper",
			speaker: shippedVoices(["piper"])[0]?.speaker ?? "",
			text,
			format: "pcm_22050",
			priority: "interactive",
			timing: "known",
		});
		const sampleRate = 22_050;
		const parts: Uint8Array[] = [];
		/** When each segment's last letter ends, and when the segment starts and ends, in seconds. */
		const ends: { word: number; from: number; to: number }[] = [];
		let seconds = 0;
		let last: number | undefined;
		for await (const event of node.client.speak(request, AbortSignal.timeout(500_000))) {
			if (event.type === "audio") parts.push(event.bytes);
			if (event.type === "timing") {
				const letter = event.written.characters.findLastIndex((character) => /\p{L}/u.test(character));
				last = event.written.ends[letter];
			}
			if (event.type !== "segment") continue;
			if (last !== undefined) ends.push({ word: seconds + last, from: seconds, to: seconds + event.seconds });
			last = undefined;
			seconds += event.seconds;
		}
		const bytes = Uint8Array.from(Buffer.concat(parts));
		const pcm = Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / 32_768);
		expect(seconds).toBeGreaterThan(590);
		expect(pcm.length / sampleRate).toBeCloseTo(seconds, 3);
		const errors = ends.map(({ word, from, to }) => {
			const slice = pcm.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate));
			const speechEnd = speechBounds(slice, sampleRate).end - Math.round(sampleRate * 0.04);
			return word - (from + speechEnd / sampleRate);
		});
		const start = at(errors.slice(0, 30), 0.5);
		const end = at(errors.slice(-30), 0.5);
		figures.drift = { minutes: seconds / 60, segments: ends.length, first: start, last: end, lastWord: errors.at(-1) };
		printFigures(`drift over ${(seconds / 60).toFixed(1)} minutes: ${JSON.stringify(figures.drift)}`);
		expect(Math.abs(end - start)).toBeLessThan(0.02);
		// The tail of a segment's last word belongs to the punctuation after it, so every such word ends about 90 ms before
		// the audio. The last one must not differ from the first ones by more than utterances vary.
		expect(Math.abs((errors.at(-1) ?? Number.NaN) - start)).toBeLessThan(0.15);
	} finally {
		await node.stop();
	}
});
