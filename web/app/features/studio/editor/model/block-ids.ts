import { Plugin } from "@tiptap/pm/state";
import { isFromDocument } from "./positions.ts";

/**
 * Takes the id from the second of two blocks with the same one, such as after copying a block. The server gives ids to
 * blocks without one. Changes of others are left alone, because both sides would correct them.
 */
export const uniqueBlockIds = () =>
	new Plugin({
		appendTransaction(transactions, _, { doc, tr }) {
			if (!transactions.some(({ docChanged }) => docChanged) || transactions.some(isFromDocument)) return null;
			const seen = new Set<unknown>();
			doc.forEach((block, offset) => {
				const id: unknown = block.attrs.blockId;
				if (id === null) return;
				if (seen.has(id)) tr.setNodeAttribute(offset, "blockId", null);
				seen.add(id);
			});
			return tr.docChanged ? tr : null;
		},
	});
