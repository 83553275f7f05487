// Finds direct speech in the paragraphs of a chapter, in the styles of quotation that the chapter uses.

export type Paragraph = { type: string; text: string };
/** A passage of direct speech, with its marks. */
export type Quote = {
	paragraph: number;
	start: number;
	end: number;
	/** It goes on from the quote before it, which was left open at the end of its paragraph. */
	continues: boolean;
};

type Style = { open: string; close: string };
const styles: readonly Style[] = [
	// First, because “ closes it.
	{ open: "„", close: "“”" },
	{ open: "“", close: "”" },
	{ open: "«", close: "»" },
	{ open: "»", close: "«" },
	{ open: '"', close: '"' },
	{ open: "‘", close: "’" },
	{ open: "'", close: "'" },
	{ open: "「", close: "」" },
];
/** Without these, two apostrophes would look like quotation marks. */
const apostrophes = new Set(["‘", "'"]);
/** A mark that is left open longer than this was no quotation mark. */
const maxQuoteCharacters = 4_000;

export function findQuotes(paragraphs: readonly Paragraph[]): Quote[] {
	const style = usedStyle(paragraphs);
	const quotes: Quote[] = [];
	let open = false;
	for (const [paragraph, { type, text }] of paragraphs.entries()) {
		if (type !== "p") {
			open = false;
			continue;
		}
		const dashed = dashQuotes(text);
		const found = dashed ?? (style ? quotesIn(text, style) : []);
		const [first] = found;
		for (const quote of found) {
			const continues = open && quote === first && quote.start === 0;
			if (continues || dashed || isSpeech(text, quote))
				quotes.push({ paragraph, start: quote.start, end: quote.end, continues });
		}
		open = found.at(-1)?.open === true;
	}
	return quotes;
}

type Range = { start: number; end: number; open: boolean };

/** The style with the most paragraphs. Single quotes count only if there are no others. */
function usedStyle(paragraphs: readonly Paragraph[]): Style | undefined {
	let best: { style: Style; count: number } | undefined;
	for (const style of styles) {
		if (best && apostrophes.has(style.open)) continue;
		const count = paragraphs.filter(({ type, text }) => type === "p" && quotesIn(text, style).length > 0).length;
		if (count > (best?.count ?? 0)) best = { style, count };
	}
	return best?.style;
}

function quotesIn(text: string, { open, close }: Style): Range[] {
	const found: Range[] = [];
	for (let at = text.indexOf(open); at !== -1; ) {
		if (!opensAt(text, at, open)) {
			at = text.indexOf(open, at + 1);
			continue;
		}
		const end = closingAfter(text, at, close);
		if (end === undefined) {
			// Speech that goes on in the next paragraph has no closing mark.
			if (text.length - at < maxQuoteCharacters && !apostrophes.has(open))
				found.push({ start: at, end: text.length, open: true });
			break;
		}
		found.push({ start: at, end: end + 1, open: false });
		at = text.indexOf(open, end + 1);
	}
	return found;
}

/** A mark that may also close opens only after a space and before a word. */
function opensAt(text: string, at: number, open: string): boolean {
	if ("„“「".includes(open)) return true;
	const before = text[at - 1] ?? " ";
	const after = text[at + 1] ?? " ";
	// French has a space after the mark.
	return /[\s([{—–-]/.test(before) && (open === "«" || /[^\s,.;:!?]/.test(after));
}

function closingAfter(text: string, from: number, close: string): number | undefined {
	for (let at = from + 1; at < text.length && at - from < maxQuoteCharacters; at++) {
		if (!close.includes(text[at] ?? "")) continue;
		if (!apostrophes.has(text[at] ?? "") && text[at] !== "’") return at;
		// In a word it is an apostrophe: don't, keepers’ lamps.
		if (!/\p{L}/u.test(text[at + 1] ?? "") && /[\p{P}\p{S}]/u.test(text[at - 1] ?? "")) return at;
	}
	return undefined;
}

/** "so-called", titles and single words in quotation marks are no speech. */
function isSpeech(text: string, { start, end, open }: Range): boolean {
	if (open) return true;
	const inner = text.slice(start + 1, end - 1).trim();
	if (inner === "") return false;
	if (/[.!?,…—–;:]$/.test(inner)) return true;
	// „Komm“, sagte sie. — the comma follows the mark in some languages.
	if (/^\s*[,.!?]/.test(text.slice(end)) && inner.split(/\s+/).length > 2) return true;
	if (/[:,]\s*$/.test(text.slice(0, start))) return true;
	return start === 0 && text.slice(end).trim() === "";
}

/** Dialogue with dashes: "—Hola —dijo Ana—. ¿Qué tal?" Speech and narration alternate. */
function dashQuotes(text: string): Range[] | undefined {
	if (!/^[—–―]\s?\S/.test(text)) return undefined;
	const marks = [...text.matchAll(/(?:^|\s)[—–―]\s?(?=\S)|[—–―](?=[\s.,;:!?]|$)/g)].map(
		({ index, 0: mark }) => index + (/^\s/.test(mark) ? 1 : 0),
	);
	const found: Range[] = [];
	for (let at = 0; at < marks.length; at += 2) {
		const mark = marks[at] ?? 0;
		const end = marks[at + 1] ?? text.length;
		// What goes on after narration starts with the punctuation of the sentence before it.
		const start = at === 0 ? mark : mark + Math.max(0, text.slice(mark).search(/[\p{L}\p{N}¿¡“"«]/u));
		const trimmed = start + text.slice(start, end).trimEnd().length;
		if (/\p{L}/u.test(text.slice(start, trimmed))) found.push({ start, end: trimmed, open: false });
	}
	return found;
}
