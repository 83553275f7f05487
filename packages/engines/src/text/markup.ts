import type { PronunciationMark } from "./prepare.ts";

// The subset of SSML that people write into text: breaks, phonemes and substitutions.
// Invariant: parsing is a single pass from left to right, so that it takes linear time even for hostile text.

/** Invalid markup. The message is shown to the user. */
export class MarkupError extends Error {
	/** Offset in the source text. */
	readonly at: number;
	constructor(message: string, at: number) {
		super(message);
		this.name = "MarkupError";
		this.at = at;
	}
}

export type Markup = {
	/** The text without markup. */
	text: string;
	/** Pauses at offsets of `text`. */
	breaks: { at: number; seconds: number }[];
	/** Pronunciations of ranges of `text`. */
	marks: PronunciationMark[];
	/** Maps an offset of `text` to the source text. For the end of a range, map its last character and add one. */
	offsets: (at: number) => number;
};

const maxBreakSeconds = 3;
/** The limit for all breaks of a text together, so that a thousand breaks do not give an hour of silence. */
export const maxTotalBreakSeconds = 60;
const maxDepth = 16;

/** Supported everywhere. In a text without <speak>, all other tags are plain text. */
const supported = new Set(["break", "phoneme", "sub", "say-as", "p", "s"]);
/** Valid inside <speak> but without effect: the tags are removed and their content is spoken. */
const ignored = new Set(
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
	source: string;
	out: string[];
	length: number;
	/** Where pieces of the plain text came from: [plain offset, source offset]. */
	offsets: [number, number][];
	breaks: Markup["breaks"];
	pauses: number;
	marks: PronunciationMark[];
	open: Open[];
};

/** Parses the markup of a text. With `ssml: false` the text is returned unchanged and tags are plain text. */
export function parseMarkup(source: string, { ssml = true }: { ssml?: boolean } = {}): Markup {
	if (!ssml || !source.includes("<")) return { text: source, breaks: [], marks: [], offsets: (at) => at };
	const state: State = { source, out: [], length: 0, offsets: [], breaks: [], pauses: 0, marks: [], open: [] };
	const body = speakBody(source);
	parse(state, body?.start ?? 0, body?.end ?? source.length, body !== undefined);
	const unclosed = state.open.at(-1);
	if (unclosed) throw new MarkupError(`<${unclosed.tag.name}> is not closed.`, unclosed.tag.at);
	return {
		text: state.out.join(""),
		breaks: state.breaks,
		marks: state.marks.sort((a, b) => a.start - b.start),
		offsets: offsetMap(state.offsets, body?.end ?? source.length),
	};
}

/** The content of a text that is one <speak> element. Undefined for any other text. */
function speakBody(source: string): { start: number; end: number } | undefined {
	const prolog = /^\s*(?:<\?xml[^<>]*\?>\s*)?/.exec(source)?.[0].length ?? 0;
	if (/^<!(?:DOCTYPE|ENTITY)/i.test(source.slice(prolog, prolog + 10)) && source.includes("<speak"))
		throw new MarkupError("Document type and entity declarations are not allowed.", prolog);
	const tag = readTag(source, prolog);
	if (tag?.name !== "speak") return undefined;
	const end = source.trimEnd().length;
	if (tag.kind === "empty" && tag.end === end) return { start: end, end };
	const close = source.lastIndexOf("</speak", end);
	const closing = close < tag.end ? undefined : readTag(source, close);
	if (tag.kind !== "open" || closing?.kind !== "close") throw new MarkupError("<speak> is not closed.", tag.at);
	if (closing.end !== end) throw new MarkupError("<speak> must enclose the entire text.", closing.end);
	return { start: tag.end, end: close };
}

