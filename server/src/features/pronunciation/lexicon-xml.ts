// A strict parser for the subset of XML that a lexicon needs: elements, attributes and text. Lexicons are untrusted, so the dangerous
// parts of XML (document types, custom entities, external files) are not implemented.
// Invariant: one pass, bounded depth.
import { AppError } from "@timbre/contract/errors.ts";

export type XmlToken =
	| { kind: "open"; name: string; attributes: ReadonlyMap<string, string>; line: number }
	| { kind: "close"; name: string; line: number }
	| { kind: "text"; text: string; line: number };

const maxDepth = 32;
/** Longer than any tag of a lexicon; bounds the input of the regular expressions. */
const maxTagLength = 4_096;
const openTag =
	/^<([\p{L}_][\p{L}\p{N}_.:-]*)((?:\s+[\p{L}_][\p{L}\p{N}_.:-]*\s*=\s*(?:"[^<"]*"|'[^<']*'))*)\s*(\/?)>/u;
const closeTag = /^<\/([\p{L}_][\p{L}\p{N}_.:-]*)\s*>/u;
const attribute = /([\p{L}_][\p{L}\p{N}_.:-]*)\s*=\s*(?:"([^<"]*)"|'([^<']*)')/gu;
const namedEntities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Yields opening tags, closing tags and text; names have no prefix. Anything invalid throws an error with its line. */
export function* tokenizeXml(text: string): Generator<XmlToken> {
	const open: string[] = [];
	let at = 0;
	let line = 1;
	let counted = 0;
	let hasRoot = false;
	/** Counts lines incrementally, so that the text is scanned only once. */
	const lineAt = (position: number) => {
		for (; counted < position; counted++) if (text.charCodeAt(counted) === 10) line++;
		return line;
	};
	while (at < text.length) {
		if (text.charAt(at) !== "<") {
			const end = endOf(text, "<", at);
			const content = text.slice(at, end);
			if (open.length > 0) yield { kind: "text", text: decode(content, lineAt(at)), line };
			else if (content.trim() !== "") throw lexiconError(lineAt(at), "there is text outside the root element");
			at = end;
		} else if (text.startsWith("<?", at)) {
			at = after(text, "?>", at, lineAt);
		} else if (text.startsWith("<!--", at)) {
			at = after(text, "-->", at + 4, lineAt);
		} else if (text.startsWith("<![CDATA[", at) && open.length > 0) {
			const end = after(text, "]]>", at, lineAt);
			yield { kind: "text", text: text.slice(at + 9, end - 3), line: lineAt(at) };
			at = end;
		} else if (text.startsWith("<!", at)) {
			throw lexiconError(lineAt(at), "document types and entities are not accepted");
		} else if (text.startsWith("</", at)) {
			const [tag, name = ""] = matchAt(closeTag, text, at) ?? [];
			if (tag === undefined || open.pop() !== name)
				throw lexiconError(lineAt(at), "a closing tag has no matching opening tag");
			yield { kind: "close", name: local(name), line: lineAt(at) };
			at += tag.length;
		} else {
			const [tag, name = "", attributes = "", empty] = matchAt(openTag, text, at) ?? [];
			if (tag === undefined) throw lexiconError(lineAt(at), "a tag is not well formed");
			if (open.length === 0 && hasRoot) throw lexiconError(lineAt(at), "there is a second root element");
			hasRoot = true;
			if (open.length >= maxDepth) throw lexiconError(lineAt(at), "elements are nested too deeply");
			yield { kind: "open", name: local(name), attributes: readAttributes(attributes, lineAt(at)), line };
			if (empty === "/") yield { kind: "close", name: local(name), line };
			else open.push(name);
			at += tag.length;
		}
	}
	if (open.length > 0) throw lexiconError(lineAt(at), `the element ${open.at(-1)?.slice(0, 40)} is not closed`);
	if (!hasRoot) throw lexiconError(1, "there is no root element");
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	return pattern.exec(text.slice(at, at + maxTagLength));
}

function endOf(text: string, delimiter: string, from: number): number {
	const end = text.indexOf(delimiter, from);
	return end === -1 ? text.length : end;
}

function after(text: string, delimiter: string, from: number, lineAt: (position: number) => number): number {
	const end = text.indexOf(delimiter, from);
	if (end === -1) throw lexiconError(lineAt(from), `"${delimiter}" is missing`);
	return end + delimiter.length;
}

function readAttributes(source: string, line: number): Map<string, string> {
	const attributes = new Map<string, string>();
	for (const [, name = "", double, single] of source.matchAll(attribute)) {
		attributes.set(local(name), decode(double ?? single ?? "", line));
	}
	return attributes;
}

function local(name: string): string {
	return name.slice(name.lastIndexOf(":") + 1);
}

function decode(text: string, line: number): string {
	return text.replaceAll(/&([^;&\s]{0,10};?)/g, (_, reference: string) => {
		const name = reference.endsWith(";") ? reference.slice(0, -1) : "";
		const known = Object.hasOwn(namedEntities, name) ? namedEntities[name] : character(name);
		if (known === undefined)
			throw lexiconError(line, "only the five named entities of XML and character references are accepted");
		return known;
	});
}

function character(reference: string): string | undefined {
	const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(reference) ?? [];
	const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : Number.NaN;
	const valid =
		code <= 0x10ffff && (code >= 32 || code === 9 || code === 10 || code === 13) && !(code >= 0xd800 && code <= 0xdfff);
	return valid ? String.fromCodePoint(code) : undefined;
}

export function lexiconError(line: number, reason: string): AppError {
	return new AppError("invalid_lexicon", `Couldn't read the lexicon: ${reason} (line ${line}).`);
}
