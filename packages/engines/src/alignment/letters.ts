import type { TimedPhoneme } from "./timed-phonemes.ts";

export type Span = { from: number; to: number };

const vowelPhonemes = /^[aeiouyæøœɐɑɒɔəɘɚɛɜɝɞɤɨɪɯɵɶʉʊʌᵊᵻAIWOQY]/u;
const vowelLetters = /^[aeiouyαεηιουωаеёиоуыэюяіїєаäöüæøœı]$/u;

/** Phonemes that a consonant letter usually stands for. */
const consonants: Record<string, string[]> = {
	b: ["b", "β", "p"],
	c: ["k", "s", "ʃ", "tʃ", "ʧ", "θ", "ts", "ʦ"],
	d: ["d", "t", "dʒ", "ʤ", "ɾ", "T", "ð"],
	f: ["f", "v"],
	g: ["ɡ", "g", "dʒ", "ʤ", "ʒ", "ɣ", "x", "k"],
	h: ["h", "ɦ", "ħ", "x"],
	j: ["dʒ", "ʤ", "j", "x", "ʒ", "h"],
	k: ["k", "x"],
	l: ["l", "ɬ", "ʎ", "ɫ"],
	m: ["m"],
	n: ["n", "ŋ", "ɲ"],
	p: ["p"],
	q: ["k"],
	r: ["ɹ", "r", "ɾ", "ʁ", "ʀ", "ɚ", "ɝ", "ɜ"],
	s: ["s", "z", "ʃ", "ʒ"],
	t: ["t", "ɾ", "d", "ʃ", "θ", "tʃ", "ʧ", "ʔ", "T"],
	v: ["v", "f", "b", "β", "w"],
	w: ["w", "v", "ʍ"],
	x: ["k", "s", "z", "ɡ", "ʃ", "x"],
	y: ["j", "ʎ", "ʝ"],
	z: ["z", "s", "ts", "ʦ", "θ", "dz", "ʣ"],
	ß: ["s"],
	ñ: ["ɲ"],
	ç: ["s"],
	б: ["b", "p"],
	в: ["v", "f"],
	г: ["ɡ", "g", "k", "v", "ɦ", "ɣ"],
	д: ["d", "t"],
	ж: ["ʒ", "ʐ", "ʃ"],
	з: ["z", "s"],
	й: ["j"],
	к: ["k", "ɡ"],
	л: ["l", "ɫ"],
	м: ["m"],
	н: ["n"],
	п: ["p"],
	р: ["r", "ɾ"],
	с: ["s", "z"],
	т: ["t", "d"],
	ф: ["f"],
	х: ["x", "h"],
	ц: ["ts", "ʦ"],
	ч: ["tʃ", "ʧ", "tɕ"],
	ш: ["ʃ", "ʂ"],
	щ: ["ɕ", "ʃ"],
	β: ["v", "b"],
	γ: ["ɣ", "ʝ", "ɡ"],
	δ: ["ð", "d"],
	ζ: ["z"],
	θ: ["θ"],
	κ: ["k"],
	λ: ["l"],
	μ: ["m"],
	ν: ["n"],
	ξ: ["k", "s"],
	π: ["p"],
	ρ: ["r", "ɾ"],
	σ: ["s", "z"],
	ς: ["s"],
	τ: ["t"],
	φ: ["f"],
	χ: ["x", "ç"],
	ψ: ["p", "s"],
};

