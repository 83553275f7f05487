import type { SayMark } from "./prepare.ts";

// The little of SSML that people write into text: pauses, pronunciations and other words for a stretch. Everything is read in one pass
// from left to right, so that no text, however it is made, takes longer than its length.

/** The markup cannot be read as it was meant. The message is for the person who wrote it. */
export class MarkupError extends Error {
	/** Where in the text that was sent. */
	readonly at: number;
	constructor(message: string, at: number) {
		super(message);
		this.name = "MarkupError";
		this.at = at;
	}
}

export type Markup = {
	/** What is left to be read. */
	text: string;
	/** Pauses, each at a place of `text`. */
	breaks: { at: number; seconds: number }[];
	/** Pronunciations, with places of `text`. */
	marks: SayMark[];
	/** The place in what was sent of the character at a place in `text`; the end of a stretch is that of its last character, plus one. */
	offsets: (at: number) => number;
};

const longestBreakSeconds = 3;
/** All pauses of a text together: a thousand breaks are not a way to an hour of silence. */
export const mostBreakSeconds = 60;
const deepest = 16;

/** Understood wherever they stand; in a text without <speak> all other tags are plain text. */
const understood = new Set(["break", "phoneme", "sub", "say-as", "p", "s"]);
/** Legal inside <speak>, without effect here: the tags go, what they hold is read. */
const withoutEffect = new Set(
	"audio desc emphasis example lang lexicon lookup mark meta metadata par prosody seq token voice w".split(" "),
);
const strengths: Record<string, number> = {
	none: 0,
	"x-weak": 0.1,
	weak: 0.25,
	medium: 0.5,
	strong: 0.8,
	"x-strong": 1.2,
};

type Tag = { name: string; kind: "open" | "close" | "empty"; attributes: Map<string, string>; at: number; end: number };
type Open = { tag: Tag; from: number };
type State = {
	sent: string;
	out: string[];
	length: number;
	/** Where pieces of the plain text stood: [place in plain, place in sent]. */
	places: [number, number][];
	breaks: Markup["breaks"];
	pauses: number;
	marks: SayMark[];
	open: Open[];
};

/** Reads the markup of a text. `ssml: false` leaves the text as it is: its tags are then words like any other. */
export function parseMarkup(sent: string, { ssml = true }: { ssml?: boolean } = {}): Markup {
	if (!ssml || !sent.includes("<")) return { text: sent, breaks: [], marks: [], offsets: (at) => at };
	const state: State = { sent, out: [], length: 0, places: [], breaks: [], pauses: 0, marks: [], open: [] };
	const body = speakBody(sent);
	read(state, body?.start ?? 0, body?.end ?? sent.length, body !== undefined);
	const unclosed = state.open.at(-1);
	if (unclosed) throw new MarkupError(`<${unclosed.tag.name}> is never closed.`, unclosed.tag.at);
	return {
		text: state.out.join(""),
		breaks: state.breaks,
		marks: state.marks.sort((a, b) => a.start - b.start),
		offsets: offsetsOf(state.places, body?.end ?? sent.length),
	};
}

/** The inside of a text that is one <speak> element; undefined for any other text. */
function speakBody(sent: string): { start: number; end: number } | undefined {
	const prolog = /^\s*(?:<\?xml[^<>]*\?>\s*)?/.exec(sent)?.[0].length ?? 0;
	if (/^<!(?:DOCTYPE|ENTITY)/i.test(sent.slice(prolog, prolog + 10)) && sent.includes("<speak"))
		throw new MarkupError("A document type or entity declaration is not allowed.", prolog);
	const tag = readTag(sent, prolog);
	if (tag?.name !== "speak") return undefined;
	const end = sent.trimEnd().length;
	if (tag.kind === "empty" && tag.end === end) return { start: end, end };
	const close = sent.lastIndexOf("</speak", end);
	const closing = close < tag.end ? undefined : readTag(sent, close);
	if (tag.kind !== "open" || closing?.kind !== "close") throw new MarkupError("<speak> is never closed.", tag.at);
	if (closing.end !== end) throw new MarkupError("<speak> must enclose the whole text.", closing.end);
	return { start: tag.end, end: close };
}

