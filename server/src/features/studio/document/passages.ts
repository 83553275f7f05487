// Where a passage is in a document: positions that stay with the text while others edit it.
import * as Y from "yjs";
import { findElement } from "./blocks.ts";

type PassagePositions = { start: string; end: string };

/** The positions of a text in a block. Of several places, the one at `near`. Undefined if the text isn't there any more. */
export function findPassage(
	doc: Y.Doc,
	{ blockId, text, near }: { blockId: string; text: string; near: number },
): PassagePositions | undefined {
	const element = findElement(doc, blockId);
	if (!element || text === "") return undefined;
	const texts = element.toArray().filter((child): child is Y.XmlText => child instanceof Y.XmlText);
	const whole = texts.map(plainTextOf).join("");
	const from = whole.startsWith(text, near) ? near : whole.indexOf(text);
	if (from < 0) return undefined;
	return { start: encode(texts, from, 0), end: encode(texts, from + text.length, -1) };
}

const plainTextOf = (text: Y.XmlText): string =>
	(text.toDelta() as { insert: unknown }[]).map(({ insert }) => (typeof insert === "string" ? insert : "")).join("");

/** `side` tells which neighbor the position sticks to when text is inserted at it: 0 the next one, -1 the one before. */
function encode(texts: readonly Y.XmlText[], at: number, side: 0 | -1): string {
	let offset = at;
	for (const [index, text] of texts.entries()) {
		const isHere = side === 0 ? offset < text.length : offset <= text.length;
		if (isHere || index === texts.length - 1)
			return JSON.stringify(
				Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(text, Math.min(offset, text.length), side)),
			);
		offset -= text.length;
	}
	throw new Error("a block without text has no passages");
}