function parse(state: State, start: number, end: number, inSpeak: boolean): void {
	const { source } = state;
	let at = start;
	while (at < end) {
		const next = source.indexOf("<", at);
		const plainEnd = next < 0 || next >= end ? end : next;
		if (plainEnd > at) addText(state, at, plainEnd, inSpeak);
		at = plainEnd;
		if (at >= end) return;
		if (inSpeak && source.startsWith("<!", at)) {
			at = declarationEnd(source, at, end);
			continue;
		}
		const tag = readTag(source, at);
		const used = tag && tag.end <= end && isMarkup(tag, inSpeak);
		if (used) apply(state, tag);
		else if (!tag && /^<\/?(?:break|phoneme|sub)(?![\w:.-])/.test(source.slice(at, at + 12)))
			throw new MarkupError(`The tag starting with "${source.slice(at, at + 20)}" is malformed.`, at);
		else addText(state, at, at + 1, false);
		at = used ? tag.end : at + 1;
	}
}

function isMarkup({ name, at }: Tag, inSpeak: boolean): boolean {
	if (name === "speak") throw new MarkupError("<speak> must enclose the entire text and appear only once.", at);
	return supported.has(name) || (inSpeak && ignored.has(name));
}

function declarationEnd(source: string, at: number, end: number): number {
	if (!source.startsWith("<!--", at)) throw new MarkupError("Declarations and CDATA sections are not allowed.", at);
	const close = source.indexOf("-->", at + 4);
	if (close < 0 || close + 3 > end) throw new MarkupError("A comment is not closed.", at);
	return close + 3;
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;

function decodeEntities(written: string, at: number): string {
	return written.replace(entity, (_, decimal?: string, hex?: string, name?: string) => {
		if (name) return named[name.toLowerCase()] ?? "";
		const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
		const allowed = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
		if (!allowed && code !== 9 && code !== 10 && code !== 13)
			throw new MarkupError(`Invalid character reference ${code}.`, at);
		return String.fromCodePoint(code);
	});
}

function addText(state: State, from: number, to: number, decode: boolean): void {
	const written = state.source.slice(from, to);
	if (!decode || !written.includes("&")) {
		append(state, written, from);
		return;
	}
	let at = 0;
	for (const match of written.matchAll(entity)) {
		append(state, written.slice(at, match.index), from + at);
		append(state, decodeEntities(match[0], from + match.index), from + match.index);
		at = match.index + match[0].length;
	}
	append(state, written.slice(at), from + at);
}

function append(state: State, text: string, from: number): void {
	if (text === "") return;
	const last = state.offsets.at(-1);
	if (!last || state.length - last[0] !== from - last[1]) state.offsets.push([state.length, from]);
	state.out.push(text);
	state.length += text.length;
}

function apply(state: State, tag: Tag): void {
	const parent = state.open.at(-1)?.tag.name;
	if (tag.kind !== "close" && (parent === "phoneme" || parent === "sub"))
		throw new MarkupError(`<${parent}> can only contain text.`, tag.at);
	if (tag.name === "break") addBreak(state, tag);
	else if (tag.kind === "close") close(state, tag);
	else if (tag.kind === "open") {
		if (state.open.length >= maxDepth)
			throw new MarkupError(`Tags are nested more than ${maxDepth} levels deep.`, tag.at);
		if (tag.name === "phoneme" || tag.name === "sub") markOf(tag, 0, 0);
		state.open.push({ tag, from: state.length });
	} else if (tag.name === "phoneme" || tag.name === "sub")
		throw new MarkupError(`<${tag.name}> is empty. Put the words it applies to inside it.`, tag.at);
}

function close(state: State, tag: Tag): void {
	const opened = state.open.pop();
	if (opened?.tag.name !== tag.name) {
		const reason = opened ? `close <${opened.tag.name}> first` : `there is no open <${tag.name}>`;
		throw new MarkupError(`Unexpected </${tag.name}>: ${reason}.`, tag.at);
	}
	if (tag.name === "phoneme" || tag.name === "sub") {
		if (opened.from === state.length)
			throw new MarkupError(`<${tag.name}> is empty. Put the words it applies to inside it.`, opened.tag.at);
		state.marks.push(markOf(opened.tag, opened.from, state.length));
	}
	// Separate it from the text that follows.
	if (tag.name === "p") append(state, "\n\n", tag.at);
	else if (tag.name === "s") append(state, " ", tag.at);
}

function markOf({ name, attributes, at }: Tag, start: number, end: number): PronunciationMark {
	if (name === "sub") {
		const alias = attributes.get("alias");
		if (!alias?.trim())
			throw new MarkupError('<sub> needs an alias attribute: <sub alias="spoken words">written words</sub>.', at);
		return { type: "alias", start, end, alias };
	}
	const phoneme = attributes.get("ph");
	if (!phoneme?.trim())
		throw new MarkupError('<phoneme> needs a ph attribute: <phoneme alphabet="ipa" ph="…">word</phoneme>.', at);
	const alphabet = attributes.get("alphabet") ?? "ipa";
	if (alphabet !== "ipa" && alphabet !== "cmu-arpabet")
		throw new MarkupError('The alphabet of <phoneme> must be "ipa" or "cmu-arpabet".', at);
	return { type: "phoneme", start, end, phoneme, alphabet };
}

function addBreak(state: State, tag: Tag): void {
	if (tag.kind === "close") {
		const before = state.open.pop();
		if (before?.tag.name === "break") return;
		throw new MarkupError("Unexpected </break>: there is no open <break>.", tag.at);
	}
	const time = tag.attributes.get("time");
	const strength = tag.attributes.get("strength");
	const requested = time === undefined ? strengths[strength ?? "medium"] : parseSeconds(time);
	if (requested === undefined)
		throw new MarkupError(
			time === undefined
				? `The strength of <break> must be one of ${Object.keys(strengths).join(", ")}.`
				: 'The time of <break> must look like "1.5s" or "500ms".',
			tag.at,
		);
	const seconds = Math.min(requested, maxBreakSeconds, maxTotalBreakSeconds - state.pauses);
	if (seconds > 0) state.breaks.push({ at: state.length, seconds });
	state.pauses += Math.max(0, seconds);
	if (tag.kind === "open") state.open.push({ tag, from: state.length });
}

function parseSeconds(time: string): number | undefined {
	const [, number, unit] = /^\s*\+?(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})\s*(ms|s)\s*$/i.exec(time) ?? [];
	return number === undefined ? undefined : Number(number) / (unit?.toLowerCase() === "ms" ? 1000 : 1);
}