function read(state: State, start: number, end: number, inSpeak: boolean): void {
	const { sent } = state;
	let at = start;
	while (at < end) {
		const next = sent.indexOf("<", at);
		const plainEnd = next < 0 || next >= end ? end : next;
		if (plainEnd > at) say(state, at, plainEnd, inSpeak);
		at = plainEnd;
		if (at >= end) return;
		if (inSpeak && sent.startsWith("<!", at)) {
			at = declarationEnd(sent, at, end);
			continue;
		}
		const tag = readTag(sent, at);
		const used = tag && tag.end <= end && isMarkup(tag, inSpeak);
		if (used) apply(state, tag);
		else if (!tag && /^<\/?(?:break|phoneme|sub)(?![\w:.-])/.test(sent.slice(at, at + 12)))
			throw new MarkupError(`The tag that begins with "${sent.slice(at, at + 20)}" is not written correctly.`, at);
		else say(state, at, at + 1, false);
		at = used ? tag.end : at + 1;
	}
}

function isMarkup({ name, at }: Tag, inSpeak: boolean): boolean {
	if (name === "speak") throw new MarkupError("<speak> must enclose the whole text and stand only once.", at);
	return understood.has(name) || (inSpeak && withoutEffect.has(name));
}

function declarationEnd(sent: string, at: number, end: number): number {
	if (!sent.startsWith("<!--", at)) throw new MarkupError("A declaration or CDATA section is not allowed.", at);
	const close = sent.indexOf("-->", at + 4);
	if (close < 0 || close + 3 > end) throw new MarkupError("A comment is never closed.", at);
	return close + 3;
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;

function decoded(written: string, at: number): string {
	return written.replace(entity, (_, decimal?: string, hex?: string, name?: string) => {
		if (name) return named[name.toLowerCase()] ?? "";
		const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
		const allowed = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
		if (!allowed && code !== 9 && code !== 10 && code !== 13)
			throw new MarkupError(`There is no character with the number ${code}.`, at);
		return String.fromCodePoint(code);
	});
}

function say(state: State, from: number, to: number, decode: boolean): void {
	const written = state.sent.slice(from, to);
	if (!decode || !written.includes("&")) {
		put(state, written, from);
		return;
	}
	let at = 0;
	for (const match of written.matchAll(entity)) {
		put(state, written.slice(at, match.index), from + at);
		put(state, decoded(match[0], from + match.index), from + match.index);
		at = match.index + match[0].length;
	}
	put(state, written.slice(at), from + at);
}

function put(state: State, text: string, from: number): void {
	if (text === "") return;
	const last = state.places.at(-1);
	if (!last || state.length - last[0] !== from - last[1]) state.places.push([state.length, from]);
	state.out.push(text);
	state.length += text.length;
}

function apply(state: State, tag: Tag): void {
	const around = state.open.at(-1)?.tag.name;
	if (tag.kind !== "close" && (around === "phoneme" || around === "sub"))
		throw new MarkupError(`<${around}> may hold nothing but text.`, tag.at);
	if (tag.name === "break") pause(state, tag);
	else if (tag.kind === "close") close(state, tag);
	else if (tag.kind === "open") {
		if (state.open.length >= deepest)
			throw new MarkupError(`Tags stand inside each other more than ${deepest} deep.`, tag.at);
		if (tag.name === "phoneme" || tag.name === "sub") markOf(tag, 0, 0);
		state.open.push({ tag, from: state.length });
	} else if (tag.name === "phoneme" || tag.name === "sub")
		throw new MarkupError(`<${tag.name}> needs the words that it is for.`, tag.at);
}

function close(state: State, tag: Tag): void {
	const opened = state.open.pop();
	if (opened?.tag.name !== tag.name) {
		const expected = opened ? `</${opened.tag.name}> is expected before it` : "nothing of that name is open";
		throw new MarkupError(`</${tag.name}> does not fit: ${expected}.`, tag.at);
	}
	if (tag.name === "phoneme" || tag.name === "sub") {
		if (opened.from === state.length)
			throw new MarkupError(`<${tag.name}> needs the words that it is for.`, opened.tag.at);
		state.marks.push(markOf(opened.tag, opened.from, state.length));
	}
	// What ends here must not run into what follows.
	if (tag.name === "p") put(state, "\n\n", tag.at);
	else if (tag.name === "s") put(state, " ", tag.at);
}

function markOf({ name, attributes, at }: Tag, start: number, end: number): SayMark {
	if (name === "sub") {
		const alias = attributes.get("alias");
		if (!alias?.trim())
			throw new MarkupError('<sub> needs an alias: <sub alias="spoken words">written words</sub>.', at);
		return { type: "alias", start, end, alias };
	}
	const phoneme = attributes.get("ph");
	if (!phoneme?.trim())
		throw new MarkupError('<phoneme> needs its sounds: <phoneme alphabet="ipa" ph="…">word</phoneme>.', at);
	const alphabet = attributes.get("alphabet") ?? "ipa";
	if (alphabet !== "ipa" && alphabet !== "cmu-arpabet")
		throw new MarkupError('The alphabet of <phoneme> must be "ipa" or "cmu-arpabet".', at);
	return { type: "phoneme", start, end, phoneme, alphabet };
}

function pause(state: State, tag: Tag): void {
	if (tag.kind === "close") {
		const before = state.open.pop();
		if (before?.tag.name === "break") return;
		throw new MarkupError("</break> does not fit: nothing of that name is open.", tag.at);
	}
	const time = tag.attributes.get("time");
	const strength = tag.attributes.get("strength");
	const asked = time === undefined ? strengths[strength ?? "medium"] : secondsOf(time);
	if (asked === undefined)
		throw new MarkupError(
			time === undefined
				? `The strength of <break> must be one of ${Object.keys(strengths).join(", ")}.`
				: 'The time of <break> must be written like "1.5s" or "500ms".',
			tag.at,
		);
	const seconds = Math.min(asked, longestBreakSeconds, mostBreakSeconds - state.pauses);
	if (seconds > 0) state.breaks.push({ at: state.length, seconds });
	state.pauses += Math.max(0, seconds);
	if (tag.kind === "open") state.open.push({ tag, from: state.length });
}

function secondsOf(time: string): number | undefined {
	const [, number, unit] = /^\s*\+?(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})\s*(ms|s)\s*$/i.exec(time) ?? [];
	return number === undefined ? undefined : Number(number) / (unit?.toLowerCase() === "ms" ? 1000 : 1);
}

