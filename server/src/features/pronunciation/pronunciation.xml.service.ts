// A strict reader for the little XML a lexicon needs: elements, attributes, text. Its own, because a lexicon comes from strangers and all that
// makes XML dangerous (document types, entities, external files) is refused here by not existing. Always: one pass, bounded depth.
import { AppError } from "@timbre/contract/errors.ts";

export type XmlToken =
	| { kind: "open"; name: string; attributes: ReadonlyMap<string, string>; line: number }
	| { kind: "close"; name: string; line: number }
	| { kind: "text"; text: string; line: number };

const deepest = 32;
/** No tag of a lexicon is longer, and a pattern is never let loose on more. */
const longestTag = 4_096;
const openTag =
	/^<([\p{L}_][\p{L}\p{N}_.:-]*)((?:\s+[\p{L}_][\p{L}\p{N}_.:-]*\s*=\s*(?:"[^<"]*"|'[^<']*'))*)\s*(\/?)>/u;
const closeTag = /^<\/([\p{L}_][\p{L}\p{N}_.:-]*)\s*>/u;
const attribute = /([\p{L}_][\p{L}\p{N}_.:-]*)\s*=\s*(?:"([^<"]*)"|'([^<']*)')/gu;
const named: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The document as a flat list of what opens, closes and stands between; names without their prefix. Anything unclear is refused with its line. */
export function* readXml(text: string): Generator<XmlToken> {
	const open: string[] = [];
	let at = 0;
	let line = 1;
	let counted = 0;
	let rooted = false;
	/** Lines are counted once over the whole text, as the reader moves on. */
	const lineAt = (place: number) => {
		for (; counted < place; counted++) if (text.charCodeAt(counted) === 10) line++;
		return line;
	};
	while (at < text.length) {
		if (text.charAt(at) !== "<") {
			const end = endOf(text, "<", at);
			const said = text.slice(at, end);
			if (open.length > 0) yield { kind: "text", text: decode(said, lineAt(at)), line };
			else if (said.trim() !== "") throw refuse(lineAt(at), "there is text outside the root element");
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
			throw refuse(lineAt(at), "document types and entities are not accepted");
		} else if (text.startsWith("</", at)) {
			const [tag, name = ""] = matchAt(closeTag, text, at) ?? [];
			if (tag === undefined || open.pop() !== name) throw refuse(lineAt(at), "a closing tag has no opening one");
			yield { kind: "close", name: local(name), line: lineAt(at) };
			at += tag.length;
		} else {
			const [tag, name = "", attributes = "", empty] = matchAt(openTag, text, at) ?? [];
			if (tag === undefined) throw refuse(lineAt(at), "a tag is not well formed");
			if (open.length === 0 && rooted) throw refuse(lineAt(at), "there is a second root element");
			rooted = true;
			if (open.length >= deepest) throw refuse(lineAt(at), "elements are nested too deeply");
			yield { kind: "open", name: local(name), attributes: readAttributes(attributes, lineAt(at)), line };
			if (empty === "/") yield { kind: "close", name: local(name), line };
			else open.push(name);
			at += tag.length;
		}
	}
	if (open.length > 0) throw refuse(lineAt(at), `the element ${open.at(-1)?.slice(0, 40)} is not closed`);
	if (!rooted) throw refuse(1, "there is no element");
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	return pattern.exec(text.slice(at, at + longestTag));
}

function endOf(text: string, mark: string, from: number): number {
	const end = text.indexOf(mark, from);
	return end === -1 ? text.length : end;
}

function after(text: string, mark: string, from: number, lineAt: (place: number) => number): number {
	const end = text.indexOf(mark, from);
	if (end === -1) throw refuse(lineAt(from), `"${mark}" is missing`);
	return end + mark.length;
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
		const known = Object.hasOwn(named, name) ? named[name] : character(name);
		if (known === undefined)
			throw refuse(line, "only the five named entities of XML and character numbers are accepted");
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

export function refuse(line: number, reason: string): AppError {
	return new AppError("invalid_lexicon", `The lexicon cannot be read: ${reason} (line ${line}).`);
}
