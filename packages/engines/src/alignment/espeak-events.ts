import type { TokenDuration } from "../speech/speech.ts";
import { type WordSpan, wordSpans } from "./words.ts";

/** An espeak-ng synthesis event. Text positions count characters from 1; audio positions are milliseconds. */
export type EspeakEvent = {
	type: string;
	text_position: number;
	audio_position: number;
	id?: string | number;
};

type PhonemeStart = { at: number; token: string; word: number | undefined };

/** Converts events to durations that add up to the samples, each phoneme with the range of its word. */
export function eventDurations(
	text: string,
	events: readonly EspeakEvent[],
	samples: number,
	sampleRate: number,
): TokenDuration[] {
	const spans = wordSpans(text);
	const phonemes = phonemeStarts(events, wordFinder(text, spans));
	const merged = mergedSpans(spans, phonemes);
	const at = (phoneme: PhonemeStart | undefined) =>
		phoneme ? Math.min(samples, Math.round((phoneme.at / 1000) * sampleRate)) : samples;
	const durations: TokenDuration[] = [];
	const first = at(phonemes[0]);
	if (first > 0) durations.push({ token: "", samples: first });
	let done = first;
	for (const [index, { token, word }] of phonemes.entries()) {
		const end = Math.max(done, at(phonemes[index + 1]));
		const span = word === undefined ? undefined : merged.get(word);
		durations.push({ token, samples: end - done, ...span });
		done = end;
	}
	return durations;
}

/**
 * Returns where each phoneme starts. A word's first phoneme starts with the word, because the closure of a plosive is
 * part of it.
 */
function phonemeStarts(
	events: readonly EspeakEvent[],
	find: (position: number, from: number) => number | undefined,
): PhonemeStart[] {
	const starts: PhonemeStart[] = [];
	let word: number | undefined;
	let wordStart: number | undefined;
	for (const { type, id, text_position, audio_position } of events) {
		if (type === "word") {
			word = find(text_position - 1, word ?? 0);
			wordStart = audio_position;
		}
		if (type !== "phoneme") continue;
		const token = typeof id === "string" ? id : "";
		// A tag in parentheses marks a language switch, not a phoneme.
		const silent = token === "" || token.startsWith("(");
		const at = silent ? audio_position : (wordStart ?? audio_position);
		starts.push({ at, token: silent ? "" : token, word: silent ? undefined : word });
		if (!silent) wordStart = undefined;
	}
	return starts;
}

/** Returns a lookup of the word at, or after, a position in characters (not UTF-16 units); never one before `from`. */
function wordFinder(text: string, spans: readonly WordSpan[]) {
	const offsets: number[] = [];
	let offset = 0;
	for (const character of text) {
		offsets.push(offset);
		offset += character.length;
	}
	let next = 0;
	return (position: number, from: number): number | undefined => {
		const unit = offsets[position] ?? text.length;
		next = Math.max(next, from);
		while (next < spans.length - 1 && (spans[next] as WordSpan).end <= unit) next++;
		return spans.length > 0 ? next : undefined;
	};
}

/** espeak-ng joins some words ("of the") and reports only the first, so the span of such a word covers all of them. */
function mergedSpans(spans: readonly WordSpan[], phonemes: readonly PhonemeStart[]): Map<number, WordSpan> {
	const reported = [...new Set(phonemes.flatMap(({ word }) => (word === undefined ? [] : [word])))];
	return new Map(
		reported.map((word, at) => {
			const until = (reported[at + 1] ?? spans.length) - 1;
			const start = (spans[at === 0 ? 0 : word] as WordSpan).start;
			return [word, { start, end: (spans[until] as WordSpan).end }];
		}),
	);
}
