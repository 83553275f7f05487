import { zipSync } from "fflate";
import mammoth from "mammoth";
import { damaged } from "../errors.ts";
import { readMarkup } from "../formats/html.ts";
import type { Source, SourceBlock } from "../formats/source.ts";
import { checkDepth, decodeXml, visitXml } from "./xml.ts";
import { unzip } from "./zip.ts";

const styleMap = ["p[style-name='Title'] => h1.title:fresh", "p[style-name='Subtitle'] => p:fresh"];
const notePattern = /^(?:foot|end)note-(?!ref-)/;
const isPart = (name: string) => /\.(?:xml|rels)$/i.test(name) && !name.startsWith("customXml/");

export async function readDocx(bytes: Uint8Array): Promise<Source> {
	const texts = readParts(bytes);
	const { value: html } = await mammoth.convertToHtml(
		{ buffer: repack(texts) },
		{
			styleMap,
			includeEmbeddedStyleMap: false,
			externalFileAccess: false,
			convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
		},
	);
	const { blocks } = readMarkup(html, { isNoteId: (id) => notePattern.test(id) });
	return { ...properties(texts), blocks: placeNotes(blocks) };
}

function readParts(bytes: Uint8Array): Map<string, string> {
	const texts = new Map<string, string>();
	for (const [name, data] of unzip(bytes, isPart)) {
		const text = decodeXml(data);
		checkDepth(text);
		texts.set(name, text);
	}
	return texts;
}

/** Only the parts that were checked, so that the library can't find others in the archive. */
function repack(texts: Map<string, string>): Buffer {
	const encoder = new TextEncoder();
	const files = Object.fromEntries([...texts].map(([name, text]) => [name, encoder.encode(text)]));
	return Buffer.from(zipSync(files, { level: 0 }));
}

function properties(texts: Map<string, string>): Pick<Source, "title" | "author" | "language"> {
	const found = new Map<string, string>();
	const core = texts.get("docProps/core.xml");
	if (core) visitXml(core, { close: (name, text) => void (text.trim() && found.set(name, text)) });
	const language = /<w:lang [^>]*w:val="([\w-]{2,35})"/.exec(texts.get("word/styles.xml") ?? "")?.[1];
	return {
		title: found.get("title") ?? null,
		author: found.get("creator") ?? null,
		language: found.get("language") ?? language ?? null,
	};
}

/** The library puts all notes at the end. */
function placeNotes(blocks: SourceBlock[]): SourceBlock[] {
	const notes = Map.groupBy(
		blocks.filter((block) => block.noteId),
		(block) => block.noteId,
	);
	const placed: SourceBlock[] = [];
	for (const block of blocks) {
		if (block.noteId) continue;
		placed.push(block);
		for (const id of block.noteRefs ?? []) {
			placed.push(...(notes.get(id) ?? []));
			notes.delete(id);
		}
	}
	return [...placed, ...[...notes.values()].flat()];
}

/** Rejects what the library could not open. */
export function checkDocx(bytes: Uint8Array): void {
	if (!readParts(bytes).has("[Content_Types].xml")) throw damaged();
}
