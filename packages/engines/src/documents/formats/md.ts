import { Marked, type Tokens } from "marked";
import { readMarkup } from "./html.ts";
import type { Source } from "./source.ts";

type Note = Tokens.Generic & { label: string };

const frontMatter = /^---\r?\n([\s\S]{0,20000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const note =
	/^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n(?!\s*\n| {0,3}\[\^|#)[^\n]+)*(?:\n\s*\n(?: {4}|\t)[^\n]+)*)\n?/;
const noteReference = /^\[\^[^\]\s]{1,100}\](?!:)/;

const paragraphEnd = (text: string): number => {
	const end = text.indexOf("\n\n");
	return end === -1 ? text.length : end;
};

const marked = new Marked({
	gfm: true,
	extensions: [
		{
			name: "note",
			level: "block",
			// Asked at every paragraph, so looking any further than its end takes long in a long manuscript.
			start: (text: string) => text.slice(0, paragraphEnd(text)).match(/^ {0,3}\[\^/m)?.index,
			tokenizer(text: string) {
				const [raw, label = "", content = ""] = note.exec(text) ?? [];
				if (raw === undefined) return undefined;
				return { type: "note", raw, label, tokens: this.lexer.blockTokens(content.replace(/^(?: {4}|\t)/gm, ""), []) };
			},
			renderer(token) {
				return `<aside role="doc-footnote">${this.parser.parse((token as Note).tokens ?? [])}</aside>`;
			},
		},
		{
			name: "noteReference",
			level: "inline",
			start: (text: string) => text.indexOf("[^"),
			tokenizer(text: string) {
				const [raw] = noteReference.exec(text) ?? [];
				return raw === undefined ? undefined : { type: "noteReference", raw };
			},
			renderer: () => "",
		},
	],
	renderer: {
		image: ({ text }) => escapeHtml(text),
		// Each line of code is a paragraph.
		code: ({ text }) =>
			text
				.split("\n")
				.map((line) => `<p>${escapeHtml(line)}</p>`)
				.join(""),
	},
});

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export function readMarkdown(text: string): Source {
	const normalized = text.replace(/\r\n?/g, "\n");
	const [matter = "", fields = ""] = frontMatter.exec(normalized) ?? [];
	const html = marked.parse(normalized.slice(matter.length), { async: false });
	const { blocks } = readMarkup(html);
	const field = (name: string) =>
		new RegExp(`^${name}:[ \\t]*(?:"([^"\\n]+)"|'([^'\\n]+)'|([^\\n]+))$`, "im").exec(fields)?.slice(1).find(Boolean) ??
		null;
	return { title: field("title"), author: field("author"), language: field("lang(?:uage)?"), blocks };
}
