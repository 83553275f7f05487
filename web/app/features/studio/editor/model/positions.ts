// Positions that stay where they are in the text while others edit it: Yjs relative positions as JSON.
import type { EditorState } from "@tiptap/pm/state";
import {
	absolutePositionToRelativePosition,
	type ProsemirrorBinding,
	relativePositionToAbsolutePosition,
	ySyncPluginKey,
} from "@tiptap/y-tiptap";
import * as Y from "yjs";

export const bindingOf = (state: EditorState): ProsemirrorBinding => ySyncPluginKey.getState(state).binding;

/** Whether a transaction only shows changes of the document: those of others, and those of undo and redo. */
export const isFromDocument = (transaction: { getMeta: (key: typeof ySyncPluginKey) => unknown }): boolean =>
	(transaction.getMeta(ySyncPluginKey) as { isChangeOrigin?: boolean } | undefined)?.isChangeOrigin === true;

/** `side` tells which neighbor the position sticks to when text is inserted at it. */
export function encodePosition(binding: ProsemirrorBinding, position: number, side: "left" | "right" = "left"): string {
	const relative = absolutePositionToRelativePosition(position, binding.type, binding.mapping);
	const found = side === "right" ? Y.createAbsolutePositionFromRelativePosition(relative, binding.doc) : null;
	const sided =
		found?.type instanceof Y.XmlText ? Y.createRelativePositionFromTypeIndex(found.type, found.index, 0) : relative;
	return JSON.stringify(sided);
}

/** The position in the current text, or null if the text around it is gone. */
export function decodePosition(binding: ProsemirrorBinding, encoded: string): number | null {
	try {
		const relative = Y.createRelativePositionFromJSON(JSON.parse(encoded));
		const position = relativePositionToAbsolutePosition(binding.doc, binding.type, relative, binding.mapping);
		if (position !== null) return position;
		// The binding doesn't trust positions at the start of the document, where everything it can't find ends up.
		const found = Y.createAbsolutePositionFromRelativePosition(relative, binding.doc);
		const first = binding.type.length > 0 ? binding.type.get(0) : null;
		return found?.type instanceof Y.XmlText && found.type.parent === first && found.index === 0 ? 1 : null;
	} catch {
		// Sent by another program in another format.
		return null;
	}
}

export type Range = { from: number; to: number };

/** The passage between two positions; null if it is empty or gone. */
export function decodeRange(
	binding: ProsemirrorBinding,
	size: number,
	{ start, end }: { start: string; end: string },
): Range | null {
	const from = decodePosition(binding, start);
	const to = decodePosition(binding, end);
	return from !== null && to !== null && from < to && to <= size ? { from, to } : null;
}
