import type { PhonemeOverride } from "../speech.ts";

// Parses pronunciations written in IPA or CMU Arpabet into phones. Each front end maps phones to its model's symbols.

/** A phone: its base letter, its diacritics (length, nasality…) and, on the vowel, the stress of its syllable. */
export type Phone = { letter: string; marks: string; stress: "" | "ˈ" | "ˌ" };

/** A pronunciation that can't be spoken, with the reason shown to the user. */
export type Unpronounceable = { reason: string };

const vowelLetters = "aeiouyɐɑɒæɔəɚɝɛɜɞɘɤɨɪɯɵɶøœʉʊʌʏᵻɿʅ";
const consonantLetters = "bβɓcɕçdðɖɗfɸɡɠɢɣɥhɦħɧjʝɟʄkxχqlɫɬɭɮʟʎɺmɱnɲɳŋɴpɹrɾɻɽʀʁʙsʂʃtʈθvʋⱱwʍɰzʐʑʒʔʕʡʢʜʘǀǁǂǃʛ";
const vowels = new Set(vowelLetters);
const letters = new Set(vowelLetters + consonantLetters);
/** Attached to the preceding phone. */
const diacritics = new Set("ː̩̃̍ʰʲʷˠˤ̯");
/** Too fine for the models, or layout only. */
const ignored = /[\u0300-\u036f.‿˥˦˧˨˩ˑ↑↓→↗↘ꜛꜜ˞ʼ|‖]/u;

const spellings: [RegExp, string][] = [
	[/ʧ/g, "tʃ"],
	[/ʤ/g, "dʒ"],
	[/ʦ/g, "ts"],
	[/ʣ/g, "dz"],
	[/ʨ/g, "tɕ"],
	[/ʥ/g, "dʑ"],
	[/g/g, "ɡ"],
	[/['’ʹ]/g, "ˈ"],
	[/:/g, "ː"],
	[/ə˞/g, "ɚ"],
	[/ɜ˞/g, "ɝ"],
	[/ᵊ/g, "ə"],
	[/ε/g, "ɛ"],
	[/ɩ/g, "ɪ"],
	[/ɷ/g, "ʊ"],
	[/c\u0327/g, "ç"],
];

export function isVowel(letter: string): boolean {
	return vowels.has(letter);
}

/** Parses a pronunciation into words of phones. Stress moves to the vowel, where the models expect it. */
export function parsePronunciation({
	phoneme,
	alphabet,
}: Pick<PhonemeOverride, "phoneme" | "alphabet">): Phone[][] | Unpronounceable {
	const ipa = alphabet === "cmu-arpabet" ? arpabetToIpa(phoneme) : phoneme;
	return typeof ipa === "string" ? parseIpa(ipa) : ipa;
}

function parseIpa(written: string): Phone[][] | Unpronounceable {
	let text = written.normalize("NFD").trim();
	text = /^\/.*\/$|^\[.*\]$/s.test(text) ? text.slice(1, -1) : text;
	for (const [from, to] of spellings) text = text.replace(from, to);
	const words: Phone[][] = [[]];
	let stress: Phone["stress"] = "";
	for (const character of text) {
		const word = words.at(-1) as Phone[];
		const before = word.at(-1);
		if (/\s/.test(character)) words.push([]);
		else if (character === "ˈ" || character === "ˌ") stress = character;
		else if (diacritics.has(character) && before) before.marks += character;
		else if (letters.has(character)) {
			const vowel = vowels.has(character);
			word.push({ letter: character, marks: "", stress: vowel ? stress : "" });
			if (vowel) stress = "";
		} else if (!ignored.test(character) && !diacritics.has(character)) {
			return { reason: `"${character}" is not an IPA symbol` };
		}
	}
	const spoken = words.filter((word) => word.length > 0);
	return spoken.length > 0 ? spoken : { reason: "it contains no phonemes" };
}

const arpabet: Record<string, string> = {
	AA: "ɑ",
	AE: "æ",
	AH: "ʌ",
	AO: "ɔ",
	AW: "aʊ",
	AX: "ə",
	AXR: "ɚ",
	AY: "aɪ",
	B: "b",
	CH: "tʃ",
	D: "d",
	DH: "ð",
	DX: "ɾ",
	EH: "ɛ",
	EL: "əl",
	EM: "əm",
	EN: "ən",
	ER: "ɝ",
	EY: "eɪ",
	F: "f",
	G: "ɡ",
	HH: "h",
	IH: "ɪ",
	IX: "ɨ",
	IY: "i",
	JH: "dʒ",
	K: "k",
	L: "l",
	M: "m",
	N: "n",
	NG: "ŋ",
	OW: "oʊ",
	OY: "ɔɪ",
	P: "p",
	Q: "ʔ",
	R: "ɹ",
	S: "s",
	SH: "ʃ",
	T: "t",
	TH: "θ",
	UH: "ʊ",
	UW: "u",
	UX: "ʉ",
	V: "v",
	W: "w",
	WH: "ʍ",
	Y: "j",
	Z: "z",
	ZH: "ʒ",
};

/** "N UW1 Y EH2 N" → IPA. The digit after a vowel is its stress; unstressed AH and ER become schwas. */
function arpabetToIpa(written: string): string | Unpronounceable {
	let ipa = "";
	for (const symbol of written.trim().toUpperCase().split(/\s+/)) {
		const [, name = "", digit] = /^([A-Z]+)([012])?$/.exec(symbol) ?? [];
		const phone = arpabet[name];
		const stressable = phone !== undefined && vowels.has(phone.charAt(0));
		if (phone === undefined || (digit !== undefined && !stressable))
			return { reason: `"${symbol}" is not a CMU Arpabet symbol` };
		const weak: Record<string, string> = { AH: "ə", ER: "ɚ" };
		ipa += { 0: "", 1: "ˈ", 2: "ˌ" }[digit ?? "0"] ?? "";
		ipa += digit === "0" ? (weak[name] ?? phone) : phone;
	}
	return ipa === "" ? { reason: "it contains no phonemes" } : ipa;
}