/** Letter groups that stand for one phoneme. */
const groups: Record<string, string[]> = {
	th: ["θ", "ð", "t"],
	sh: ["ʃ"],
	ch: ["tʃ", "ʧ", "ʃ", "k", "x", "ç"],
	tch: ["tʃ", "ʧ"],
	sch: ["ʃ"],
	ph: ["f"],
	gh: ["f", "ɡ", "g"],
	wh: ["w", "h", "ʍ"],
	ck: ["k"],
	ng: ["ŋ"],
	kn: ["n"],
	gn: ["n", "ɲ"],
	wr: ["ɹ"],
	rh: ["ɹ", "r"],
	mb: ["m"],
	mn: ["m", "n"],
	ps: ["s"],
	sc: ["s", "ʃ"],
	sci: ["ʃ"],
	ci: ["ʃ", "tʃ", "ʧ"],
	ti: ["ʃ"],
	si: ["ʒ", "ʃ"],
	ssi: ["ʃ"],
	dg: ["dʒ", "ʤ"],
	dge: ["dʒ", "ʤ"],
	gi: ["dʒ", "ʤ"],
	ge: ["dʒ", "ʤ", "ʒ"],
	gu: ["ɡ", "g"],
	qu: ["k"],
	que: ["k"],
	ll: ["ʎ", "ʝ", "j"],
	gli: ["ʎ"],
	nh: ["ɲ"],
	lh: ["ʎ"],
	lk: ["k"],
	lf: ["f"],
	ju: ["w"],
	al: ["ɔ", "ɑ"],
	sz: ["ʃ", "s"],
	cz: ["tʃ", "ʧ"],
	zh: ["ʒ", "ʐ"],
};

const defaultSilenceCost = 0.9;
const extraPhonemeCost = 0.6;
const maxGroupLength = 4;
const maxPhonemesPerLetter = 3;
/** Above this many pairs the letters share the word evenly: no real word is that long. */
const maxCells = 250_000;

/**
 * Returns when each letter of a word is spoken, by the cheapest monotone match of letters and phonemes: consonants
 * match the phonemes they stand for, groups like "th" or "ough" match one phoneme, a silent letter shares its
 * neighbor's, and other characters last no time.
 */
export function alignLetters(word: string, phonemes: readonly TimedPhoneme[]): Span[] {
	const letters = [...word].map(plain);
	const first = phonemes[0]?.from ?? 0;
	// Punctuation that the model gave its own time keeps it.
	if (letters.every((letter) => letter === "")) return shareEvenly(letters.length, first, phonemes.at(-1)?.to ?? first);
	const spoken = letters.flatMap((letter, at) => (letter === "" ? [] : [{ letter, at }]));
	const spans = matchLetters(
		spoken.map(({ letter }) => letter),
		phonemes,
	);
	const result: Span[] = [];
	let next = 0;
	for (const letter of letters) {
		const before = result.at(-1)?.to ?? first;
		result.push(letter === "" ? { from: before, to: before } : (spans[next++] ?? { from: before, to: before }));
	}
	return result;
}

/** Returns a letter without accents, or "" for unspoken characters. */
function plain(character: string): string {
	if (!/[\p{L}\p{N}\p{M}]/u.test(character)) return "";
	const lower = character.toLowerCase();
	if (lower in consonants) return lower;
	const base = [...lower.normalize("NFD")][0] ?? lower;
	return base;
}

type Step = { letters: number; phonemes: number };

function matchLetters(letters: readonly string[], phonemes: readonly TimedPhoneme[]): Span[] {
	const start = phonemes[0]?.from ?? 0;
	const end = phonemes.at(-1)?.to ?? start;
	if (letters.length === 0) return [];
	if (phonemes.length === 0 || letters.length * phonemes.length > maxCells)
		return shareEvenly(letters.length, start, end);

	const width = phonemes.length + 1;
	const cost = new Float64Array((letters.length + 1) * width).fill(Number.POSITIVE_INFINITY);
	const steps = new Array<Step>(cost.length);
	cost[0] = 0;
	for (let i = 0; i <= letters.length; i++) {
		for (let j = 0; j <= phonemes.length; j++) {
			const here = cost[i * width + j] as number;
			if (here === Number.POSITIVE_INFINITY) continue;
			// Prefer the diagonal where letters say nothing about the phonemes.
			const slope = 0.05 * Math.abs(i / letters.length - j / phonemes.length);
			const reach = (a: number, b: number, stepCost: number) => {
				const to = (i + a) * width + j + b;
				if (here + stepCost + slope < (cost[to] as number)) {
					cost[to] = here + stepCost + slope;
					steps[to] = { letters: a, phonemes: b };
				}
			};
			if (i < letters.length) reach(1, 0, silenceCost(letters, i));
			if (j < phonemes.length) reach(0, 1, 1);
			for (let a = 1; a <= maxGroupLength && i + a <= letters.length && j < phonemes.length; a++) {
				reach(a, 1, groupCost(letters, i, a, phonemes[j] as TimedPhoneme));
			}
			let several =
				i < letters.length && j < phonemes.length ? groupCost(letters, i, 1, phonemes[j] as TimedPhoneme) : 0;
			for (let b = 2; b <= maxPhonemesPerLetter && i < letters.length && j + b <= phonemes.length; b++) {
				several +=
					extraPhonemeCost * groupCost(letters, i, 1, phonemes[j + b - 1] as TimedPhoneme) + extraPhonemeCost / 2;
				reach(1, b, several);
			}
		}
	}
	return spansOf(letters.length, phonemes, steps, width);
}

