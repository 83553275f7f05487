import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { TranscriptionModel, TranscriptWord } from "@timbre/engines/transcription/transcript.ts";
import { pooledRate, type WordErrors, wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { readSpeech } from "../../../e2e/engines/read-speech.ts";
import sentences from "../takes/sentences.json" with { type: "json" };
import { type Bench, type Clip, median, never, percent, quantile, readRecording, type Voice } from "./clips.ts";

/** Six shipped voices. */
export const voices: Voice[] = [
	{ engine: "kokoro", speaker: "af_heart", language: "en-US" },
	{ engine: "kokoro", speaker: "am_fenrir", language: "en-US" },
	{ engine: "kokoro", speaker: "bf_emma", language: "en-GB" },
	{ engine: "piper", speaker: "libritts-45", language: "en-US" },
	{ engine: "piper", speaker: "libritts-49", language: "en-US" },
	{ engine: "piper", speaker: "libritts-66", language: "en-US" },
];

/** The goals, in word errors. */
const goals = {
	sentences: { moonshine: 0.04, "whisper-base": undefined, "whisper-small": 0.03 },
	recordings: { moonshine: 0.1, "whisper-base": undefined, "whisper-small": undefined },
} as const;

async function clipsOf({ clips, every }: Bench): Promise<Clip[]> {
	const chosen = sentences.tuning.slice(0, 100).filter((_, at) => at % every === 0);
	const all: Clip[] = [];
	for (const [at, text] of chosen.entries()) all.push(await clips.speak(text, voices[at % voices.length] as Voice));
	return all;
}

async function transcribe({ recognizer }: Bench, model: TranscriptionModel, pcm: Float32Array) {
	const { segments } = await recognizer.transcribe(pcm, { model, language: "en" }, never);
	return { text: segments.map(({ text }) => text).join(" "), words: segments.flatMap(({ words }) => words) };
}

async function errorRate(bench: Bench, model: TranscriptionModel, clips: readonly Pick<Clip, "text" | "pcm">[]) {
	const all: WordErrors[] = [];
	for (const { text: expected, pcm } of clips) {
		const { text } = await transcribe(bench, model, pcm);
		const errors = wordErrors(expected, text);
		all.push(errors);
		if (bench.show && errors.errors > 0) console.log(`${model} ${errors.errors}\n   ${expected}\n   ${text}`);
	}
	return { rate: pooledRate(all), words: all.reduce((sum, { words }) => sum + words, 0) };
}

const goalText = (goal: number | undefined) => (goal === undefined ? "" : ` (goal ${percent(goal)})`);

export async function measureSentences(bench: Bench, models: readonly TranscriptionModel[]): Promise<string[]> {
	const clips = await clipsOf(bench);
	const figures: string[] = [];
	for (const model of models) {
		const { rate, words } = await errorRate(bench, model, clips);
		const what = `${clips.length} sentences by six voices, ${words} words`;
		figures.push(`${model} ${percent(rate)} word errors${goalText(goals.sentences[model])}, ${what}`);
	}
	return figures;
}

export async function measureReadSpeech(bench: Bench, models: readonly TranscriptionModel[]): Promise<string[]> {
	const files = (await readdir(bench.recordings)).filter((file) => file.endsWith(".flac"));
	const clips: Pick<Clip, "text" | "pcm">[] = [];
	for (const file of files) {
		const text = readSpeech[file.replace(".flac", "")];
		if (text) clips.push({ text, pcm: await readRecording(join(bench.recordings, file)) });
	}
	const figures: string[] = [];
	for (const model of models) {
		const { rate, words } = await errorRate(bench, model, clips);
		const what = `${clips.length} LibriSpeech recordings, ${words} words`;
		figures.push(`${model} ${percent(rate)} word errors${goalText(goals.recordings[model])}, ${what}`);
	}
	return figures;
}

/** Compares the times of words that were recognized with those that the engine reports for its own audio. */
export async function measureTimes(bench: Bench, models: readonly TranscriptionModel[]): Promise<string[]> {
	const clips = (await clipsOf(bench)).filter(({ words }) => words.length > 0);
	const figures: string[] = [];
	for (const model of models) {
		const starts: number[] = [];
		const ends: number[] = [];
		for (const clip of clips)
			for (const [expected, found] of matching(clip.words, (await transcribe(bench, model, clip.pcm)).words)) {
				starts.push(Math.abs(found.start - expected.start));
				ends.push(Math.abs(found.end - expected.end));
			}
		const ms = (seconds: number) => `${Math.round(seconds * 1000)} ms`;
		const both = [...starts, ...ends];
		figures.push(
			`${model} median ${ms(median(both))} (goal 100 ms), 90% within ${ms(quantile(both, 0.9))}, starts ${ms(median(starts))}, ends ${ms(median(ends))}, ${starts.length} words`,
		);
	}
	return figures;
}

/** Pairs equal words in order. */
function matching(
	expected: Clip["words"],
	found: readonly TranscriptWord[],
): [Clip["words"][number], TranscriptWord][] {
	const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
	const pairs: [Clip["words"][number], TranscriptWord][] = [];
	let from = 0;
	for (const word of expected) {
		const at = found.findIndex(
			(one, index) => index >= from && index < from + 4 && plain(one.text) === plain(word.text),
		);
		if (at < 0) continue;
		pairs.push([word, found[at] as TranscriptWord]);
		from = at + 1;
	}
	return pairs;
}