const tagStart = /<(\/?)([A-Za-z][\w:.-]{0,40})(?=[\s/>])/y;
const attribute = /\s+([A-Za-z][\w:.-]{0,40})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /\s*(\/?)>/y;

/** The tag that begins here, if one does. No part of it looks beyond the next "<". */
function readTag(sent: string, at: number): Tag | undefined {
	tagStart.lastIndex = at;
	const start = tagStart.exec(sent);
	if (!start) return undefined;
	const attributes = new Map<string, string>();
	let place = tagStart.lastIndex;
	for (;;) {
		attribute.lastIndex = place;
		const found = attribute.exec(sent);
		if (!found) break;
		attributes.set((found[1] ?? "").toLowerCase(), decoded(found[2] ?? found[3] ?? "", place));
		place = attribute.lastIndex;
	}
	tagEnd.lastIndex = place;
	const end = tagEnd.exec(sent);
	if (!end || (start[1] && end[1])) return undefined;
	const kind = start[1] ? "close" : end[1] ? "empty" : "open";
	return { name: (start[2] ?? "").toLowerCase(), kind, attributes, at, end: tagEnd.lastIndex };
}

function offsetsOf(places: readonly [number, number][], sentEnd: number): (at: number) => number {
	const total = places.at(-1);
	return (at) => {
		let low = 0;
		let high = places.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((places[middle]?.[0] ?? 0) <= at) low = middle + 1;
			else high = middle;
		}
		const [plain, sent] = places[low - 1] ?? [0, 0];
		// Inside an inserted or decoded piece there is nothing to count in what was sent.
		const next = places[low]?.[1] ?? (total ? sentEnd : at);
		return Math.min(sent + (at - plain), next);
	};
}
