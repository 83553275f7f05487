import { espeakSpeakers, espeakVoice } from "../speech/espeak-speakers.ts";
import { espeak } from "../speech/phonemes/espeak/espeak.ts";
import type { TokenDuration } from "../speech/speech.ts";
import { isSameLanguage, primaryLanguage } from "../text/language.ts";
import { type MatchedToken, matchReference, type Reference } from "./match.ts";
import { wordSpans } from "./words.ts";
import { createYielder, type Yielder } from "./yielder.ts";

export type MeasureInput = {
	pcm: Float32Array;
	sampleRate: number;
	/** The text as spoken, normalized. */
	text: string;
	/** BCP 47. */
	language: string;
	signal?: AbortSignal;
};

const wordsPerMinute = 165;
/** Text is synthesized in pieces so that a long one neither blocks other work nor fills the synthesizer's buffers. */
const maxPieceLength = 200;
/** Faster than anyone speaks. A longer text can't match the audio, so synthesizing a reference would waste time. */
export const maxCharactersPerSecond = 60;

/**
 * Measures token durations for engines that don't report them, by matching the audio with espeak-ng's speech of the
 * same words, whose timing is known. The durations add up to the samples. If nothing can be matched, the words share
 * the audio evenly.
 */
export async function measureDurations(input: MeasureInput): Promise<TokenDuration[]> {
	const { pcm, sampleRate, text, language, signal } = input;
	if (text.length > (pcm.length / sampleRate) * maxCharactersPerSecond) return distributeEvenly(text, pcm.length);
	const yieldIfDue = createYielder(signal);
	const reference = await synthesizeReference(
		splitPieces(text).map(({ start, end }) => ({ text: text.slice(start, end), start })),
		language,
		yieldIfDue,
	);
	const tokens = await matchReference({ pcm, sampleRate }, reference, yieldIfDue);
	return tokens.length > 0 ? toDurations(tokens, pcm.length, sampleRate) : distributeEvenly(text, pcm.length);
}

/** Synthesizes the reference speech piece by piece; `start` is the offset of a piece in the full text. */
export async function synthesizeReference(
	texts: readonly { text: string; start: number }[],
	language: string,
	yieldIfDue: Yielder,
): Promise<Reference> {
	const synthesizer = await espeak();
	const voice = referenceVoice(language);
	async function* speak() {
		for (const { text, start } of texts) {
			await yieldIfDue();
			const { pcm, durations } = synthesizer.synthesize(text, voice, wordsPerMinute);
			yield { pcm, durations: durations.map((duration) => shifted(duration, start)) };
		}
	}
	return { sampleRate: synthesizer.sampleRate, pieces: speak() };
}

function shifted({ start, end, ...duration }: TokenDuration, by: number): TokenDuration {
	return start === undefined || end === undefined ? duration : { ...duration, start: start + by, end: end + by };
}

/** Returns the closest espeak-ng voice, or English if the language is unknown. */
function referenceVoice(language: string): string {
	const tag = language.toLowerCase();
	const speaker =
		espeakSpeakers.find((known) => known.language.toLowerCase() === tag) ??
		espeakSpeakers.find((known) => isSameLanguage(known.language, tag));
	return espeakVoice(speaker?.id ?? (primaryLanguage(tag) === "ja" ? "ja" : "en-us"));
}

/** Splits text between words, at the end of a sentence if possible. */
export function splitPieces(text: string): { start: number; end: number }[] {
	const found: { start: number; end: number }[] = [];
	for (let start = 0; start < text.length; ) {
		let end = text.length;
		if (end - start > maxPieceLength) {
			const window = text.slice(start, start + maxPieceLength);
			const sentence = Math.max(...[...window.matchAll(/[.!?…。！？]\s*/gu)].map((at) => at.index + at[0].length), 0);
			const word = window.search(/\s\S*$/u) + 1;
			end = start + (sentence > maxPieceLength / 3 ? sentence : word > 0 ? word : maxPieceLength);
		}
		found.push({ start, end });
		start = end;
	}
	return found;
}

export function toDurations(tokens: readonly MatchedToken[], samples: number, sampleRate: number): TokenDuration[] {
	const durations: TokenDuration[] = [];
	let done = 0;
	for (const { token, start, end, from, to } of tokens) {
		const first = Math.min(samples, Math.max(done, Math.round(from * sampleRate)));
		if (first > done) durations.push({ token: "", samples: first - done });
		const last = Math.min(samples, Math.max(first, Math.round(to * sampleRate)));
		durations.push({ token, samples: last - first, start, end });
		done = last;
	}
	if (samples > done) durations.push({ token: "", samples: samples - done });
	return durations;
}

function distributeEvenly(text: string, samples: number): TokenDuration[] {
	const spans = wordSpans(text);
	const letters = spans.reduce((total, { start, end }) => total + end - start, 0);
	if (letters === 0) return [{ token: "", samples }];
	let counted = 0;
	let done = 0;
	return spans.map(({ start, end }) => {
		counted += end - start;
		const until = Math.round((samples * counted) / letters);
		const duration = { token: text.slice(start, end), samples: until - done, start, end };
		done = until;
		return duration;
	});
}
