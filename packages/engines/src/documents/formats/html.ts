// Turns markup into blocks while it is parsed, without a tree. Used for HTML, EPUB, and what other readers produce as HTML.
import { Parser } from "htmlparser2";
import { DocumentError } from "../errors.ts";
import type { DroppedKind } from "../types.ts";
import type { Source, SourceBlock } from "./source.ts";
import { cleanText } from "./text.ts";

export type MarkupOptions = {
	/** XHTML: elements may close themselves. Its named entities are those of HTML, so it isn't parsed as plain XML. */
	xhtml?: boolean;
	/** Whether an element with this id is a note, for markup that doesn't say so otherwise. */
	isNoteId?: (id: string) => boolean;
};

export type Markup = {
	blocks: SourceBlock[];
	title: string | null;
	author: string | null;
	language: string | null;
	/** The index of the block at which an element with this id starts. */
	anchors: Map<string, number>;
};

type Attributes = Record<string, string>;
type Element = { name: string; ends?: () => void };

/** Deeper than any real document; the parser takes quadratic time for deep nesting. */
const maxDepth = 2_000;
const maxRowCharacters = 1_000;

const words = (list: string) => new Set(list.split(" "));

const skipped = words(
	"script style template nav noscript svg math iframe object audio video canvas select textarea button rt rp map dialog",
);
const blockElements = words(
	"p div section article main header footer aside address blockquote pre ul ol li dl dt dd table caption thead tbody tfoot tr td th figure figcaption hr fieldset form legend details summary center body html head title h1 h2 h3 h4 h5 h6",
);
const headingTypes: Record<string, SourceBlock["type"]> = {
	h1: "h1",
	h2: "h2",
	h3: "h3",
	h4: "h3",
	h5: "h3",
	h6: "h3",
};
const noteTypes = words("footnote footnotes endnote endnotes rearnote rearnotes doc-footnote doc-endnote doc-endnotes");
const noteReference = words("noteref doc-noteref");
const pageBreak = words("pagebreak doc-pagebreak");
/** A link such as [12] or * to a note. A bare number is one only in superscript. */
const markedReference = /^\s*(?:[[(]\d{1,4}[\])]|[*†‡§]{1,3})\s*$/;
const backlink = /^\s*(?:[↑↩⏎^]\ufe0e?|\[?back\]?)\s*$/i;