/**
 * Follows the chosen steps back. A silent letter joins the group before it; a phoneme without a letter extends its
 * neighbor.
 */
function spansOf(count: number, phonemes: readonly TimedPhoneme[], steps: readonly Step[], width: number): Span[] {
	const chosen: Step[] = [];
	for (let i = count, j = phonemes.length; i > 0 || j > 0; ) {
		const step = steps[i * width + j];
		if (!step) break;
		chosen.push(step);
		i -= step.letters;
		j -= step.phonemes;
	}
	const parts: Step[] = [];
	for (const step of chosen.reverse()) {
		const last = parts.at(-1);
		if (last && (step.letters === 0 || step.phonemes === 0 || last.letters === 0 || last.phonemes === 0)) {
			last.letters += step.letters;
			last.phonemes += step.phonemes;
		} else parts.push({ ...step });
	}
	const spans: Span[] = [];
	let phoneme = 0;
	for (const part of parts) {
		const from = phonemes[phoneme]?.from ?? phonemes.at(-1)?.to ?? 0;
		phoneme += part.phonemes;
		spans.push(...shareEvenly(part.letters, from, phonemes[phoneme - 1]?.to ?? from));
	}
	return spans;
}

function shareEvenly(count: number, from: number, to: number): Span[] {
	return Array.from({ length: count }, (_, at) => ({
		from: from + ((to - from) * at) / count,
		to: from + ((to - from) * (at + 1)) / count,
	}));
}

function silenceCost(letters: readonly string[], at: number): number {
	const letter = letters[at] as string;
	if (/\p{M}/u.test(letter)) return 0.1;
	if (letter === "e" && at === letters.length - 1) return 0.15;
	if (letter === "h" || letter === letters[at - 1] || letter === "ь" || letter === "ъ") return 0.3;
	if (letter === "g" && letters[at + 1] === "h") return 0.5;
	return defaultSilenceCost;
}

function groupCost(letters: readonly string[], at: number, length: number, { symbol }: TimedPhoneme): number {
	const text = letters.slice(at, at + length).join("");
	const isVowel = vowelPhonemes.test(symbol);
	if (length === 1) return letterCost(text, symbol, isVowel);
	const known = groups[text];
	if (known?.includes(symbol)) return 0.05;
	if (isVowel && vowelGroup(letters, at, length)) return 0.1 + 0.05 * (length - 2);
	if (length === 2 && letters[at] === letters[at + 1]) return letterCost(text.slice(0, 1), symbol, isVowel) + 0.05;
	return Number.POSITIVE_INFINITY;
}

/** Matches "ee", "ow", "igh", "ough", "ear": vowels and letters that only modify them. */
function vowelGroup(letters: readonly string[], at: number, length: number): boolean {
	if (!vowelLetters.test(letters[at] as string)) return false;
	for (let index = at + 1; index < at + length; index++) {
		const letter = letters[index] as string;
		const modifies = "wrh".includes(letter) && index === at + length - 1;
		const silent = letter === "g" && letters[index + 1] === "h" && index + 1 < at + length;
		if (!vowelLetters.test(letter) && !modifies && !silent) return false;
	}
	return true;
}

function letterCost(letter: string, symbol: string, isVowel: boolean): number {
	if (consonants[letter]?.includes(symbol)) return 0;
	const vowel = vowelLetters.test(letter);
	if (vowel && isVowel) return 0.05;
	const consonant = letter in consonants;
	if (!vowel && !consonant) return 0.5;
	if (vowel) return symbol === "j" || symbol === "w" ? 0.5 : 1.6;
	return isVowel ? 1.6 : 0.8;
}
