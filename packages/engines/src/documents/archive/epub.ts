import { DocumentError, damaged } from "../errors.ts";
import { type Markup, readMarkup } from "../formats/html.ts";
import type { Source, SourceBlock } from "../formats/source.ts";
import { readContents, type TocEntry } from "./epub-toc.ts";
import { resolvePath } from "./paths.ts";
import { decodeXml, visitXml } from "./xml.ts";
import { unzip } from "./zip.ts";

type Item = { path: string; type: string; properties: string };
type Package = {
	title: string | null;
	author: string | null;
	language: string | null;
	items: Map<string, Item>;
	spine: Item[];
	tocId: string | undefined;
};
/** A file of the spine: its blocks are from `start` on. */
type Part = { path: string; start: number; end: number; anchors: Map<string, number> };

/** These only obscure fonts. */
const fontAlgorithms = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];
const isTextFile = (name: string) => /\.(?:x?html?|xml|opf|ncx)$/i.test(name) || name.startsWith("META-INF/");

export async function readEpub(bytes: Uint8Array, onProgress: (share: number) => void): Promise<Source> {
	const files = openEpub(bytes);
	const { items, spine, tocId, title, author, language } = readPackage(files);
	const blocks: SourceBlock[] = [];
	const parts: Part[] = [];
	for (const [index, { path, properties }] of spine.entries()) {
		const data = files.get(path);
		if (!data || /\bnav\b/.test(properties)) continue;
		const markup = readMarkup(decodeXml(data), { xhtml: true });
		parts.push(partOf(path, blocks.length, markup));
		for (const block of markup.blocks) blocks.push(block);
		onProgress(index / spine.length);
	}
	markChapters(blocks, parts, toc(files, items, tocId));
	return { title, author, language, blocks };
}

/** Rejects what can't be read. */
export function checkEpub(bytes: Uint8Array): void {
	const files = openEpub(bytes);
	const { spine } = readPackage(files);
	for (const { path } of spine) {
		const data = files.get(path);
		if (data) decodeXml(data);
	}
}

function openEpub(bytes: Uint8Array): Map<string, Uint8Array> {
	const files = unzip(bytes, isTextFile);
	const encryption = files.get("META-INF/encryption.xml");
	if (encryption && isProtected(decodeXml(encryption)))
		throw new DocumentError("encrypted", "The book is protected by DRM and can't be read. Use a copy without DRM.");
	return files;
}

function isProtected(encryption: string): boolean {
	let content = false;
	let inData = false;
	visitXml(encryption, {
		open(name, attributes) {
			if (name === "encrypteddata") inData = true;
			if (inData && name === "encryptionmethod" && !fontAlgorithms.includes(attributes.Algorithm ?? "")) content = true;
		},
		close(name) {
			if (name === "encrypteddata") inData = false;
		},
	});
	return content;
}

function readPackage(files: Map<string, Uint8Array>): Package {
	const container = files.get("META-INF/container.xml");
	if (!container) throw damaged();
	let path = "";
	visitXml(decodeXml(container), {
		open(name, attributes) {
			if (name === "rootfile") path ||= resolvePath("", attributes["full-path"] ?? "");
		},
	});
	const data = files.get(path);
	if (!data) throw damaged();
	const items = new Map<string, Item>();
	const idrefs: string[] = [];
	const titles: string[] = [];
	const creators: string[] = [];
	let language: string | null = null;
	let tocId: string | undefined;
	visitXml(decodeXml(data), {
		open(name, attributes) {
			if (name === "item" && attributes.id && attributes.href)
				items.set(attributes.id, {
					path: resolvePath(path, attributes.href),
					type: attributes["media-type"] ?? "",
					properties: attributes.properties ?? "",
				});
			if (name === "spine") tocId = attributes.toc;
			if (name === "itemref" && attributes.idref && attributes.linear !== "no") idrefs.push(attributes.idref);
		},
		close(name, text) {
			if (name === "title" && text.trim()) titles.push(text);
			if (name === "creator" && text.trim()) creators.push(text.trim());
			if (name === "language") language ??= text.trim() || null;
		},
	});
	const spine = idrefs.flatMap((id) => items.get(id) ?? []);
	return { title: titles[0] ?? null, author: creators.join(", ") || null, language, items, spine, tocId };
}

function toc(files: Map<string, Uint8Array>, items: Map<string, Item>, tocId: string | undefined): TocEntry[] {
	const nav = [...items.values()].find((item) => /\bnav\b/.test(item.properties));
	const ncx = (tocId && items.get(tocId)) || [...items.values()].find((item) => item.type.includes("dtbncx"));
	for (const item of [nav, ncx]) {
		const data = item && files.get(item.path);
		const entries = item && data ? readContents(decodeXml(data), item.path) : [];
		if (entries.length > 0) return entries;
	}
	return [];
}

const partOf = (path: string, start: number, { blocks, anchors }: Markup): Part => ({
	path,
	start,
	end: start + blocks.length,
	anchors: new Map([...anchors].map(([id, at]) => [id, start + at])),
});

/** Chapters start where the table of contents says, and at files that start with a heading. */
function markChapters(blocks: SourceBlock[], parts: Part[], entries: TocEntry[]): void {
	const located = entries.flatMap(({ path, fragment, title, depth }) => {
		const part = parts.find((one) => one.path === path);
		if (!part) return [];
		const at = part.anchors.get(fragment) ?? part.start;
		return at < part.end ? [{ at, depth, title, startsFile: isFileStart(blocks, part, at) }] : [];
	});
	// Without a table of contents the headings decide.
	if (located.length === 0) return;
	const maxDepth = Math.max(...located.map((entry) => entry.depth));
	for (let depth = 0; depth <= maxDepth; depth++) {
		const starts = located.filter((entry) => entry.startsFile || entry.depth <= depth);
		if (new Set(starts.map((entry) => entry.at)).size < 2 && depth < maxDepth) continue;
		for (const { at, title } of starts) {
			const block = blocks[at];
			if (block && !block.chapter) block.chapter = { name: title };
		}
		break;
	}
	for (const { start, end } of parts) {
		const first = blocks.slice(start, end).find((block) => !block.dropped);
		const hasEntry = blocks.slice(start, end).some((block) => block.chapter);
		if (first && first.type !== "p" && !hasEntry) first.chapter = {};
	}
}

/** Nothing that is spoken stands before it in its file. */
const isFileStart = (blocks: SourceBlock[], part: Part, at: number) =>
	blocks.slice(part.start, at).every((block) => block.dropped);
