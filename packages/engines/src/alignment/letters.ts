import type { Sound } from "./sounds.ts";

export type Span = { from: number; to: number };

const vowelSounds = /^[aeiouyæøœɐɑɒɔəɘɚɛɜɝɞɤɨɪɯɵɶʉʊʌᵊᵻAIWOQY]/u;
const vowelLetters = /^[aeiouyαεηιουωаеёиоуыэюяіїєаäöüæøœı]$/u;

/** What a letter usually stands for, beside what the vowels share. */
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

/** Letters that together stand for one sound. */
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

const silentCost = 0.9;
const extraSoundCost = 0.6;
const longestGroup = 4;
const mostSounds = 3;
/** Above this many pairs the letters share the word evenly: no word of any language is that long. */
const mostCells = 250_000;

/**
 * When each letter of a word is heard, by the cheapest monotone match of its letters with its sounds: consonants go to the sounds
 * they stand for, groups like "th" or "ough" to one sound, a mute letter shares its neighbour's, and what is no letter lasts no time.
 */
export function lettersToSounds(word: string, sounds: readonly Sound[]): Span[] {
	const letters = [...word].map(plain);
	const first = sounds[0]?.from ?? 0;
	// A mark that a model gave time of its own has it.
	if (letters.every((letter) => letter === "")) return shared(letters.length, first, sounds.at(-1)?.to ?? first);
	const voiced = letters.flatMap((letter, at) => (letter === "" ? [] : [{ letter, at }]));
	const spans = spread(
		voiced.map(({ letter }) => letter),
		sounds,
	);
	const result: Span[] = [];
	let next = 0;
	for (const letter of letters) {
		const before = result.at(-1)?.to ?? first;
		result.push(letter === "" ? { from: before, to: before } : (spans[next++] ?? { from: before, to: before }));
	}
	return result;
}

/** A letter without its accents, or nothing for what is not said. */
function plain(character: string): string {
	if (!/[\p{L}\p{N}\p{M}]/u.test(character)) return "";
	const lower = character.toLowerCase();
	if (lower in consonants) return lower;
	const base = [...lower.normalize("NFD")][0] ?? lower;
	return base;
}

type Step = { letters: number; sounds: number };

function spread(letters: readonly string[], sounds: readonly Sound[]): Span[] {
	const start = sounds[0]?.from ?? 0;
	const end = sounds.at(-1)?.to ?? start;
	if (letters.length === 0) return [];
	if (sounds.length === 0 || letters.length * sounds.length > mostCells) return shared(letters.length, start, end);

	const width = sounds.length + 1;
	const cost = new Float64Array((letters.length + 1) * width).fill(Number.POSITIVE_INFINITY);
	const steps = new Array<Step>(cost.length);
	cost[0] = 0;
	for (let i = 0; i <= letters.length; i++) {
		for (let j = 0; j <= sounds.length; j++) {
			const here = cost[i * width + j] as number;
			if (here === Number.POSITIVE_INFINITY) continue;
			// Where the letters say nothing about the sounds, the straight line wins.
			const slope = 0.05 * Math.abs(i / letters.length - j / sounds.length);
			const reach = (a: number, b: number, price: number) => {
				const to = (i + a) * width + j + b;
				if (here + price + slope < (cost[to] as number)) {
					cost[to] = here + price + slope;
					steps[to] = { letters: a, sounds: b };
				}
			};
			if (i < letters.length) reach(1, 0, silence(letters, i));
			if (j < sounds.length) reach(0, 1, 1);
			for (let a = 1; a <= longestGroup && i + a <= letters.length && j < sounds.length; a++) {
				reach(a, 1, match(letters, i, a, sounds[j] as Sound));
			}
			let several = i < letters.length && j < sounds.length ? match(letters, i, 1, sounds[j] as Sound) : 0;
			for (let b = 2; b <= mostSounds && i < letters.length && j + b <= sounds.length; b++) {
				several += extraSoundCost * match(letters, i, 1, sounds[j + b - 1] as Sound) + extraSoundCost / 2;
				reach(1, b, several);
			}
		}
	}
	return timed(letters.length, sounds, steps, width);
}

/** Follows the chosen steps back; a mute letter joins the group before it, a sound without a letter lengthens its neighbour. */
function timed(count: number, sounds: readonly Sound[], steps: readonly Step[], width: number): Span[] {
	const chosen: Step[] = [];
	for (let i = count, j = sounds.length; i > 0 || j > 0; ) {
		const step = steps[i * width + j];
		if (!step) break;
		chosen.push(step);
		i -= step.letters;
		j -= step.sounds;
	}
	const parts: Step[] = [];
	for (const step of chosen.reverse()) {
		const last = parts.at(-1);
		if (last && (step.letters === 0 || step.sounds === 0 || last.letters === 0 || last.sounds === 0)) {
			last.letters += step.letters;
			last.sounds += step.sounds;
		} else parts.push({ ...step });
	}
	const spans: Span[] = [];
	let sound = 0;
	for (const part of parts) {
		const from = sounds[sound]?.from ?? sounds.at(-1)?.to ?? 0;
		sound += part.sounds;
		spans.push(...shared(part.letters, from, sounds[sound - 1]?.to ?? from));
	}
	return spans;
}

function shared(count: number, from: number, to: number): Span[] {
	return Array.from({ length: count }, (_, at) => ({
		from: from + ((to - from) * at) / count,
		to: from + ((to - from) * (at + 1)) / count,
	}));
}

function silence(letters: readonly string[], at: number): number {
	const letter = letters[at] as string;
	if (/\p{M}/u.test(letter)) return 0.1;
	if (letter === "e" && at === letters.length - 1) return 0.15;
	if (letter === "h" || letter === letters[at - 1] || letter === "ь" || letter === "ъ") return 0.3;
	if (letter === "g" && letters[at + 1] === "h") return 0.5;
	return silentCost;
}

function match(letters: readonly string[], at: number, length: number, { symbol }: Sound): number {
	const text = letters.slice(at, at + length).join("");
	const isVowel = vowelSounds.test(symbol);
	if (length === 1) return single(text, symbol, isVowel);
	const known = groups[text];
	if (known?.includes(symbol)) return 0.05;
	if (isVowel && vowelGroup(letters, at, length)) return 0.1 + 0.05 * (length - 2);
	if (length === 2 && letters[at] === letters[at + 1]) return single(text.slice(0, 1), symbol, isVowel) + 0.05;
	return Number.POSITIVE_INFINITY;
}

/** "ee", "ow", "igh", "ough", "ear": vowels, and after the first what only colours them. */
function vowelGroup(letters: readonly string[], at: number, length: number): boolean {
	if (!vowelLetters.test(letters[at] as string)) return false;
	for (let place = at + 1; place < at + length; place++) {
		const letter = letters[place] as string;
		const coloured = "wrh".includes(letter) && place === at + length - 1;
		const mute = letter === "g" && letters[place + 1] === "h" && place + 1 < at + length;
		if (!vowelLetters.test(letter) && !coloured && !mute) return false;
	}
	return true;
}

function single(letter: string, symbol: string, isVowel: boolean): number {
	if (consonants[letter]?.includes(symbol)) return 0;
	const vowel = vowelLetters.test(letter);
	if (vowel && isVowel) return 0.05;
	const consonant = letter in consonants;
	if (!vowel && !consonant) return 0.5;
	if (vowel) return symbol === "j" || symbol === "w" ? 0.5 : 1.6;
	return isVowel ? 1.6 : 0.8;
}
