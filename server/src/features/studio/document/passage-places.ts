// Passages of comments, which may start and end in different blocks.
import * as Y from "yjs";
import { elementsOf, readBlocks } from "./blocks.ts";
import { placeOf } from "./positions.ts";

export type Position = { blockId: string; offset: number };
export type Passage = { start: Position; end: Position };

/** Where passages are in a document. Undefined for one whose text is gone. */
export function findPassages(doc: Y.Doc, passages: readonly { start: string; end: string }[]): (Passage | undefined)[] {
	const ids = readBlocks(doc).map(({ id }) => id);
	const find = (encoded: string): Position | undefined => {
		const found = placeOf(doc, encoded);
		const blockId = found && ids[found.element];
		return blockId === undefined ? undefined : { blockId, offset: found?.offset ?? 0 };
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
