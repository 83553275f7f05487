import { pinyin } from "pinyin-pro";
import { alignSpans, writtenRange } from "../../../text/spans.ts";
import { foreignWord } from "../foreign.ts";
import { type Run, sourceOf } from "../marks.ts";
import { type Reader, readLine } from "../overrides.ts";
import { symbolsOf, type Token, tokensOf } from "../token.ts";
import { writeOutNumbers } from "./numbers.ts";

// Mandarin front end for Kokoro: characters → pinyin → IPA. The tone arrow follows the vowel, before a final nasal;
// the neutral tone has none.

const initials: Record<string, string> = {
	b: "p",
	p: "pʰ",
	m: "m",
	f: "f",
	d: "t",
	t: "tʰ",
	n: "n",
	l: "l",
	g: "k",
	k: "kʰ",
	h: "x",
	j: "ʨ",
	q: "ʨʰ",
	x: "ɕ",
	zh: "ꭧ",
	ch: "ꭧʰ",
	sh: "ʂ",
	r: "ɻ",
	z: "ʦ",
	c: "ʦʰ",
	s: "s",
};

/** Vowel and coda. */
const finals: Record<string, [string, string]> = {
	a: ["a", ""],
	ai: ["ai", ""],
	an: ["a", "n"],
	ang: ["a", "ŋ"],
	ao: ["au", ""],
	e: ["ɤ", ""],
	ê: ["ɛ", ""],
	ei: ["ei", ""],
	en: ["ə", "n"],
	eng: ["ə", "ŋ"],
	er: ["ɚ", ""],
	i: ["i", ""],
	ia: ["ja", ""],
	ian: ["jɛ", "n"],
	iang: ["ja", "ŋ"],
	iao: ["jau", ""],
	ie: ["je", ""],
	in: ["i", "n"],
	ing: ["i", "ŋ"],
	io: ["jo", ""],
	iong: ["jʊ", "ŋ"],
	iou: ["jou", ""],
	o: ["wo", ""],
	ong: ["ʊ", "ŋ"],
	ou: ["ou", ""],
	u: ["u", ""],
	ua: ["wa", ""],
	uai: ["wai", ""],
	uan: ["wa", "n"],
	uang: ["wa", "ŋ"],
	uei: ["wei", ""],
	uen: ["wə", "n"],
	ueng: ["wə", "ŋ"],
	uo: ["wo", ""],
	ü: ["y", ""],
	üan: ["ɥɛ", "n"],
	üe: ["ɥe", ""],
	ün: ["y", "n"],
	m: ["m", ""],
	n: ["n", ""],
	ng: ["ŋ", ""],
};

const tones = ["", "→", "↗", "↓", "↘", ""];
const apical = "ɨ"; // the vowel of zhi, chi, shi, ri, zi, ci, si

/** One syllable of numbered pinyin ("zhong1", neutral tone 0 or 5) in Kokoro's symbols; undefined if invalid. */
export function syllable(numbered: string): string | undefined {
	const [, letters = "", tone = "0"] = /^([a-zêü]+)([0-5]?)$/.exec(numbered.replace(/v|u:/, "ü")) ?? [];
	const spelled = expandSpelling(letters);
	const onset = /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcs])(?=[aeiouüê])/.exec(spelled)?.[0] ?? "";
	const rime = spelled.slice(onset.length);
	const arrow = tones[Number(tone)] ?? "";
	if (rime === "i" && /^(?:[zcs]h?|r)$/.test(onset)) return `${initials[onset]}${apical}${arrow}`;
	const parts = finals[rime];
	if (!parts) return undefined;
	const bare = rime === "o" && onset === "" ? "o" : parts[0];
	return `${initials[onset] ?? ""}${bare}${arrow}${parts[1]}`;
}

/** Undoes pinyin's spelling rules: y and w, ü written as u, and the short forms iu, ui, un. */
function expandSpelling(letters: string): string {
	return letters
		.replace(/^yu(?!o)/, "ü")
		.replace(/^y(?=i)/, "")
		.replace(/^y/, "i")
		.replace(/^w(?=u)/, "")
		.replace(/^w/, "u")
		.replace(/^([jqx])u/, "$1ü")
		.replace(/^([^aeiouü]*)iu$/, "$1iou")
		.replace(/^([^aeiouü]*)ui$/, "$1uei")
		.replace(/^([^aeiouü]+)un$/, "$1uen");
}

type Word = { text: string; start: number; syllables: string[] };

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Readings come from the full run, because a character's reading depends on its context. */
function readWords(text: string): Word[] {
	const readings = pinyin(text, { type: "all", toneSandhi: true });
	const words: Word[] = [];
	let at = 0;
	for (const { segment, index: start } of segmenter.segment(text)) {
		const length = [...segment].length;
		const inside = readings.slice(at, at + length);
		at += length;
		if (inside.every((reading) => reading.isZh)) {
			words.push({ text: segment, start, syllables: inside.map(({ pinyin, num }) => numbered(pinyin, num)) });
		} else if (segment.trim() !== "") words.push({ text: segment, start, syllables: [] });
	}
	return words;
}

function numbered(marked: string, tone: number): string {
	const plain = marked.normalize("NFD").replace(/[\u0300\u0301\u0304\u030c]/g, "");
	return `${plain.normalize("NFC")}${tone}`;
}

/**
 * Third-tone sandhi: a third tone before another becomes a second. Always applies inside a word; across words only from
 * a one-syllable word. Applied left to right, because right to left would change full chains, which no speaker does.
 */
export function thirdToneSandhi(words: readonly string[][]): string[][] {
	const changed = words.map((word) => [...word]);
	changed.forEach((word, at) => {
		for (let i = 0; i < word.length; i++) {
			const last = i === word.length - 1;
			const next = last ? (word.length === 1 ? changed[at + 1]?.[0] : undefined) : word[i + 1];
			if (word[i]?.endsWith("3") && next?.endsWith("3")) word[i] = (word[i] as string).replace("3", "2");
		}
	});
	return changed;
}

/** Maps each syllable to its character, and each written-out number to the full numeral. */
async function readRun(run: Run): Promise<Token[]> {
	const text = writeOutNumbers(run.text);
	const both = { written: run.text, spoken: text, spans: alignSpans(run.text, text) };
	const range = (from: number, to: number) => {
		const { start, end } = writtenRange(both, from, to);
		return sourceOf(run, start, end);
	};
	const words = readWords(text);
	const spoken = thirdToneSandhi(words.map((word) => word.syllables));
	const tokens: Token[] = [];
	for (const [index, word] of words.entries()) {
		let at = word.start;
		const wordTokens: Token[] = [];
		for (const [position, character] of [...word.text].entries()) {
			wordTokens.push(...tokensOf(syllable(spoken[index]?.[position] ?? "") ?? "", range(at, at + character.length)));
			at += character.length;
		}
		if (wordTokens.length === 0 && /[a-z]/i.test(word.text))
			wordTokens.push(...tokensOf(await foreignWord(word.text), range(word.start, word.start + word.text.length)));
		if (wordTokens.length > 0 && tokens.length > 0) tokens.push({ symbol: " " });
		tokens.push(...wordTokens);
	}
	return tokens;
}

/** Reads Mandarin text as Kokoro symbols. */
export const chineseReader: Omit<Reader, "phones"> = {
	english: false,
	// Keeps a time with a full-width colon in one word.
	tidy: (text) => text.replace(/(?<=\d)：(?=\d)/g, ":"),
	words: readRun,
};

export async function toPhonemes(text: string): Promise<string> {
	return symbolsOf((await readLine(text, [], { ...chineseReader, phones: () => [] })).tokens);
}
