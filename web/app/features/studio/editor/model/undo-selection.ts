import { Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import type * as Y from "yjs";
import { bindingOf, decodePosition, encodePosition } from "./positions.ts";

type Saved = { anchor: string; head: string } | null;
type StackEvent = { stackItem: Y.UndoManager["undoStack"][number] };

const key = new PluginKey<Saved>("undo-selection");
const metaKey = "selection";

/** Undo puts the cursor where it was before the change. */
export const undoSelection = (manager: Y.UndoManager) =>
	new Plugin<Saved>({
		key,
		state: {
			init: () => null,
			apply(transaction, value, before) {
				if (!transaction.docChanged) return value;
				const binding = bindingOf(before);
				const { anchor, head } = before.selection;
				return { anchor: encodePosition(binding, anchor), head: encodePosition(binding, head) };
			},
		},
		view(view) {
			const onAdded = ({ stackItem }: StackEvent) => {
				stackItem.meta.set(metaKey, key.getState(view.state) ?? null);
			};
			const onPopped = ({ stackItem }: StackEvent) => {
				const saved = stackItem.meta.get(metaKey) as Saved | undefined;
				if (!saved) return;
				const { doc, tr } = view.state;
				const binding = bindingOf(view.state);
				const anchor = decodePosition(binding, saved.anchor);
				const head = decodePosition(binding, saved.head);
				if (anchor === null || head === null || Math.max(anchor, head) > doc.content.size) return;
				view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))).scrollIntoView());
			};
			manager.on("stack-item-added", onAdded);
			manager.on("stack-item-popped", onPopped);
			return {
				destroy() {
					manager.off("stack-item-added", onAdded);
					manager.off("stack-item-popped", onPopped);
				},
			};
		},
	});
