// Invariant: runs in the build only (web/markdown-blocks.ts). The browser and the server get plain data, never this parser.
import { lexer, type Token, type Tokens } from "marked";

export type Inline =
	| string
	| { type: "code"; text: string }
	| { type: "link"; href: string; children: Inline[] }
	| { type: "em" | "strong"; children: Inline[] };

export type Block =
	| { type: "heading"; level: 2 | 3; id: string; children: Inline[] }
	| { type: "paragraph" | "note"; children: Inline[] }
	| { type: "list"; ordered: boolean; items: Inline[][] }
	| { type: "code"; title: string; code: string }
	| { type: "table"; head: Inline[][]; rows: Inline[][][]; numeric: boolean[] }
	| { type: "sound"; id: string };

/** Fails the build: what the pages cannot show, such as HTML, must not be dropped or shown as it is. */
function unsupported(token: Token): never {
	throw new Error(`Unsupported Markdown (${token.type}): ${token.raw.slice(0, 80)}`);
}

/** Anchor id of a heading. */
function headingId(text: string): string {
	return text
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, "-")
		.replaceAll(/^-|-$/g, "");
}

/** Joins neighboring texts, and lines of one paragraph with a space. */
function joined(found: readonly Inline[]): Inline[] {
	const result: Inline[] = [];
	for (const inline of found) {
		const last = result.at(-1);
		if (typeof inline !== "string") result.push(inline);
		else if (typeof last === "string") result.splice(-1, 1, last + inline.replaceAll("\n", " "));
		else result.push(inline.replaceAll("\n", " "));
	}
	return result;
}

function inlines(tokens: readonly Token[] = []): Inline[] {
	return joined(tokens.map(inline));
}

function inline(token: Token): Inline {
	switch (token.type) {
		case "text":
		case "escape":
			return token.text;
		case "codespan":
			return { type: "code", text: token.text };
		case "em":
		case "strong":
			return { type: token.type, children: inlines(token.tokens) };
		case "link":
			if (!/^(https:\/\/|mailto:|\/|#)/.test(token.href)) unsupported(token);
			return { type: "link", href: token.href, children: inlines(token.tokens) };
		default:
			return unsupported(token);
	}
}

/** The inline content of a block that may hold a single paragraph. */
function paragraph(token: Token): Inline[] {
	const { tokens = [] } = token as Tokens.Generic;
	const [only, ...more] = tokens.filter(({ type }) => type !== "space");
	if (!only || more.length > 0 || (only.type !== "text" && only.type !== "paragraph")) unsupported(token);
	return inlines(only.tokens);
}

function block(token: Token): Block[] {
	switch (token.type) {
		case "space":
			return [];
		case "heading": {
			if (token.depth !== 2 && token.depth !== 3) unsupported(token);
			const level = token.depth === 2 ? 2 : 3;
			return [{ type: "heading", level, id: headingId(token.text), children: inlines(token.tokens) }];
		}
		case "paragraph": {
			const [first, ...more] = (token as Tokens.Paragraph).tokens;
			if (first?.type === "image" && first.text === "sound" && more.length === 0)
				return [{ type: "sound", id: first.href }];
			return [{ type: "paragraph", children: inlines(token.tokens) }];
		}
		case "blockquote":
			return [{ type: "note", children: paragraph(token) }];
		case "list":
			return [{ type: "list", ordered: token.ordered, items: (token as Tokens.List).items.map(paragraph) }];
		case "code":
			return [{ type: "code", title: token.lang ?? "", code: token.text }];
		case "table": {
			const { header, rows, align } = token as Tokens.Table;
			const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => inlines(tokens));
			const numeric = align.map((side) => side === "right");
			return [{ type: "table", head: cells(header), rows: rows.map(cells), numeric }];
		}
		default:
			return unsupported(token);
	}
}

export function parseMarkdown(source: string): Block[] {
	return lexer(source).flatMap(block);
}
