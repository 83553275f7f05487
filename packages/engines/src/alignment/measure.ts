import { espeakSpeakers, espeakVoice } from "../speech/espeak-speakers.ts";
import { espeak } from "../speech/phonemes/espeak.ts";
import type { TokenDuration } from "../speech/speech.ts";
import { type Breather, createBreather } from "./breather.ts";
import { type MatchedToken, matchReference, type Reference } from "./match.ts";
import { wordPlaces } from "./words.ts";

export type Measuring = {
	pcm: Float32Array;
	sampleRate: number;
	/** What is spoken, written out. */
	text: string;
	/** BCP 47. */
	language: string;
	signal?: AbortSignal;
};

const wordsPerMinute = 165;
/** Text is handed to the synthesiser in pieces, so that a long one neither holds others up nor fills its buffers. */
const longestPiece = 200;
/** Nobody speaks so many characters a second: such a text is not what is heard, and a reference of it would only cost time. */
export const mostCharactersPerSecond = 60;

/**
 * How long each sound of a text lasts in speech whose maker does not tell: found by matching it with espeak-ng's speech of the same
 * words, whose timing is known. The durations add up to the samples. Where nothing can be matched the words share the sound.
 */
export async function measureDurations(measuring: Measuring): Promise<TokenDuration[]> {
	const { pcm, sampleRate, text, language, signal } = measuring;
	if (text.length > (pcm.length / sampleRate) * mostCharactersPerSecond) return evenly(text, pcm.length);
	const breathe = createBreather(signal);
	const reference = await speakReference(
		pieces(text).map(({ start, end }) => ({ text: text.slice(start, end), start })),
		language,
		breathe,
	);
	const tokens = await matchReference({ pcm, sampleRate }, reference, breathe);
	return tokens.length > 0 ? asDurations(tokens, pcm.length, sampleRate) : evenly(text, pcm.length);
}

/** A text spoken piece by piece; `start` is where a piece lies in the whole. */
export async function speakReference(
	texts: readonly { text: string; start: number }[],
	language: string,
	breathe: Breather,
): Promise<Reference> {
	const synthesiser = await espeak();
	const voice = referenceVoice(language);
	async function* speak() {
		for (const { text, start } of texts) {
			await breathe();
			const { pcm, durations } = synthesiser.synthesise(text, voice, wordsPerMinute);
			yield { pcm, durations: durations.map((duration) => moved(duration, start)) };
		}
	}
	return { sampleRate: synthesiser.sampleRate, pieces: speak() };
}

function moved({ start, end, ...duration }: TokenDuration, by: number): TokenDuration {
	return start === undefined || end === undefined ? duration : { ...duration, start: start + by, end: end + by };
}

/** The nearest voice that espeak-ng has; English where it knows nothing of the language. */
function referenceVoice(language: string): string {
	const wanted = language.toLowerCase();
	const primary = wanted.split("-")[0];
	const speaker =
		espeakSpeakers.find((known) => known.language.toLowerCase() === wanted) ??
		espeakSpeakers.find((known) => known.language.toLowerCase().split("-")[0] === primary);
	return espeakVoice(speaker?.id ?? (primary === "ja" ? "ja" : "en-us"));
}

/** Cuts between words, at the end of a sentence where there is one. */
export function pieces(text: string): { start: number; end: number }[] {
	const found: { start: number; end: number }[] = [];
	for (let start = 0; start < text.length; ) {
		let end = text.length;
		if (end - start > longestPiece) {
			const window = text.slice(start, start + longestPiece);
			const sentence = Math.max(...[...window.matchAll(/[.!?…。！？]\s*/gu)].map((at) => at.index + at[0].length), 0);
			const word = window.search(/\s\S*$/u) + 1;
			end = start + (sentence > longestPiece / 3 ? sentence : word > 0 ? word : longestPiece);
		}
		found.push({ start, end });
		start = end;
	}
	return found;
}

export function asDurations(tokens: readonly MatchedToken[], samples: number, sampleRate: number): TokenDuration[] {
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

function evenly(text: string, samples: number): TokenDuration[] {
	const places = wordPlaces(text);
	const letters = places.reduce((total, { start, end }) => total + end - start, 0);
	if (letters === 0) return [{ token: "", samples }];
	let counted = 0;
	let done = 0;
	return places.map(({ start, end }) => {
		counted += end - start;
		const until = Math.round((samples * counted) / letters);
		const duration = { token: text.slice(start, end), samples: until - done, start, end };
		done = until;
		return duration;
	});
}
