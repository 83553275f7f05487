import { isVowel, type Phone } from "./ipa.ts";

// Maps phones of any language to the phonemes of espeak-ng's English voices, which the models were trained on. A phone
// that English lacks becomes the one an English speaker would substitute.

export type Variety = "en-US" | "en-GB";

/** Only where the second part is unstressed. */
const diphthongs: Record<string, string> = {
	aɪ: "aɪ",
	ai: "aɪ",
	ɑɪ: "aɪ",
	aʊ: "aʊ",
	au: "aʊ",
	ɑʊ: "aʊ",
	eɪ: "eɪ",
	ei: "eɪ",
	ɛɪ: "eɪ",
	oʊ: "oʊ",
	ou: "oʊ",
	əʊ: "oʊ",
	ɔɪ: "ɔɪ",
	oi: "ɔɪ",
	oɪ: "ɔɪ",
	tʃ: "tʃ",
	dʒ: "dʒ",
	tɕ: "tʃ",
	dʑ: "dʒ",
	tʂ: "tʃ",
	dʐ: "dʒ",
};

const american: Record<string, string> = {
	a: "ɑː",
	ɑ: "ɑː",
	ɒ: "ɑː",
	ɔ: "ɔː",
	e: "eɪ",
	o: "oʊ",
	i: "iː",
	u: "uː",
	ɚ: "ɚ",
	ɝ: "ɜː",
	ɜ: "ɜː",
	ɾ: "ɾ",
};

/** R-colored vowels of American voices; they absorb the following r. */
const rColored: Record<string, string> = { ɜ: "ɜː", ɝ: "ɜː", ə: "ɚ", ɚ: "ɚ" };

const british: Record<string, string> = {
	a: "a",
	æ: "a",
	ɑ: "ɑː",
	ɒ: "ɒ",
	ɔ: "ɔː",
	e: "ɛ",
	o: "ɔː",
	oʊ: "əʊ",
	i: "iː",
	u: "uː",
	ɚ: "ə",
	ɝ: "ɜː",
	ɜ: "ɜː",
	ɾ: "t",
};

const nearest: Record<string, string> = {
	y: "uː",
	ʏ: "ʊ",
	ø: "ɜː",
	œ: "ɜː",
	ɶ: "æ",
	ɘ: "ə",
	ɵ: "ʊ",
	ɞ: "ɜː",
	ɤ: "ʌ",
	ɨ: "ɪ",
	ɿ: "ɪ",
	ʅ: "ɪ",
	ɯ: "uː",
	ʉ: "uː",
	ɐ: "ə",
	β: "v",
	ɓ: "b",
	ʙ: "b",
	c: "k",
	ɕ: "ʃ",
	ç: "h",
	ɖ: "d",
	ɗ: "d",
	ɸ: "f",
	ɠ: "ɡ",
	ɢ: "ɡ",
	ʛ: "ɡ",
	ɣ: "ɡ",
	ɥ: "w",
	ɦ: "h",
	ħ: "h",
	ʜ: "h",
	ɧ: "ʃ",
	ʝ: "j",
	ɟ: "dʒ",
	ʄ: "dʒ",
	q: "k",
	ɫ: "l",
	ɬ: "l",
	ɭ: "l",
	ɮ: "l",
	ʟ: "l",
	ɺ: "l",
	ʎ: "lj",
	ɱ: "m",
	ɲ: "nj",
	ɳ: "n",
	ɴ: "ŋ",
	r: "ɹ",
	ɻ: "ɹ",
	ɽ: "ɹ",
	ʀ: "ɹ",
	ʁ: "ɹ",
	ʂ: "ʃ",
	ʈ: "t",
	ʋ: "v",
	ⱱ: "v",
	ʍ: "w",
	ɰ: "w",
	ʐ: "ʒ",
	ʑ: "ʒ",
	// Silent in English.
	ʔ: "",
	ʕ: "",
	ʡ: "",
	ʢ: "",
};

const clicks = new Set("ʘǀǁǂǃ");

/**
 * Returns espeak-ng phonemes for a word, with stress before the vowel, or the first phone that has no English
 * equivalent.
 */
export function englishUnits(word: readonly Phone[], variety: Variety): string[] | { unknown: string } {
	const own = variety === "en-GB" ? british : american;
	const units: string[] = [];
	for (let at = 0; at < word.length; at++) {
		const phone = word[at] as Phone;
		const next = word[at + 1];
		if (clicks.has(phone.letter)) return { unknown: phone.letter };
		const joined = next && !next.stress && !phone.marks ? diphthongs[phone.letter + next.letter] : undefined;
		if (joined) {
			units.push(phone.stress + (own[joined] ?? joined));
			at++;
			continue;
		}
		const r = next && "ɹrɻ".includes(next.letter) && !isVowel(word[at + 2]?.letter ?? "");
		if (r && variety === "en-US" && rColored[phone.letter]) {
			units.push(phone.stress + rColored[phone.letter]);
			at++;
			continue;
		}
		units.push(...single(phone, word, at, own, variety));
	}
	return units.filter((unit) => unit !== "");
}

function single(
	phone: Phone,
	word: readonly Phone[],
	at: number,
	own: Record<string, string>,
	variety: Variety,
): string[] {
	const { letter, marks, stress } = phone;
	const next = word[at + 1];
	if (letter === "x" || letter === "χ") return [next && isVowel(next.letter) ? "h" : "k"];
	// A weak final i, as in "happy", is short; tense vowels are long elsewhere.
	if (letter === "i" && !stress && !next && !marks.includes("ː")) return ["i"];
	// An explicitly long e, as in Italian or German.
	if (letter === "e" && marks.includes("ː") && variety === "en-US") return [`${stress}eɪ`];
	if (marks.includes("\u0329") || marks.includes("\u030d")) return ["ə", own[letter] ?? nearest[letter] ?? letter];
	if (letter === "ɔ" && next && isVowel(next.letter)) return [`${stress}ɔː`];
	const sound = own[letter] ?? nearest[letter] ?? letter;
	const nasal = marks.includes("\u0303") && isVowel(letter) && next?.letter !== "n" && next?.letter !== "m";
	const glide = marks.includes("ʲ") && next && isVowel(next.letter) ? ["j"] : marks.includes("ʷ") ? ["w"] : [];
	return [
		...(isVowel(letter) ? [stress + sound] : [...sound].length === 2 && sound !== "dʒ" ? [...sound] : [sound]),
		...(nasal ? ["n"] : []),
		...glide,
	];
}
