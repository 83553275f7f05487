// Parses a subset of Markdown into plain data at prerender time. The parser is never sent to the browser.
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

const inlinePattern =
	/`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|(?<!\w)_([^_\s][^_]*)_(?!\w)/g;

export function parseInline(text: string): Inline[] {
	const found: Inline[] = [];
	let at = 0;
	for (const match of text.matchAll(inlinePattern)) {
		if (match.index > at) found.push(text.slice(at, match.index));
		const [full, code, label, href, strong, star, line] = match;
		if (code !== undefined) found.push({ type: "code", text: code });
		else if (label !== undefined) found.push({ type: "link", href: href ?? "", children: parseInline(label) });
		else if (strong !== undefined) found.push({ type: "strong", children: parseInline(strong) });
		else found.push({ type: "em", children: parseInline(star ?? line ?? "") });
		at = match.index + full.length;
	}
	if (at < text.length) found.push(text.slice(at));
	return found;
}

/** Anchor id of a heading. */
export function headingId(text: string): string {
	return text
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, "-")
		.replaceAll(/^-|-$/g, "");
}

export function parseMarkdown(source: string): Block[] {
	const lines = source.replaceAll("\r\n", "\n").split("\n");
	const blocks: Block[] = [];
	let at = 0;
	/** Consumes lines while the predicate holds. */
	const takeWhile = (belongs: (line: string) => boolean): string[] => {
		const from = at;
		while (at < lines.length && belongs(lines[at] ?? "")) at++;
		return lines.slice(from, at);
	};
	while (at < lines.length) {
		const line = lines[at] ?? "";
		if (line.trim() === "") at++;
		else if (line.startsWith("```")) blocks.push(fenced());
		else if (/^#{2,3} /.test(line)) blocks.push(heading(line));
		else if (/^!\[sound\]\(/.test(line)) blocks.push(sound(line));
		else if (line.startsWith("|")) blocks.push(table(takeWhile((next) => next.startsWith("|"))));
		else if (line.startsWith("> ")) {
			const text = takeWhile((next) => next.startsWith(">")).map((next) => next.replace(/^>\s?/, ""));
			blocks.push({ type: "note", children: parseInline(text.join(" ")) });
		} else if (listMark.test(line)) blocks.push(list(takeWhile((next) => listMark.test(next) || /^\s+\S/.test(next))));
		else blocks.push({ type: "paragraph", children: parseInline(takeWhile(isPlain).join(" ")) });
	}
	return blocks;

	function fenced(): Block {
		const title = (lines[at] ?? "").slice(3).trim();
		at++;
		const code = takeWhile((next) => !next.startsWith("```"));
		at++;
		return { type: "code", title, code: code.join("\n") };
	}

	function heading(line: string): Block {
		at++;
		const level = line.startsWith("###") ? 3 : 2;
		const text = line.slice(level + 1).trim();
		return { type: "heading", level, id: headingId(text), children: parseInline(text) };
	}

	function sound(line: string): Block {
		at++;
		return { type: "sound", id: line.slice("![sound](".length, line.lastIndexOf(")")) };
	}
}

const listMark = /^(?:- |\d+\. )/;

function isPlain(line: string): boolean {
	return line.trim() !== "" && !/^(?:```|#{2,3} |\||> |!\[sound\])/.test(line) && !listMark.test(line);
}

function list(lines: string[]): Block {
	const items: string[] = [];
	for (const line of lines) {
		if (listMark.test(line)) items.push(line.replace(listMark, ""));
		else items.push(`${items.pop() ?? ""} ${line.trim()}`);
	}
	return { type: "list", ordered: /^\d/.test(lines[0] ?? ""), items: items.map(parseInline) };
}

function table(lines: string[]): Block {
	const cells = (line: string) =>
		line
			.replace(/^\||\|$/g, "")
			.split("|")
			.map((cell) => cell.trim());
	const [head = "", rule = "", ...rows] = lines;
	return {
		type: "table",
		head: cells(head).map(parseInline),
		rows: rows.map((row) => cells(row).map(parseInline)),
		numeric: cells(rule).map((cell) => cell.endsWith(":")),
	};
}
