import { espeak } from "../speech/phonemes/espeak/espeak.ts";

/** The phonemes of one word without stress and length, equal for spellings that are pronounced alike. */
export type Phonemes = readonly string[];

/** Place of articulation. */
const places: Record<string, string> = {
	p: "lip",
	b: "lip",
	m: "lip",
	w: "lip",
	f: "teeth",
	v: "teeth",
	θ: "teeth",
	ð: "teeth",
	t: "ridge",
	d: "ridge",
	n: "ridge",
	s: "ridge",
	z: "ridge",
	l: "ridge",
	ɾ: "ridge",
	ɹ: "ridge",
	ʃ: "palate",
	ʒ: "palate",
	tʃ: "palate",
	dʒ: "palate",
	j: "palate",
	k: "back",
	ɡ: "back",
	ŋ: "back",
	h: "throat",
	ʔ: "throat",
};
/** Manner of articulation. */
const manners: Record<string, string> = {
	p: "stop",
	b: "stop",
	t: "stop",
	d: "stop",
	ɾ: "stop",
	k: "stop",
	ɡ: "stop",
	ʔ: "stop",
	m: "nose",
	n: "nose",
	ŋ: "nose",
	f: "hiss",
	v: "hiss",
	θ: "hiss",
	ð: "hiss",
	s: "hiss",
	z: "hiss",
	ʃ: "hiss",
	ʒ: "hiss",
	h: "hiss",
	tʃ: "hiss",
	dʒ: "hiss",
	w: "glide",
	l: "glide",
	ɹ: "glide",
	j: "glide",
};
const vowel = /^[aeiouæɐɑɒɔəɚɛɜɝɪʊʌᵻ]/u;
/** Phonemes that are often reduced or dropped in fluent speech. */
const weak = new Set(["ə", "ɐ", "ɪ", "ᵻ", "h", "ɹ", "ʔ", "ɾ"]);

function substitutionCost(a: string, b: string): number {
	if (a === b) return 0;
	const [vowelA, vowelB] = [vowel.test(a), vowel.test(b)];
	if (vowelA !== vowelB) return 1;
	if (vowelA) return weak.has(a) || weak.has(b) ? 0.3 : 0.5;
	return 1 - (places[a] === places[b] ? 0.35 : 0) - (manners[a] === manners[b] ? 0.35 : 0);
}

const deletionCost = (phoneme: string) => (weak.has(phoneme) ? 0.6 : 1);

/** Returns the edit distance of two phoneme sequences, with lower costs for similar phonemes. */
export function phonemeDistance(from: Phonemes, to: Phonemes): number {
	let previous = [0];
	for (const phoneme of to) previous.push((previous.at(-1) as number) + deletionCost(phoneme));
	for (const a of from) {
		const current = [(previous[0] as number) + deletionCost(a)];
		for (const [j, b] of to.entries())
			current.push(
				Math.min(
					(previous[j + 1] as number) + deletionCost(a),
					(current[j] as number) + deletionCost(b),
					(previous[j] as number) + substitutionCost(a, b),
				),
			);
		previous = current;
	}
	return previous[to.length] as number;
}

/** espeak-ng reads "a" alone as the name of the letter, so the article is preset. */
const cache = new Map<string, Phonemes>([["a", ["ɐ"]]]);
const maxCached = 20_000;

/** Returns the phonemes of a word pronounced alone, so that a word has the same phonemes in every context. */
export async function phonemesOf(word: string): Promise<Phonemes> {
	const key = word.toLowerCase();
	const cached = cache.get(key);
	if (cached) return cached;
	const espeakNg = await espeak();
	const phonemes = espeakNg
		.phonemes(key, "en-us")
		.flat()
		.map((phoneme) => phoneme.replace(/[ˈˌːˑ]|\p{M}/gu, ""))
		.filter((phoneme) => phoneme !== "");
	if (cache.size < maxCached) cache.set(key, phonemes);
	return phonemes;
}
