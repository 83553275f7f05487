/** Sentence splitting. Offsets count UTF-16 code units. */

export type Sentence = { start: number; end: number; paragraph: boolean };

const terminals = new Set([".", "!", "?", "…", "。", "！", "？", "।", "॥", "۔", "؟", "．"]);
/** Terminals that need no space after them. */
const wide = new Set(["。", "！", "？", "।", "॥", "．"]);
const closers = new Set(['"', "'", "”", "’", ")", "]", "»", "」", "』", "）", "}"]);

/** Abbreviations that never end a sentence: a name, a number or the rest of the phrase follows. */
const neverFinal = new Set(
	(
		"mr mrs ms dr prof st messrs mme mlle rev hon gov sen rep pres gen col lt sgt capt cmdr maj adm sr. fr mt ft vs cf eg e.g i.e ie viz " +
		"fig figs eq vol vols nos pp sec ch approx dept univ ca al bros hr z.b d.h u.a usw bzw nr str sra srta m mm"
	).split(" "),
);
/** Abbreviations that end a sentence only if the next word looks like the start of one. */
const maybeFinal = new Set(
	"jr sr inc ltd co corp etc a.m p.m est ave blvd rd jan feb mar apr jun jul aug sep sept oct nov dec no ph.d b.a m.a d.c u.s u.k u.n e.u".split(
		" ",
	),
);
const starters = new Set(
	(
		"the a an this that these those it he she we they you i in on at but and so yet or if when while as after before since although however " +
		"there here what why how who where my our his her their its then now meanwhile finally today yesterday tomorrow let please do did is are was were"
	).split(" "),
);

const maxWordLength = 40;

export function sentences(text: string): Sentence[] {
	const found: Sentence[] = [];
	let start = 0;
	const close = (end: number, paragraph: boolean) => {
		if (end > start) found.push({ start, end, paragraph });
		start = end;
	};
	let at = 0;
	while (at < text.length) {
		const character = text.charAt(at);
		if (character === "\n") {
			const end = skipSpace(text, at);
			const lines = text.slice(at, end).split("\n").length - 1;
			if (lines > 1 || !isWrapped(text, at, end)) close(end, lines > 1);
			at = end;
			continue;
		}
		if (!terminals.has(character)) {
			at++;
			continue;
		}
		let end = at + 1;
		while (end < text.length && terminals.has(text.charAt(end))) end++;
		const marks = text.slice(at, end);
		while (end < text.length && closers.has(text.charAt(end))) end++;
		if (isSentenceEnd(text, start, at, marks, end)) {
			const next = skipSpace(text, end);
			close(next, text.slice(end, next).split("\n").length > 2);
			at = next;
			continue;
		}
		at = end;
	}
	close(text.length, false);
	return found;
}

function skipSpace(text: string, from: number): number {
	let at = from;
	while (at < text.length && /\s/.test(text.charAt(at))) at++;
	return at;
}

/** A single line break in hard-wrapped prose does not end a sentence if the next line starts in lower case. */
function isWrapped(text: string, at: number, end: number): boolean {
	const before = text.slice(0, at).trimEnd().at(-1) ?? "";
	return /[\p{L}\p{N},;–—-]/u.test(before) && /^[\p{Ll}(]/u.test(text.slice(end, end + 2));
}

function isSentenceEnd(text: string, start: number, at: number, marks: string, end: number): boolean {
	if (end >= text.length) return true;
	if (wide.has(marks.charAt(marks.length - 1))) return true;
	if (!/\s/.test(text.charAt(end))) return false;
	const rest = text.slice(skipSpace(text, end), skipSpace(text, end) + 40);
	// `"Why?" she asked.` and `wait... for it` continue.
	if (/^["'“‘(]*\p{Ll}/u.test(rest)) return false;
	if (marks !== ".") return true;

	// No abbreviation is longer. Looking further back would make hostile text slow.
	const near = text.slice(Math.max(start, at - maxWordLength), at);
	const word = /[^\s([{"“'‘]*$/.exec(near)?.[0] ?? "";
	const lower = word.toLowerCase();
	if (neverFinal.has(lower)) return false;
	if ((lower === "no" || lower === "p" || lower === "art") && /^\d/.test(rest)) return false;
	// "1. First" is a list item.
	if (/^\d{1,3}$/.test(word) && at - start < maxWordLength && near.trim() === word) return false;
	const startsSentence = starters.has((/^["'“‘(]*(\p{L}+)/u.exec(rest)?.[1] ?? "").toLowerCase());
	if (/^\p{Lu}$/u.test(word)) return word === "I" || startsSentence;
	if (maybeFinal.has(lower) || /^(\p{L}\.)+\p{L}$/u.test(word)) return startsSentence || rest === "";
	return true;
}
