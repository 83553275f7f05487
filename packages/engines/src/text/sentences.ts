/** Where sentences end. Offsets are UTF-16, so that they index the caller's own string. */

export type Sentence = { start: number; end: number; paragraph: boolean };

const terminals = new Set([".", "!", "?", "…", "。", "！", "？", "।", "॥", "۔", "؟", "．"]);
/** These need no space after them. */
const wide = new Set(["。", "！", "？", "।", "॥", "．"]);
const closers = new Set(['"', "'", "”", "’", ")", "]", "»", "」", "』", "）", "}"]);

/** Never the end of a sentence: a name, a number or the rest of the phrase follows. */
const neverFinal = new Set(
	(
		"mr mrs ms dr prof st messrs mme mlle rev hon gov sen rep pres gen col lt sgt capt cmdr maj adm sr. fr mt ft vs cf eg e.g i.e ie viz " +
		"fig figs eq vol vols nos pp sec ch approx dept univ ca al bros hr z.b d.h u.a usw bzw nr str sra srta m mm"
	).split(" "),
);
/** The end of a sentence only if what follows looks like a new one. */
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

const longestWord = 40;

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

/** A single line break in running prose (hard-wrapped mail, books) is no end: the sentence goes on in lower case. */
function isWrapped(text: string, at: number, end: number): boolean {
	const before = text.slice(0, at).trimEnd().at(-1) ?? "";
	return /[\p{L}\p{N},;–—-]/u.test(before) && /^[\p{Ll}(]/u.test(text.slice(end, end + 2));
}

function isSentenceEnd(text: string, start: number, at: number, marks: string, end: number): boolean {
	if (end >= text.length) return true;
	if (wide.has(marks.charAt(marks.length - 1))) return true;
	if (!/\s/.test(text.charAt(end))) return false;
	const rest = text.slice(skipSpace(text, end), skipSpace(text, end) + 40);
	// `"Why?" she asked.` and `wait... for it` go on.
	if (/^["'“‘(]*\p{Ll}/u.test(rest)) return false;
	if (marks !== ".") return true;

	// No abbreviation is longer; looking further back would make a hostile text slow.
	const near = text.slice(Math.max(start, at - longestWord), at);
	const word = /[^\s([{"“'‘]*$/.exec(near)?.[0] ?? "";
	const lower = word.toLowerCase();
	if (neverFinal.has(lower)) return false;
	if ((lower === "no" || lower === "p" || lower === "art") && /^\d/.test(rest)) return false;
	// "1. First" counts, it does not end.
	if (/^\d{1,3}$/.test(word) && at - start < longestWord && near.trim() === word) return false;
	const startsAnew = starters.has((/^["'“‘(]*(\p{L}+)/u.exec(rest)?.[1] ?? "").toLowerCase());
	if (/^\p{Lu}$/u.test(word)) return word === "I" || startsAnew;
	if (maybeFinal.has(lower) || /^(\p{L}\.)+\p{L}$/u.test(word)) return startsAnew || rest === "";
	return true;
}
