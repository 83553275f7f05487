/** The subset of DOM nodes used here, so tests don't need a browser. */
export type DocumentNode = {
	nodeType: number;
	nodeName: string;
	nodeValue: string | null;
	childNodes: Iterable<DocumentNode>;
};

const textNode = 3;
const elementNode = 1;

const skippedTags = new Set(
	"HEAD STYLE SCRIPT NOSCRIPT TEMPLATE TITLE META LINK SVG CANVAS IFRAME OBJECT BUTTON SELECT TEXTAREA".split(" "),
);
const blocks = new Set(
	"P DIV H1 H2 H3 H4 H5 H6 LI UL OL DL DT DD TR TABLE TBODY THEAD BLOCKQUOTE PRE SECTION ARTICLE HEADER FOOTER MAIN ASIDE NAV FIGURE FIGCAPTION HR BODY".split(
		" ",
	),
);

/** The text of a document as paragraphs, separated by blank lines. */
export function paragraphsOf(root: DocumentNode): string {
	const paragraphs: string[] = [];
	let line = "";
	const end = () => {
		const clean = line
			.split("\n")
			.map((part) => part.replace(/[^\S\n]+/g, " ").trim())
			.join("\n")
			.trim();
		if (clean) paragraphs.push(clean);
		line = "";
	};
	// Iterative: real web pages can be nested deeply enough to overflow the stack.
	const waiting: (DocumentNode | "end")[] = [root];
	for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
		if (node === "end") {
			end();
			continue;
		}
		const name = node.nodeName.toUpperCase();
		if (node.nodeType === textNode) line += (node.nodeValue ?? "").replace(/\s+/g, " ");
		else if (name === "BR") line += "\n";
		else if (name === "TD" || name === "TH") line += " ";
		if (node.nodeType === textNode || skippedTags.has(name)) continue;
		if (blocks.has(name) && node.nodeType === elementNode) {
			end();
			waiting.push("end");
		}
		waiting.push(...[...node.childNodes].reverse());
	}
	end();
	return stripInvisible(paragraphs.join("\n\n"));
}

/** Removes invisible characters that can confuse speech engines: soft hyphens, zero-width and control characters. */
export function stripInvisible(text: string): string {
	return (
		text
			.replace(/\r\n?/g, "\n")
			// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
			.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff]/g, "")
			.replace(/[\u00a0\u2028]/g, " ")
	);
}

/** The text to insert for a paste; undefined if the browser's plain text is good enough. */
export function pastedText(data: Pick<DataTransfer, "getData">): string | undefined {
	const html = data.getData("text/html");
	if (!html || !/<(p|div|h[1-6]|li|tr|br|blockquote)\b/i.test(html)) return undefined;
	const text = paragraphsOf(new DOMParser().parseFromString(html, "text/html") as unknown as DocumentNode);
	return text || undefined;
}

const readers: Record<string, (text: string) => string> = {
	txt: (text) => text,
	text: (text) => text,
	md: fromMarkdown,
	markdown: fromMarkdown,
	srt: fromSubtitles,
	vtt: fromSubtitles,
};

export const readableExtensions = Object.keys(readers);

/** The text of a dropped file; undefined for unsupported types. */
export function fileText(name: string, content: string): string | undefined {
	const read = readers[name.slice(name.lastIndexOf(".") + 1).toLowerCase()];
	return read && stripInvisible(read(content.replace(/\r\n?/g, "\n"))).trim();
}

/** Strips Markdown syntax, so it is not read aloud. */
export function fromMarkdown(text: string): string {
	return text
		.replace(/^---\n[\s\S]*?\n---\n/, "")
		.replace(/^(```|~~~)[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, "")
		.replace(/<!--[\s\S]*?-->/g, "")
		.replace(/!\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
		.replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
		.replace(/^[ \t]{0,3}(#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)/gm, "")
		.replace(/^[ \t]*([-*_])([ \t]*\1){2,}[ \t]*$/gm, "")
		.replace(/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, "$2")
		.replace(/(^|[^\p{L}\p{N}])([*_])(?=\S)([^\n]*?\S)\2(?![\p{L}\p{N}])/gu, "$1$3")
		.replace(/`([^`\n]+)`/g, "$1")
		.replace(/\n{3,}/g, "\n\n")
		.trim();
}

/** The text of subtitles, without numbers and times; lines of one sentence are joined. */
export function fromSubtitles(text: string): string {
	const cues = text
		.replace(/^WEBVTT[^\n]*\n/, "")
		.split(/\n{2,}/)
		.map((cue) =>
			cue
				.split("\n")
				.filter((line) => !/^\s*\d+\s*$/.test(line) && !/-->/.test(line) && !/^(NOTE|STYLE|REGION)\b/.test(line))
				.join(" ")
				.replace(/<[^>\n]*>|\{\\[^}\n]*\}/g, "")
				.trim(),
		)
		.filter(Boolean);
	return cues
		.join(" ")
		.replace(/([.!?…]["”’)]?) +(?=\p{Lu})/gu, "$1\n")
		.trim();
}
