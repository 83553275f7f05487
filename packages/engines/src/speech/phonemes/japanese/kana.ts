// Converts katakana as pronounced (long vowels as ー) to IPA in Kokoro's symbols.

const vowels: Record<string, string> = { a: "a", i: "i", u: "ɯ", e: "e", o: "o" };

/** Rows of the syllabary: five kana each, with their consonants before a, i, u, e, o. */
const rows: [string, string[]][] = [
	["アイウエオ", ["", "", "", "", ""]],
	["カキクケコ", ["k", "kʲ", "k", "k", "k"]],
	["ガギグゲゴ", ["ɡ", "ɡʲ", "ɡ", "ɡ", "ɡ"]],
	["サシスセソ", ["s", "ɕ", "s", "s", "s"]],
	["ザジズゼゾ", ["z", "ʥ", "z", "z", "z"]],
	["タチツテト", ["t", "ʨ", "ʦ", "t", "t"]],
	["ダヂヅデド", ["d", "ʥ", "z", "d", "d"]],
	["ナニヌネノ", ["n", "ɲ", "n", "n", "n"]],
	["ハヒフヘホ", ["h", "ç", "ɸ", "h", "h"]],
	["バビブベボ", ["b", "bʲ", "b", "b", "b"]],
	["パピプペポ", ["p", "pʲ", "p", "p", "p"]],
	["マミムメモ", ["m", "mʲ", "m", "m", "m"]],
	["ラリルレロ", ["ɾ", "ɾʲ", "ɾ", "ɾ", "ɾ"]],
];

const singles: Record<string, string> = {
	ヤ: "ja",
	ユ: "jɯ",
	ヨ: "jo",
	ワ: "βa",
	ヰ: "i",
	ヱ: "e",
	ヲ: "o",
	ヴ: "vɯ",
	ン: "ɴ",
	ー: "ː",
	ッ: "ʔ",
	ァ: "a",
	ィ: "i",
	ゥ: "ɯ",
	ェ: "e",
	ォ: "o",
	ャ: "ja",
	ュ: "jɯ",
	ョ: "jo",
	ヮ: "βa",
	ヵ: "ka",
	ヶ: "ke",
};

/** Consonants of loanwords, written with a small vowel after them. */
const borrowed: Record<string, string> = {
	テ: "t",
	デ: "d",
	ト: "t",
	ド: "d",
	フ: "ɸ",
	ツ: "ʦ",
	ウ: "w",
	ヴ: "v",
	イ: "j",
};
const smallVowels: Record<string, string> = { ァ: "a", ィ: "i", ゥ: "u", ェ: "e", ォ: "o" };

const table = createTable();

function createTable(): Map<string, string> {
	const all = new Map<string, string>(Object.entries(singles));
	const order = ["a", "i", "u", "e", "o"];
	for (const [kana, consonants] of rows) {
		[...kana].forEach((one, at) => {
			const vowel = order[at] as string;
			const consonant = consonants[at] as string;
			all.set(one, consonant + (vowel === "u" && /[szʦ]$/.test(consonant) ? "ɨ" : vowels[vowel]));
		});
		const palatal = consonants[1] as string;
		const [, second = ""] = kana;
		if (!palatal) continue;
		all.set(`${second}ャ`, `${palatal}a`);
		all.set(`${second}ュ`, `${palatal}ɯ`);
		all.set(`${second}ョ`, `${palatal}o`);
		all.set(`${second}ェ`, `${palatal}e`);
	}
	for (const [kana, consonant] of Object.entries(borrowed)) {
		for (const [small, vowel] of Object.entries(smallVowels)) all.set(kana + small, consonant + vowels[vowel]);
	}
	for (const [kana, consonant] of [
		["テュ", "tʲ"],
		["デュ", "dʲ"],
		["フュ", "ɸʲ"],
		["ヴュ", "vʲ"],
	] as const) {
		all.set(kana, `${consonant}ɯ`);
	}
	return all;
}

export function toKatakana(text: string): string {
	return text.replace(/[ぁ-ゖ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60));
}

export function kanaToSymbols(text: string): string {
	const kana = toKatakana(text);
	let symbols = "";
	for (let at = 0; at < kana.length; ) {
		const pair = table.get(kana.slice(at, at + 2));
		const symbol = pair !== undefined && kana.length - at >= 2 ? pair : table.get(kana.charAt(at));
		at += pair !== undefined && kana.length - at >= 2 ? 2 : 1;
		symbols += symbol ?? "";
	}
	return symbols;
}
