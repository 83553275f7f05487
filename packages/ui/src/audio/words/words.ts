import type { Alignment } from "../player/player-item.ts";

/** A word by its offsets in the text, with its times; null if the alignment does not cover it. */
export type SpokenWord = { from: number; to: number; start: number | null; end: number | null };

/** How many words to look ahead for the next match, when normalization changed some in between. */
const lookahead = 12;

/**
 * The words of a text with their times. The alignment may cover the text, only its beginning (audio is still being
 * generated), or a normalized form: then equal words are paired in order and the others get no times.
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
		const ahead = timed.slice(next, next + lookahead).findIndex((other) => other.letters === own);
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

/** The words that have a time, in order. */
export function timeline(words: readonly SpokenWord[]): { start: number; word: number }[] {
	return words.flatMap(({ start }, word) => (start === null ? [] : [{ start, word }]));
}

/** The word spoken at a time: the last one started; -1 before the first. */
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
