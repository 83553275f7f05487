import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

/** A hint in an empty chapter. */
export const placeholder = (text: string) =>
	new Plugin({
		props: {
			decorations({ doc }) {
				const { firstChild } = doc;
				if (doc.childCount !== 1 || !firstChild || firstChild.content.size > 0) return null;
				return DecorationSet.create(doc, [Decoration.node(0, firstChild.nodeSize, { "data-placeholder": text })]);
			},
		},
	});
