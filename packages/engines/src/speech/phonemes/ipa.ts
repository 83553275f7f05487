import type { PhonemeOverride } from "../speech.ts";

// What people write as pronunciation (IPA, or the ARPAbet of CMU) read into phones. Which symbols a model has for them is said elsewhere.

/** A sound: its letter, what is written on it (length, nasality…), and the stress of its syllable if it carries that. */
export type Phone = { letter: string; marks: string; stress: "" | "ˈ" | "ˌ" };

/** Said by nobody here, and why: a sentence for the person who wrote it. */
export type Unsayable = { reason: string };

const vowelLetters = "aeiouyɐɑɒæɔəɚɝɛɜɞɘɤɨɪɯɵɶøœʉʊʌʏᵻɿʅ";
const consonantLetters = "bβɓcɕçdðɖɗfɸɡɠɢɣɥhɦħɧjʝɟʄkxχqlɫɬɭɮʟʎɺmɱnɲɳŋɴpɹrɾɻɽʀʁʙsʂʃtʈθvʋⱱwʍɰzʐʑʒʔʕʡʢʜʘǀǁǂǃʛ";
const vowels = new Set(vowelLetters);
const letters = new Set(vowelLetters + consonantLetters);
/** Kept on the phone before them. */
const kept = new Set("ː̩̃̍ʰʲʷˠˤ̯");
/** Finer than any of the models hears, or only layout. */
const dropped = /[\u0300-\u036f.‿˥˦˧˨˩ˑ↑↓→↗↘ꜛꜜ˞ʼ|‖]/u;

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

/** The words of a written pronunciation, each a list of phones. The stress stands on the vowel, as models want it. */
export function readPronunciation({
	phoneme,
	alphabet,
}: Pick<PhonemeOverride, "phoneme" | "alphabet">): Phone[][] | Unsayable {
	const ipa = alphabet === "cmu-arpabet" ? ipaOfArpabet(phoneme) : phoneme;
	return typeof ipa === "string" ? readIpa(ipa) : ipa;
}

function readIpa(written: string): Phone[][] | Unsayable {
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
		else if (kept.has(character) && before) before.marks += character;
		else if (letters.has(character)) {
			const carries = vowels.has(character);
			word.push({ letter: character, marks: "", stress: carries ? stress : "" });
			if (carries) stress = "";
		} else if (!dropped.test(character) && !kept.has(character)) {
			return { reason: `"${character}" is not a symbol of the phonetic alphabet` };
		}
	}
	const said = words.filter((word) => word.length > 0);
	return said.length > 0 ? said : { reason: "there is no sound in it" };
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

/** "N UW1 Y EH2 N" → IPA: the digit behind a vowel is its stress, and the unstressed AH and ER are the weak ones. */
function ipaOfArpabet(written: string): string | Unsayable {
	let ipa = "";
	for (const symbol of written.trim().toUpperCase().split(/\s+/)) {
		const [, name = "", digit] = /^([A-Z]+)([012])?$/.exec(symbol) ?? [];
		const sound = arpabet[name];
		const stressable = sound !== undefined && vowels.has(sound.charAt(0));
		if (sound === undefined || (digit !== undefined && !stressable))
			return { reason: `"${symbol}" is not a symbol of the CMU ARPAbet` };
		const weak: Record<string, string> = { AH: "ə", ER: "ɚ" };
		ipa += { 0: "", 1: "ˈ", 2: "ˌ" }[digit ?? "0"] ?? "";
		ipa += digit === "0" ? (weak[name] ?? sound) : sound;
	}
	return ipa === "" ? { reason: "there is no sound in it" } : ipa;
}
