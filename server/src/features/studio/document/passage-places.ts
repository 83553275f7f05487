// Passages of comments: Yjs relative positions as JSON, and the blocks they are in.
import * as Y from "yjs";
import { elementsOf, readBlocks } from "./blocks.ts";

export type Position = { blockId: string; offset: number };
export type Passage = { start: Position; end: Position };

/** Where passages are in a document. Undefined for one whose text is gone. */
export function findPassages(doc: Y.Doc, passages: readonly { start: string; end: string }[]): (Passage | undefined)[] {
	const ids = readBlocks(doc).map(({ id }) => id);
	const blocks = new Map(elementsOf(doc).map((element, at) => [element, ids[at] ?? ""]));
	const find = (encoded: string): Position | undefined => {
		const found = decode(doc, encoded);
		if (!(found?.type instanceof Y.XmlText) || !(found.type.parent instanceof Y.XmlElement)) return undefined;
		const blockId = blocks.get(found.type.parent);
		if (blockId === undefined) return undefined;
		let offset = found.index;
		for (const child of found.type.parent.toArray()) {
			if (child === found.type) break;
			if (child instanceof Y.XmlText) offset += child.length;
		}
		return { blockId, offset };
	};
	return passages.map((passage) => {
		const start = find(passage.start);
		const end = find(passage.end);
		return start && end ? { start, end } : undefined;
	});
}

/** Undefined if the text isn't there. */
export function encodePassage(doc: Y.Doc, { start, end }: Passage): { start: string; end: string } | undefined {
	const from = encode(doc, start, 0);
	const to = encode(doc, end, -1);
	return from !== undefined && to !== undefined ? { start: from, end: to } : undefined;
}

/** `side` tells which neighbor the position sticks to when text is inserted at it: the left one is -1. */
function encode(doc: Y.Doc, { blockId, offset }: Position, side: 0 | -1): string | undefined {
	const position = readBlocks(doc).findIndex(({ id }) => id === blockId);
	let rest = offset;
	for (const child of elementsOf(doc)[position]?.toArray() ?? []) {
		if (!(child instanceof Y.XmlText)) continue;
		if (rest <= child.length) return JSON.stringify(Y.createRelativePositionFromTypeIndex(child, rest, side));
		rest -= child.length;
	}
	return undefined;
}

function decode(doc: Y.Doc, encoded: string): Y.AbsolutePosition | null {
	try {
		const relative = Y.createRelativePositionFromJSON(JSON.parse(encoded));
		return Y.createAbsolutePositionFromRelativePosition(relative, doc);
	} catch {
		// Sent by another program in another format.
		return null;
	}
}
