// Positions of comments as places in the text, which mean the same in a copy of the document.
import * as Y from "yjs";
import { elementsOf, readBlocks } from "./blocks.ts";

/** A passage of a block, with offsets in its text. */
export type Passage = { blockId: string; start: number; end: number };

/** Undefined if the text around it is gone, or is not within one block. */
export function findPassage(doc: Y.Doc, position: { start: string; end: string }): Passage | undefined {
	const start = placeOf(doc, position.start);
	const end = placeOf(doc, position.end);
	if (!start || !end || start.element !== end.element || end.offset < start.offset) return undefined;
	const block = readBlocks(doc)[start.element];
	return block && { blockId: block.id, start: start.offset, end: end.offset };
}

/** The positions of a passage. They are those of no text if the block is not there. */
export function encodePassage(doc: Y.Doc, passage: Passage | undefined): { start: string; end: string } {
	const index = passage ? readBlocks(doc).findIndex(({ id }) => id === passage.blockId) : -1;
	const text = elementsOf(doc)
		[index]?.toArray()
		.find((child) => child instanceof Y.XmlText);
	if (!passage || !text) return { start: "null", end: "null" };
	const at = (offset: number, side: number) =>
		JSON.stringify(Y.createRelativePositionFromTypeIndex(text, Math.min(offset, text.length), side));
	return { start: at(passage.start, 0), end: at(passage.end, -1) };
}

/** Where a position leads: the position of its block, and an offset in the text of that. */
export function placeOf(doc: Y.Doc, encoded: string): { element: number; offset: number } | undefined {
	let found: { type: unknown; index: number } | null;
	try {
		found = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(JSON.parse(encoded)), doc);
	} catch {
		// Sent by another program in another format.
		return undefined;
	}
	if (!(found?.type instanceof Y.XmlText)) return undefined;
	const { type, index } = found;
	for (const [element, parent] of elementsOf(doc).entries()) {
		let offset = 0;
		for (const child of parent.toArray()) {
			if (child === type) return { element, offset: offset + index };
			if (child instanceof Y.XmlText) offset += child.length;
		}
	}
	return undefined;
}
