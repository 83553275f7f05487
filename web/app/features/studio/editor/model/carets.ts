import type { Editor } from "@timbre/contract/studio/edit-schemas.ts";
import { voiceColors } from "@timbre/ui/voice-colors.ts";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { bindingOf, decodePosition, isFromDocument } from "./positions.ts";

type Editors = readonly Editor[];

export const caretsKey = new PluginKey<{ editors: Editors; decorations: DecorationSet }>("carets");

/** A color of a person, the same in all windows. Always shown together with the name. */
export const editorColor = (userId: string): string => voiceColors(userId).from;

/** Shows where others are in the text. */
export const carets = () =>
	new Plugin({
		key: caretsKey,
		state: {
			init: () => ({ editors: [] as Editors, decorations: DecorationSet.empty }),
			apply(transaction, value, _, state) {
				const editors = transaction.getMeta(caretsKey) as Editors | undefined;
				if (editors || isFromDocument(transaction)) {
					const shown = editors ?? value.editors;
					return { editors: shown, decorations: decorate(state, shown) };
				}
				if (!transaction.docChanged) return value;
				// The binding only knows the new positions after this transaction.
				return { ...value, decorations: value.decorations.map(transaction.mapping, transaction.doc) };
			},
		},
		props: { decorations: (state) => caretsKey.getState(state)?.decorations },
	});

function decorate(state: EditorState, editors: Editors): DecorationSet {
	const binding = bindingOf(state);
	const size = state.doc.content.size;
	const decorations = editors.flatMap((editor) => {
		if (!editor.cursor) return [];
		const head = decodePosition(binding, editor.cursor.head);
		const anchor = decodePosition(binding, editor.cursor.anchor);
		if (head === null || anchor === null || Math.max(head, anchor) > size) return [];
		const color = editorColor(editor.userId);
		const caret = Decoration.widget(head, () => caretElement(editor.name, color), {
			key: `${editor.id} ${editor.name}`,
			side: 10,
		});
		if (anchor === head) return [caret];
		const selection = Decoration.inline(Math.min(anchor, head), Math.max(anchor, head), {
			style: `background-color: color-mix(in srgb, ${color} 18%, transparent)`,
		});
		return [caret, selection];
	});
	return DecorationSet.create(state.doc, decorations);
}

function caretElement(name: string, color: string): HTMLElement {
	const caret = document.createElement("span");
	caret.className = "other-caret";
	caret.style.setProperty("--caret", color);
	// An attribute, so that the name is not part of the text.
	caret.dataset.name = name;
	// The list of people says the same.
	caret.setAttribute("aria-hidden", "true");
	return caret;
}