export function readMarkup(markup: string, { xhtml = false, isNoteId }: MarkupOptions = {}): Markup {
	const blocks: SourceBlock[] = [];
	const anchors = new Map<string, number>();
	const waiting: SourceBlock[] = [];
	const elements: Element[] = [];
	let parts: string[] = [];
	let noteRefs: string[] = [];
	let type: SourceBlock["type"] = "p";
	let isTitle = false;
	let breaks = 0;
	let skipDepth = 0;
	let noteId: string | undefined;
	let dropped: DroppedKind | undefined;
	let link: { target: string; isBare: boolean } | undefined;
	let capture: string[] | undefined;
	let title: string | null = null;
	let author: string | null = null;
	let language: string | null = null;

	const flush = () => {
		breaks = 0;
		const text = parts.length > 0 ? cleanText(parts.join("")) : "";
		parts = [];
		if (text !== "") {
			const block: SourceBlock = { type, text };
			if (dropped) block.dropped = dropped;
			if (isTitle) block.isTitle = true;
			if (noteId) block.noteId = noteId;
			if (noteRefs.length > 0) block.noteRefs = noteRefs;
			blocks.push(block);
		}
		noteRefs = [];
		blocks.push(...waiting.splice(0));
	};
	const write = (text: string) => {
		if (capture) capture.push(text);
		else if (skipDepth === 0) {
			if (breaks > 0 && text.trim() !== "") {
				if (breaks > 1) flush();
				breaks = 0;
			}
			parts.push(text);
		}
	};
	const skip = () => {
		skipDepth++;
		return () => void skipDepth--;
	};
	const captureText = (use: (text: string) => void) => {
		const outer = capture;
		const own: string[] = [];
		capture = own;
		return () => {
			capture = outer;
			use(own.join(""));
		};
	};
	const dropPageNumber = (attributes: Attributes) =>
		captureText((inside) => {
			const text = cleanText(inside) || cleanText(attributes.title ?? attributes["aria-label"] ?? "");
			if (text === "") return;
			waiting.push({ type: "p", text, dropped: "page_number" });
			if (parts.every((part) => part.trim() === "")) flush();
		});
	const startLink = (target: string) => {
		const outer = link;
		const start = parts.length;
		const before = parts.at(-1) ?? "";
		const own = { target, isBare: false };
		link = own;
		return () => {
			link = outer;
			const text = parts.slice(start).join("");
			const isReference = markedReference.test(text) && /\S$/.test(before);
			if (isReference) noteRefs.push(target);
			if (isReference || (dropped === "footnote" && backlink.test(text))) parts.splice(start);
		};
	};
	const startSuperscript = () => {
		const start = parts.length;
		const outerLink = link;
		const refs = noteRefs.length;
		return () => {
			const linked = outerLink?.target ?? inner;
			inner = undefined;
			if (linked === undefined || noteRefs.length < refs) return;
			const text = parts.slice(start).join("");
			if (text.trim().length > 8) return;
			parts.splice(start);
			if (!noteRefs.includes(linked)) noteRefs.push(linked);
		};
	};
	/** The target of the last link inside a superscript. */
	let inner: string | undefined;
	const startRow = () => {
		const start = blocks.length;
		const cells = elements.length;
		return () => {
			flush();
			const row = blocks.slice(start);
			const isPlain = row.every((block) => block.type === "p" && !block.dropped);
			const characters = row.reduce((sum, block) => sum + block.text.length, 0);
			if (row.length < 2 || !isPlain || characters > maxRowCharacters || elements.length > cells) return;
			const refs = row.flatMap((block) => block.noteRefs ?? []);
			const joined: SourceBlock = { type: "p", text: row.map((block) => block.text).join(", ") };
			blocks.splice(start, row.length, refs.length > 0 ? { ...joined, noteRefs: refs } : joined);
		};
	};
	const startHeading = (name: string, attributes: Attributes) => {
		const outer = { type, isTitle };
		type = headingTypes[name] ?? type;
		isTitle = attributes.class === "title" && name === "h1";
		return () => {
			flush();
			({ type, isTitle } = outer);
		};
	};
	const startNote = (id: string | undefined) => {
		flush();
		const outer = { dropped, noteId };
		dropped = "footnote";
		noteId = id ?? noteId;
		return () => {
			flush();
			({ dropped, noteId } = outer);
		};
	};
	const open = (name: string, attributes: Attributes): (() => void) | undefined => {
		const { id } = attributes;
		const kinds = `${attributes["epub:type"] ?? ""} ${attributes.role ?? ""}`.toLowerCase().split(/\s+/);
		const is = (set: Set<string>) => kinds.some((kind) => set.has(kind));
		if (skipped.has(name) || attributes.hidden !== undefined) return skip();
		const isBlock = blockElements.has(name);
		if (isBlock) flush();
		if (id && !anchors.has(id)) anchors.set(id, blocks.length);
		if (name === "title" && title === null)
			return captureText((text) => {
				title = cleanText(text) || null;
			});
		if (name === "meta" && /^(author|dc\.creator)$/i.test(attributes.name ?? ""))
			author ??= cleanText(attributes.content ?? "") || null;
		if (name === "html") language ??= attributes.lang || attributes["xml:lang"] || null;
		if (is(pageBreak)) return dropPageNumber(attributes);
		if (is(noteReference)) {
			noteRefs.push(targetOf(attributes.href ?? ""));
			return captureText(() => {});
		}
		if (kinds.includes("doc-backlink")) return captureText(() => {});
		if (is(noteTypes) || (id && isNoteId?.(id))) return startNote(id);
		if (name === "br") breaks++;
		if (name === "br") parts.push(" ");
		if (headingTypes[name]) return startHeading(name, attributes);
		if (name === "tr") return startRow();
		if (name === "sup") return startSuperscript();
		if (name === "a" && attributes.href?.includes("#")) {
			const target = targetOf(attributes.href);
			if (elements.some((element) => element.name === "sup")) inner = target;
			return startLink(target);
		}
		return isBlock ? flush : undefined;
	};

	const parser = new Parser(
		{
			onopentag(name, attributes) {
				if (elements.length >= maxDepth)
					throw new DocumentError(
						"unreadable",
						"The file's elements are nested too deeply. Save it in another format and upload it again.",
					);
				elements.push(skipDepth > 0 && !skipped.has(name) ? { name } : { name, ends: open(name, attributes) });
			},
			ontext: write,
			onclosetag() {
				elements.pop()?.ends?.();
			},
		},
		{
			decodeEntities: true,
			lowerCaseTags: true,
			lowerCaseAttributeNames: true,
			recognizeSelfClosing: xhtml,
			recognizeCDATA: xhtml,
		},
	);
	parser.end(markup);
	flush();
	return { blocks, title, author, language, anchors };
}

const targetOf = (href: string) => href.slice(href.indexOf("#") + 1);

/** A web page with everything that is on it. */
export function readPage(html: string): Source {
	const { blocks, title, author, language } = readMarkup(html);
	return { title, author, language, blocks };
}
