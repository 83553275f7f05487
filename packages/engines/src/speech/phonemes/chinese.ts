import { pinyin } from "pinyin-pro";
import { writeOutNumbers } from "./chinese-numbers.ts";
import { foreignWord } from "./foreign.ts";
import { joinRuns, splitMarks } from "./marks.ts";

// Mandarin for Kokoro: characters → pinyin → IPA. The arrow of the tone stands behind the vowel, before a final nasal;
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

/** Vowel and what closes the syllable. */
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

/** One syllable of numbered pinyin ("zhong1", neutral tone 0 or 5) in Kokoro's symbols; undefined if it is none. */
export function syllable(numbered: string): string | undefined {
	const [, letters = "", tone = "0"] = /^([a-zêü]+)([0-5]?)$/.exec(numbered.replace(/v|u:/, "ü")) ?? [];
	const spelled = respelled(letters);
	const onset = /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcs])(?=[aeiouüê])/.exec(spelled)?.[0] ?? "";
	const rime = spelled.slice(onset.length);
	const arrow = tones[Number(tone)] ?? "";
	if (rime === "i" && /^(?:[zcs]h?|r)$/.test(onset)) return `${initials[onset]}${apical}${arrow}`;
	const parts = finals[rime];
	if (!parts) return undefined;
	const bare = rime === "o" && onset === "" ? "o" : parts[0];
	return `${initials[onset] ?? ""}${bare}${arrow}${parts[1]}`;
}

/** Undoes pinyin's spelling rules: y and w, the dropped dots of ü, and the shortened iu, ui, un. */
function respelled(letters: string): string {
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

type Word = { text: string; syllables: string[] };

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Readings come from the whole stretch, because the neighbours decide which reading a character has. */
function readWords(text: string): Word[] {
	const readings = pinyin(text, { type: "all", toneSandhi: true });
	const words: Word[] = [];
	let at = 0;
	for (const { segment } of segmenter.segment(text)) {
		const length = [...segment].length;
		const inside = readings.slice(at, at + length);
		at += length;
		if (inside.every((reading) => reading.isZh)) {
			words.push({ text: segment, syllables: inside.map(({ pinyin, num }) => numbered(pinyin, num)) });
		} else if (segment.trim() !== "") words.push({ text: segment, syllables: [] });
	}
	return words;
}

function numbered(marked: string, tone: number): string {
	const plain = marked.normalize("NFD").replace(/[\u0300\u0301\u0304\u030c]/g, "");
	return `${plain.normalize("NFC")}${tone}`;
}

/**
 * A third tone before another becomes a second. Inside a word always; over a word border only from a word of one
 * syllable, which leans on what follows. Right to left in pairs would lift whole chains, as no speaker does.
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

async function readRun(text: string): Promise<string> {
	const words = readWords(text);
	const spoken = thirdToneSandhi(words.map((word) => word.syllables));
	const parts: string[] = [];
	for (const [at, word] of words.entries()) {
		const symbols = word.syllables.length > 0 ? (spoken[at] ?? []).map((one) => syllable(one) ?? "").join("") : "";
		const said = symbols || (/[a-z]/i.test(word.text) ? await foreignWord(word.text) : "");
		if (said) parts.push(said);
	}
	return parts.join(" ");
}

/** Mandarin text in Kokoro's symbols. */
export async function toPhonemes(text: string): Promise<string> {
	const runs = [];
	for (const run of splitMarks(writeOutNumbers(text))) {
		if (run.kind === "mark") runs.push(run);
		else {
			const said = await readRun(run.text);
			if (said) runs.push({ ...run, text: said });
		}
	}
	return joinRuns(runs);
}
