// The blocks of the text by the ids that the API has for them.
import type { EditorState } from "@tiptap/pm/state";
import { type ProsemirrorBinding, ySyncPluginKey } from "@tiptap/y-tiptap";
import * as Y from "yjs";

const ownId = /^[A-Za-z0-9_-]{1,64}$/;

/** The server does the same (document/blocks.ts): a block without an id of its own has one derived from its element. */
function idOf(element: Y.XmlElement): string {
	const given: unknown = element.getAttribute("blockId");
	if (typeof given === "string" && ownId.test(given)) return given;
	const { client, clock } = element._item?.id ?? { client: 0, clock: 0 };
	return `y${client.toString(36)}-${clock.toString(36)}`;
}

/** Ids of all blocks in reading order. */
export function blockIds(state: EditorState): string[] {
	const binding = (ySyncPluginKey.getState(state) as { binding?: ProsemirrorBinding } | undefined)?.binding;
	if (!binding) return state.doc.content.content.map(({ attrs }) => String(attrs.blockId));
	return binding.type.toArray().flatMap((child) => (child instanceof Y.XmlElement ? [idOf(child)] : []));
}

export type BlockPlace = { id: string; position: number };

/** Where each block starts. */
export function blockPlaces(state: EditorState): BlockPlace[] {
	let position = 0;
	const { content } = state.doc.content;
	return blockIds(state).flatMap((id, at) => {
		const block = content[at];
		if (!block) return [];
		const place = { id, position };
		position += block.nodeSize;
		return [place];
	});
}

export const blockPosition = (state: EditorState, blockId: string): number | null =>
	blockPlaces(state).find(({ id }) => id === blockId)?.position ?? null;

/** The block of the cursor; null if it has no text. */
export function blockAtCursor(state: EditorState): { id: string; text: string; offset: number } | null {
	const { $from } = state.selection;
	const text = $from.depth === 0 ? "" : $from.node(1).textContent;
	const id = text.trim() === "" ? undefined : blockIds(state)[$from.index(0)];
	return id === undefined ? null : { id, text, offset: $from.parentOffset };
}

export function blockText(state: EditorState, blockId: string): string | undefined {
	const at = blockPosition(state, blockId);
	return at === null ? undefined : state.doc.nodeAt(at)?.textContent;
}
