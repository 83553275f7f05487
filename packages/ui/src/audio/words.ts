import type { Alignment } from "./player-item.ts";

/** A word of a text by its place in it, and when it sounds; without times where the alignment does not reach it. */
export type SpokenWord = { from: number; to: number; start: number | null; end: number | null };

/** How far to look ahead for the next word both sides have, when normalisation has changed some between. */
const reach = 12;

/**
 * The words of a text with their times. The alignment speaks of the characters of the same text, of its beginning only
 * (more is still being made), or of a normalised form of it: then equal words are paired in order and the rest stay without.
 */
export function spokenWords(text: string, alignment: Alignment | null): SpokenWord[] {
	const words: SpokenWord[] = [...text.matchAll(/\S+/gu)].map((match) => ({
		from: match.index,
		to: match.index + match[0].length,
		start: null,
		end: null,
	}));
	if (!alignment) return words;
	const timed = alignedWords(alignment);
	let next = 0;
	for (const word of words) {
		const own = letters(text.slice(word.from, word.to));
		const ahead = timed.slice(next, next + reach).findIndex((other) => other.letters === own);
		if (ahead < 0) continue;
		const found = timed[next + ahead];
		next += ahead + 1;
		word.start = found?.start ?? null;
		word.end = found?.end ?? null;
	}
	return words;
}

function alignedWords(alignment: Alignment): { letters: string; start: number; end: number }[] {
	const found: { letters: string; start: number; end: number }[] = [];
	let word: { letters: string; start: number; end: number } | undefined;
	for (const [i, character] of alignment.characters.entries()) {
		if (/^\s*$/u.test(character)) {
			word = undefined;
			continue;
		}
		const start = alignment.character_start_times_seconds[i] ?? 0;
		const end = alignment.character_end_times_seconds[i] ?? start;
		if (!word) {
			word = { letters: "", start, end };
			found.push(word);
		}
		word.letters += character;
		word.end = end;
	}
	return found.map((one) => ({ ...one, letters: letters(one.letters) }));
}

function letters(word: string): string {
	const bare = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
	return bare || word;
}

/** The words that have a time, in their order. */
export function timeline(words: readonly SpokenWord[]): { start: number; word: number }[] {
	return words.flatMap(({ start }, word) => (start === null ? [] : [{ start, word }]));
}

/** The word that sounds at a time: the last one begun, until the next begins; -1 before the first. */
export function wordAt(times: readonly { start: number; word: number }[], seconds: number): number {
	let low = 0;
	let high = times.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((times[middle]?.start ?? Number.POSITIVE_INFINITY) <= seconds) low = middle + 1;
		else high = middle;
	}
	return times[low - 1]?.word ?? -1;
}
