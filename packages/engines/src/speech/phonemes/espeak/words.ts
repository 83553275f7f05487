import { type Run, sourceOf } from "../marks.ts";
import type { Token } from "../token.ts";

// espeak-ng phonemizes a run of words at once, because neighboring words affect each other, and its output may have a
// different number of words: it joins "of the", splits numbers and addresses, and spells letters. This file maps each
// phoneme back to its word.

export type Phonemize = (text: string) => string[][];

/** Cache of words phonemized alone. */
const cache = new Map<string, string[]>();
const maxCached = 5000;

function phonemizeAlone(word: string, voice: string, phonemize: Phonemize): string[] {
	const key = `${voice} ${word}`;
	const cached = cache.get(key);
	if (cached) return cached;
	const phonemes = phonemize(word).flat();
	if (cache.size >= maxCached) cache.clear();
	if (word.length <= 30) cache.set(key, phonemes);
	return phonemes;
}

/** Words that espeak-ng never splits, so a joined pair shows as a smaller word count. */
const plainWord = /^(?!\p{Lu}{2,}$)[\p{L}\p{M}'’-]+$/u;

type Word = { text: string; start: number; end: number };

function wordsOf(run: Run): Word[] {
	return Array.from(run.text.matchAll(/\S+/g), (match) => ({
		text: match[0],
		...sourceOf(run, match.index, match.index + match[0].length),
	}));
}

/** Returns the phonemes of a run, each with the range of its word, with a space where espeak-ng separates words. */
export function wordPhonemes(run: Run, voice: string, phonemize: Phonemize): Token[] {
	const words = wordsOf(run);
	const groups = phonemize(run.text);
	const owners = ownersOf(words, groups, (word) => phonemizeAlone(word, voice, phonemize));
	const tokens: Token[] = [];
	let last: Word | undefined;
	groups.forEach((group, index) => {
		group.forEach((phoneme, position) => {
			const owner = words[owners[index]?.[position] ?? -1];
			const range = owner ? { start: owner.start, end: owner.end } : {};
			if (position === 0 && index > 0) tokens.push({ symbol: " ", ...(owner === last ? range : {}) });
			tokens.push({ symbol: phoneme, ...range });
			last = owner;
		});
	});
	return tokens;
}

/** Returns the word index of each phoneme of each group. */
function ownersOf(words: readonly Word[], groups: readonly string[][], alone: (word: string) => string[]): number[][] {
	if (words.length === groups.length && words.every(({ text }) => plainWord.test(text)))
		return groups.map((group, index) => group.map(() => index));
	const single = words.flatMap(({ text }, word) =>
		alone(text).map((phoneme, position) => ({ symbol: bare(phoneme), word, first: position === 0 })),
	);
	const spoken = groups.flatMap((group) =>
		group.map((phoneme, position) => ({ symbol: bare(phoneme), first: position === 0 })),
	);
	const flat = alignPhonemes(spoken, single);
	let at = 0;
	return groups.map((group) => group.map(() => flat[at++] ?? 0));
}

function bare(phoneme: string): string {
	return phoneme.replace(/[ˈˌː]/g, "");
}

const vowel = /^[aeiouyɐɑɒæɔəɚɛɜɨɪøœʊʌᵻ]/;

function difference(a: string, b: string): number {
	if (a === b) return 0;
	if (a.charAt(0) === b.charAt(0)) return 0.3;
	return vowel.test(a) === vowel.test(b) ? 0.7 : 1.4;
}

type Phoneme = { symbol: string; first: boolean };

/**
 * Aligns the phonemes of the run with those of the words phonemized alone (edit distance) and returns the word of each.
 */
function alignPhonemes(spoken: readonly Phoneme[], alone: readonly (Phoneme & { word: number })[]): number[] {
	const width = alone.length + 1;
	const costs = new Float64Array((spoken.length + 1) * width);
	const at = (i: number, j: number) => costs[i * width + j] as number;
	const pairCost = (i: number, j: number) => {
		const [a, b] = [spoken[i - 1] as Phoneme, alone[j - 1] as Phoneme];
		return difference(a.symbol, b.symbol) - (a.first && b.first ? 0.2 : 0);
	};
	for (let i = 1; i <= spoken.length; i++) costs[i * width] = i;
	for (let j = 1; j <= alone.length; j++) costs[j] = j;
	for (let i = 1; i <= spoken.length; i++)
		for (let j = 1; j <= alone.length; j++)
			costs[i * width + j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + pairCost(i, j));
	const owners: (number | undefined)[] = new Array(spoken.length);
	for (let i = spoken.length, j = alone.length; i > 0; ) {
		const here = at(i, j);
		if (j > 0 && Math.abs(here - (at(i - 1, j - 1) + pairCost(i, j))) < 1e-4) {
			owners[--i] = alone[--j]?.word;
		} else if (j > 0 && Math.abs(here - (at(i, j - 1) + 1)) < 1e-4) j--;
		else i--;
	}
	return fillGaps(owners, spoken, alone.at(-1)?.word ?? 0);
}

/** Assigns a phoneme without a counterpart to its neighbor in the same spoken word, else to the next aligned word. */
function fillGaps(owners: readonly (number | undefined)[], spoken: readonly Phoneme[], lastWord: number): number[] {
	const full: number[] = [];
	for (const [i, owner] of owners.entries()) {
		if (owner !== undefined) full.push(owner);
		else if (!spoken[i]?.first && i > 0) full.push(full[i - 1] as number);
		else full.push(owners.slice(i).find((next) => next !== undefined) ?? full[i - 1] ?? lastWord);
	}
	return full;
}
