import { maxChapterBlocks, maxChapterCharacters } from "@timbre/contract/studio/rules.ts";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { isFromDocument } from "./positions.ts";

/** Blocks contain only text, so everything else is the start and end of each block. */
export const characterCount = (doc: Node): number => doc.content.size - 2 * doc.childCount;

const isTooLong = (doc: Node) => characterCount(doc) > maxChapterCharacters || doc.childCount > maxChapterBlocks;

type EditingRules = { canEdit: () => boolean; onTooLong: () => void };

/**
 * Rejects changes by people who can't edit, and changes that make a chapter too long. The text stays a text field for
 * readers: they need a cursor to select a passage with the keyboard.
 */
export const editingRules = ({ canEdit, onTooLong }: EditingRules) =>
	new Plugin({
		filterTransaction(transaction, state) {
			if (!transaction.docChanged || isFromDocument(transaction)) return true;
			if (!canEdit()) return false;
			const grows = transaction.doc.content.size > state.doc.content.size;
			if (!grows || !isTooLong(transaction.doc)) return true;
			onTooLong();
			return false;
		},
		props: {
			handleDOMEvents: {
				// The browser would show the change until it is rejected.
				beforeinput(_, event) {
					if (canEdit()) return false;
					event.preventDefault();
					return true;
				},
			},
		},
	});
