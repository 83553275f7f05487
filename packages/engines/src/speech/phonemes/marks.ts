import { symbolsOf, type Token, tokensOf } from "./token.ts";

/**
 * A run of words, or a punctuation mark between runs, which shapes the intonation. `at` holds the offset in the
 * original text of each UTF-16 unit of `text`.
 */
export type Run = { kind: "words" | "mark"; text: string; at: number[] };

/** Placeholder for a character whose pronunciation is overridden; treated like a letter. */
export const overridePlaceholder = "\ue000";

const equivalents: Record<string, string> = {
	"，": ",",
	"、": ",",
	"،": ",",
	"؛": ";",
	"；": ";",
	"：": ":",
	"。": ".",
	"．": ".",
	"।": ".",
	"॥": ".",
	"۔": ".",
	"！": "!",
	"？": "?",
	"؟": "?",
	"–": "—",
	"―": "—",
	"«": "“",
	"»": "”",
	"„": "“",
	"「": "“",
	"」": "”",
	"『": "“",
	"』": "”",
	"（": "(",
	"）": ")",
	"[": "(",
	"]": ")",
};

const always = new Set(["!", "?", ";", "…", "—", "“", "”", "(", ")"]);
const beforeBreak = new Set([".", ",", ":"]);

/** Pads replacements to the original length so that offsets stay valid; never spoken. */
const filler = "\u0001";
const fill = (mark: string, length: number) => mark + filler.repeat(length - mark.length);

/** Splits text at punctuation. A period, comma or colon inside a number, name or address stays in its word. */
export function splitMarks(text: string): Run[] {
	const plain = text
		.replaceAll(filler, " ")
		.replace(/\.{2,}/g, (points) => fill("…", points.length))
		.replace(/(?<=\s)-{1,3}(?=\s)|--+/g, (dashes) => fill("—", dashes.length))
		.replace(/(^|[\s(—])(["']+)(?=\S)/g, (_, before: string, quotes: string) => before + fill("“", quotes.length))
		.replace(/(?<=\S)["']+(?=[\s).,;:!?…—]|$)/g, (quotes) => fill("”", quotes.length))
		.replace(/[¿¡*_~`^|<>{}\\"]/g, " ");
	const runs: Run[] = [];
	let words = "";
	let at: number[] = [];
	const endWords = () => {
		if (speakable.test(words)) runs.push(tidied(words, at));
		words = "";
		at = [];
	};
	let offset = 0;
	for (const character of plain) {
		const start = offset;
		offset += character.length;
		if (character === filler) continue;
		const mark = equivalents[character] ?? character;
		const next = String.fromCodePoint(plain.codePointAt(offset) ?? 32);
		// A Latin period ends a run only before a break; a full-width one always does.
		const ends = always.has(mark) || (beforeBreak.has(mark) && (mark !== character || !speakable.test(next)));
		if (!ends) {
			words += character;
			for (let unit = 0; unit < character.length; unit++) at.push(start + unit);
			continue;
		}
		endWords();
		runs.push({ kind: "mark", text: mark, at: [start] });
	}
	endWords();
	return runs;
}

const speakable = new RegExp(`[\\p{L}\\p{N}${overridePlaceholder}]`, "u");

/** Collapses whitespace to one space between words. */
function tidied(words: string, at: number[]): Run {
	const run: Run = { kind: "words", text: "", at: [] };
	for (let unit = 0; unit < words.length; unit++) {
		const space = /\s/.test(words.charAt(unit));
		if (space && (run.text === "" || run.text.endsWith(" "))) continue;
		run.text += space ? " " : words.charAt(unit);
		run.at.push(at[unit] ?? 0);
	}
	const text = run.text.trimEnd();
	return { ...run, text, at: run.at.slice(0, text.length) };
}

/** Returns the range of the original text behind `text[from, to)` of a run. */
export function sourceOf(run: Run, from: number, to: number): { start: number; end: number } {
	return { start: run.at[from] ?? 0, end: (run.at[to - 1] ?? 0) + 1 };
}

const opening = new Set(["“", "("]);

/** `glued`: no space before it, as in a name and its ending. */
export type Spoken = { kind: Run["kind"]; tokens: Token[]; glued?: boolean };

/** Joins runs into one line of symbols, with marks attached to their word. */
export function joinTokens(runs: readonly Spoken[]): Token[] {
	const line: Token[] = [];
	const space = () => {
		if (line.length > 0 && line.at(-1)?.symbol !== " ") line.push({ symbol: " " });
	};
	for (const { kind, tokens, glued } of runs) {
		const [first] = tokens;
		if (!first) continue;
		const dash = kind === "mark" && first.symbol === "—";
		const attached = glued || opening.has(line.at(-1)?.symbol ?? "") || (kind === "mark" && !opening.has(first.symbol));
		if (dash || !attached) space();
		for (const token of tokens) {
			if (token.symbol === " " && line.at(-1)?.symbol === " ") continue;
			line.push(token);
		}
		if (dash) space();
	}
	while (line.at(-1)?.symbol === " ") line.pop();
	return line[0]?.symbol === " " ? line.slice(1) : line;
}

export function joinRuns(runs: readonly Pick<Run, "kind" | "text">[]): string {
	return symbolsOf(joinTokens(runs.map(({ kind, text }) => ({ kind, tokens: tokensOf(text) }))));
}
