import { Parser } from "htmlparser2";
import { damaged } from "../errors.ts";
import { decodeMarkup } from "../formats/text.ts";

const maxDepth = 2_000;

type Visitor = {
	open?: (name: string, attributes: Record<string, string>) => void;
	/** The text directly inside the element and its descendants. */
	close?: (name: string, text: string) => void;
};

/** The text of an XML file. Rejects declarations of entities: no document needs them, and parsers could expand them. */
export function decodeXml(bytes: Uint8Array): string {
	const text = decodeMarkup(bytes);
	if (/<!ENTITY/i.test(text)) throw damaged();
	return text;
}

/** Rejects deep nesting, on which libraries that build trees take quadratic time. */
export function checkDepth(xml: string): void {
	let depth = 0;
	const parser = new Parser(
		{
			onopentagname() {
				if (++depth > maxDepth) throw damaged();
			},
			onclosetag() {
				depth--;
			},
		},
		{ xmlMode: true, decodeEntities: false },
	);
	parser.end(xml);
}

/** Visits the elements of an XML file, with names in lower case and without the prefix. */
export function visitXml(xml: string, { open, close }: Visitor): void {
	const texts: string[] = [];
	const parser = new Parser(
		{
			onopentag(name, attributes) {
				if (texts.length >= maxDepth) throw damaged();
				texts.push("");
				open?.(localName(name), attributes);
			},
			ontext(text) {
				if (texts.length > 0) texts[texts.length - 1] += text;
			},
			onclosetag(name) {
				const text = texts.pop() ?? "";
				close?.(localName(name), text);
				if (texts.length > 0) texts[texts.length - 1] += text;
			},
		},
		{ xmlMode: true },
	);
	parser.end(xml);
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1).toLowerCase();