const tagStart = /<(\/?)([A-Za-z][\w:.-]{0,40})(?=[\s/>])/y;
const attribute = /\s+([A-Za-z][\w:.-]{0,40})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /\s*(\/?)>/y;

/** Parses the tag that starts at `at`, if there is one. Never looks beyond the next "<". */
function readTag(source: string, at: number): Tag | undefined {
	tagStart.lastIndex = at;
	const start = tagStart.exec(source);
	if (!start) return undefined;
	const attributes = new Map<string, string>();
	let position = tagStart.lastIndex;
	for (;;) {
		attribute.lastIndex = position;
		const found = attribute.exec(source);
		if (!found) break;
		attributes.set((found[1] ?? "").toLowerCase(), decodeEntities(found[2] ?? found[3] ?? "", position));
		position = attribute.lastIndex;
	}
	tagEnd.lastIndex = position;
	const end = tagEnd.exec(source);
	if (!end || (start[1] && end[1])) return undefined;
	const kind = start[1] ? "close" : end[1] ? "empty" : "open";
	return { name: (start[2] ?? "").toLowerCase(), kind, attributes, at, end: tagEnd.lastIndex };
}

function offsetMap(offsets: readonly [number, number][], sourceEnd: number): (at: number) => number {
	const last = offsets.at(-1);
	return (at) => {
		let low = 0;
		let high = offsets.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((offsets[middle]?.[0] ?? 0) <= at) low = middle + 1;
			else high = middle;
		}
		const [plain, source] = offsets[low - 1] ?? [0, 0];
		// Inserted and decoded pieces have no matching length in the source, so never pass the next piece.
		const next = offsets[low]?.[1] ?? (last ? sourceEnd : at);
		return Math.min(source + (at - plain), next);
	};
}
