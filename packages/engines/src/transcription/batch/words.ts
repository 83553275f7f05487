import { textOf } from "../timed-words.ts";

/** A token's text and the natural logarithm of its probability. */
export type ScoredToken = { token: number; logprob: number };
export type ScoredWord = { text: string; logprob: number };
/** What a recognizer found in a window of audio. */
export type DecodedWindow = {
	language: string;
	/** Probability of the language. 1 if it was given. */
	languageProbability: number;
	words: ScoredWord[];
	/** The recognizer repeated itself, so the text is incomplete. */
	looped: boolean;
};

/** Splits decoded text into words. The score of a word is the mean over its tokens. */
export function scoredWords(
	tokens: readonly ScoredToken[],
	decode: (tokens: number[]) => string,
	language: string,
): ScoredWord[] {
	const ids = tokens.map(({ token }) => token);
	const text = decode(ids);
	// The last position of each token in the text. A character may consist of several tokens.
	let position = 0;
	const ends = ids.map((_, at) => {
		position = Math.max(position, Math.min(text.length, decode(ids.slice(0, at + 1)).length));
		return position;
	});
	return splitWords(text, language).map(({ word, start, end }) => {
		const own = tokens.filter((_, at) => (ends[at] as number) > start && (ends[at - 1] ?? 0) < end);
		const sum = own.reduce((total, { logprob }) => total + logprob, 0);
		return { text: word, logprob: own.length > 0 ? sum / own.length : 0 };
	});
}

/** Words with their punctuation. A language without spaces is split by a dictionary. */
export function splitWords(text: string, language: string): { word: string; start: number; end: number }[] {
	if (textOf([{ text: "a" }, { text: "b" }], language) === "a b")
		return Array.from(text.matchAll(/\S+/gu), ({ 0: word, index }) => ({
			word,
			start: index,
			end: index + word.length,
		}));
	const words: { word: string; start: number; end: number }[] = [];
	for (const { segment, index, isWordLike } of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) {
		const last = words.at(-1);
		const end = index + segment.length;
		if (segment.trim() === "") continue;
		if (isWordLike || !last) words.push({ word: segment, start: index, end });
		else {
			last.word += segment;
			last.end = end;
		}
	}
	return words;
}

const maxNgram = 16;

/**
 * Returns the length of the n-gram that the last tokens repeat too often, or 0. People say a word several times in a row;
 * a longer n-gram more than three times is the recognizer.
 */
export function loopLength(tokens: readonly number[]): number {
	for (let size = 1; size <= maxNgram; size++) {
		const times = size === 1 ? 8 : size < 4 ? 5 : 4;
		if (tokens.length < size * times) return 0;
		let same = 0;
		while (same < size * (times - 1) && tokens.at(-1 - same) === tokens.at(-1 - same - size)) same++;
		if (same === size * (times - 1)) return size;
	}
	return 0;
}

/** Removes the repetitions of a loop at the end, all but the first. */
export function withoutLoop<T extends { token: number }>(tokens: readonly T[], size: number): T[] {
	let end = tokens.length;
	while (end >= 2 * size && tokens[end - 1]?.token === tokens[end - 1 - size]?.token) end--;
	return tokens.slice(0, Math.max(size, end));
}
