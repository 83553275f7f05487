import { type Token, tokensOf, written } from "./token.ts";

/**
 * Text as a voice model reads it: stretches of words, and the marks that shape the melody between them. `at` says for each unit of
 * `text` where it stood in the text that was split.
 */
export type Run = { kind: "words" | "mark"; text: string; at: number[] };

/** Stands for a letter whose sound is given from outside: it is kept as if it were a letter. */
export const saidElsewhere = "\ue000";

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

/** Fills up what became shorter, so that every character keeps its place; it is not spoken. */
const filler = "\u0001";
const fill = (mark: string, length: number) => mark + filler.repeat(length - mark.length);

/** Splits text at its marks. A point, comma or colon inside a number, name or address stays with its word. */
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
	let place = 0;
	for (const character of plain) {
		const start = place;
		place += character.length;
		if (character === filler) continue;
		const mark = equivalents[character] ?? character;
		const next = String.fromCodePoint(plain.codePointAt(place) ?? 32);
		// A wide full stop needs no space after it; a Latin one does, or it is part of a word.
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

const speakable = new RegExp(`[\\p{L}\\p{N}${saidElsewhere}]`, "u");

/** One space between words, none around them. */
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

/** The stretch of the source behind `text[from, to)` of a run. */
export function sourceOf(run: Run, from: number, to: number): { start: number; end: number } {
	return { start: run.at[from] ?? 0, end: (run.at[to - 1] ?? 0) + 1 };
}

const opening = new Set(["“", "("]);

/** `glued`: nothing stands between this and what came before, as in a name and its ending. */
export type Spoken = { kind: Run["kind"]; tokens: Token[]; glued?: boolean };

/** Puts runs back together as one line of symbols: marks hug the word they belong to. */
export function joinTokens(runs: readonly Spoken[]): Token[] {
	const line: Token[] = [];
	const space = () => {
		if (line.length > 0 && line.at(-1)?.symbol !== " ") line.push({ symbol: " " });
	};
	for (const { kind, tokens, glued } of runs) {
		const [first] = tokens;
		if (!first) continue;
		const dash = kind === "mark" && first.symbol === "—";
		const hugs = glued || opening.has(line.at(-1)?.symbol ?? "") || (kind === "mark" && !opening.has(first.symbol));
		if (dash || !hugs) space();
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
	return written(joinTokens(runs.map(({ kind, text }) => ({ kind, tokens: tokensOf(text) }))));
}
