import { type Run, sourceOf } from "./marks.ts";
import type { Token } from "./token.ts";

// espeak-ng reads a stretch of words at once, because neighbours change each other, and what it gives back need not be the same
// number of words: it joins "of the", splits figures and addresses, spells letters. Here each phoneme finds its word again.

export type Phonemise = (text: string) => string[][];

/** Words said alone, which are asked for again and again. */
const alone = new Map<string, string[]>();
const mostKept = 5000;

function saidAlone(word: string, voice: string, phonemise: Phonemise): string[] {
	const key = `${voice} ${word}`;
	const known = alone.get(key);
	if (known) return known;
	const phonemes = phonemise(word).flat();
	if (alone.size >= mostKept) alone.clear();
	if (word.length <= 30) alone.set(key, phonemes);
	return phonemes;
}

/** Words that it leaves as one each; joined neighbours then show in the count. */
const plainWord = /^(?!\p{Lu}{2,}$)[\p{L}\p{M}'’-]+$/u;

type Word = { text: string; start: number; end: number };

function wordsOf(run: Run): Word[] {
	return Array.from(run.text.matchAll(/\S+/g), (match) => ({
		text: match[0],
		...sourceOf(run, match.index, match.index + match[0].length),
	}));
}

/** The phonemes of a run, each with the word that it speaks; where espeak sets words apart there is a space. */
export function wordPhonemes(run: Run, voice: string, phonemise: Phonemise): Token[] {
	const words = wordsOf(run);
	const groups = phonemise(run.text);
	const owners = ownersOf(words, groups, (word) => saidAlone(word, voice, phonemise));
	const tokens: Token[] = [];
	let last: Word | undefined;
	groups.forEach((group, index) => {
		group.forEach((phoneme, place) => {
			const owner = words[owners[index]?.[place] ?? -1];
			const range = owner ? { start: owner.start, end: owner.end } : {};
			if (place === 0 && index > 0) tokens.push({ symbol: " ", ...(owner === last ? range : {}) });
			tokens.push({ symbol: phoneme, ...range });
			last = owner;
		});
	});
	return tokens;
}

/** For each phoneme of each group the number of its word. */
function ownersOf(words: readonly Word[], groups: readonly string[][], alone: (word: string) => string[]): number[][] {
	if (words.length === groups.length && words.every(({ text }) => plainWord.test(text)))
		return groups.map((group, index) => group.map(() => index));
	const single = words.flatMap(({ text }, word) =>
		alone(text).map((phoneme, place) => ({ sound: bare(phoneme), word, first: place === 0 })),
	);
	const spoken = groups.flatMap((group) =>
		group.map((phoneme, place) => ({ sound: bare(phoneme), first: place === 0 })),
	);
	const flat = aligned(spoken, single);
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

type Sound = { sound: string; first: boolean };

/** Each spoken sound's word: cheapest way from the words said alone to the words said together. */
function aligned(spoken: readonly Sound[], alone: readonly (Sound & { word: number })[]): number[] {
	const width = alone.length + 1;
	const costs = new Float64Array((spoken.length + 1) * width);
	const at = (i: number, j: number) => costs[i * width + j] as number;
	const pairCost = (i: number, j: number) => {
		const [a, b] = [spoken[i - 1] as Sound, alone[j - 1] as Sound];
		return difference(a.sound, b.sound) - (a.first && b.first ? 0.2 : 0);
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
	return filled(owners, spoken, alone.at(-1)?.word ?? 0);
}

/** A sound without a counterpart belongs to its neighbour in the same spoken word, else to the word before. */
function filled(owners: readonly (number | undefined)[], spoken: readonly Sound[], lastWord: number): number[] {
	const full: number[] = [];
	for (const [i, owner] of owners.entries()) {
		if (owner !== undefined) full.push(owner);
		else if (!spoken[i]?.first && i > 0) full.push(full[i - 1] as number);
		else full.push(owners.slice(i).find((next) => next !== undefined) ?? full[i - 1] ?? lastWord);
	}
	return full;
}
