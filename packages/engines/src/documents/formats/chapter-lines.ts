// Finds the lines that start chapters in a text without headings, such as "Chapter IV. The Tide".
import type { SourceBlock } from "./source.ts";

const maxLineCharacters = 140;
const minListedLines = 3;
const minNumberedLines = { digits: 3, roman: 2 };

const ones =
	"one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const tens = "twenty thirty forty fifty sixty seventy eighty ninety";
const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth last";
const foreign =
	"eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf un deux trois quatre cinq sept huit neuf dix onze douze premier première uno dos tres cuatro cinco seis siete ocho nueve diez once doce primero primera segundo tercero due tre quattro cinque sei sette otto nove dieci";
const either = (list: string) => list.split(" ").join("|");
const roman = "(?=[ivxlc])(?:c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})";
const number = `(?:the )?(?:\\d{1,3}|(?:(?:${either(tens)})[- ])?(?:${either(ones)})|${either(tens)}|one hundred|${either(ordinals)}|${either(foreign)}|${roman})`;
const chapterWords =
	"chapter|kapitel|chapitre|cap[ií]tulo|capitolo|hoofdstuk|rozdzia[łl]|kapitola|kapittel|глава|letter|canto|stave";
const partWords = "part|book|teil|buch|partie|livre|parte|libro|deel|część|часть|volume";
const germanOrdinals = "erste|zweite|dritte|vierte|fünfte|sechste|siebte|siebente|achte|neunte|zehnte|elfte|zwölfte";
const single =
	"prologue|epilogue|prolog|epilog|épilogue|prólogo|epílogo|prologo|epilogo|foreword|preface|afterword|introduction|interlude|vorwort|nachwort|einleitung|préface|avant-propos|postface|prefacio|prefazione|пролог|эпилог";

const numberedLine = new RegExp(`^(${chapterWords}|${partWords}) (${number})(?![\\p{L}\\p{N}])(.*)$`, "iu");
const germanLine = new RegExp(`^(${germanOrdinals})[rs] (kapitel|teil)\\b(.*)$`, "iu");
const singleLine = new RegExp(`^(${single})\\s*[.:]?$`, "iu");
const chineseLine = /^第\s?[0-9〇零一二三四五六七八九十百]+\s?[章回話节節部](.*)$/u;
const bareLine = /^(?:(\d{1,3})|([IVXLC]{1,8}))\.?$/;
/** After the number: nothing, a separator and a title, or a title that starts with a capital letter. */
const validRest = /^(?:[.:—–-]?$|\s*[.:—–|-]+\s*\S.*$|\s+[\p{Lu}\p{N}"“‘'«].*$)/u;

/** What a line announces, the same for each mention of a chapter. Undefined for other lines. */
export function chapterKey(text: string): string | undefined {
	if (text.length > maxLineCharacters) return undefined;
	const match = numberedLine.exec(text) ?? germanLine.exec(text);
	if (match) {
		const [, word = "", count = "", rest = ""] = match;
		if (!validRest.test(rest) || numberedLine.test(rest.trim())) return undefined;
		// A sentence that begins like a heading.
		if (rest.length > 60 && /[.,;]$/.test(rest)) return undefined;
		return `${word} ${count}`.toLowerCase();
	}
	const only = singleLine.exec(text);
	if (only?.[1]) return only[1].toLowerCase();
	const chinese = chineseLine.exec(text);
	return chinese && text.length <= 40 ? text.slice(0, text.length - (chinese[1]?.length ?? 0)) : undefined;
}

/** The blocks that start a chapter. Lines of a table of contents are not among them. */
export function chapterLines(blocks: readonly SourceBlock[]): SourceBlock[] {
	const text = blocks.filter((block) => !block.dropped && block.type === "p");
	const keys = text.map((block) => chapterKey(block.text));
	const found = keys.some((key) => key !== undefined) ? withoutLists(keys) : numberLines(text);
	return found.flatMap((at) => text[at] ?? []);
}

function withoutLists(keys: readonly (string | undefined)[]): number[] {
	const lastMention = new Map(keys.map((key, at) => [key, at]));
	const starts: number[] = [];
	for (let at = 0; at < keys.length; at++) {
		if (keys[at] === undefined) continue;
		let end = at;
		while (keys[end] !== undefined) end++;
		const run = Array.from({ length: end - at }, (_, index) => at + index);
		at = end;
		if (run.length < minListedLines) {
			starts.push(...run);
			continue;
		}
		// A line of a list is mentioned again where its chapter starts.
		const unlisted = run.filter((index) => lastMention.get(keys[index]) === index);
		starts.push(...(unlisted.length > minListedLines ? [] : unlisted));
	}
	return starts;
}

/** Lone numbers that count up from 1. They may start again, as they do in parts. */
function numberLines(blocks: readonly SourceBlock[]): number[] {
	for (const kind of ["roman", "digits"] as const) {
		const lines: number[] = [];
		let last = 0;
		for (const [at, { text }] of blocks.entries()) {
			const [, digits, letters] = bareLine.exec(text) ?? [];
			const value = kind === "roman" ? romanValue(letters) : Number(digits);
			if (value !== last + 1 && !(value === 1 && last > 1)) continue;
			if (at + 1 >= blocks.length) continue;
			last = value;
			lines.push(at);
		}
		if (lines.length >= minNumberedLines[kind]) return lines;
	}
	return [];
}

const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

export function romanValue(letters: string | undefined): number {
	if (!letters || !new RegExp(`^${roman}$`, "i").test(letters)) return Number.NaN;
	const values = [...letters.toLowerCase()].map((letter) => romanDigits[letter] ?? 0);
	return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
