import { TextSelection } from "@tiptap/pm/state";
import type { Editor } from "@tiptap/react";
import { type RefObject, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import type { OpenText } from "../../conversion/components/convert-dialog.tsx";
import { blockAtCursor, blockPosition } from "../../model/block-places.ts";
import type { ChapterSession } from "../model/chapter-session.ts";

/** Longer than saving takes. Offline, the price is that of the stored text. */
const maxSaveMs = 4_000;

/** Tells the page which block the cursor is in, and when all changes are stored. */
export function useOpenText(ref: RefObject<OpenText | null>, editor: Editor | null, session: ChapterSession): void {
	useEffect(() => {
		if (!editor) return;
		const { connection } = session;
		ref.current = {
			block() {
				const found = blockAtCursor(editor.state);
				return found && { id: found.id, text: found.text.trim().slice(0, 200) };
			},
			saved() {
				connection.flush();
				if (!connection.unsaved()) return Promise.resolve();
				return new Promise((resolve) => {
					const stop = connection.subscribe(() => connection.unsaved() || done());
					const timer = setTimeout(() => done(), maxSaveMs);
					const done = () => {
						clearTimeout(timer);
						stop();
						resolve();
					};
				});
			},
		};
		return () => {
			ref.current = null;
		};
	}, [ref, editor, session]);
}

/** Goes to the block of the address once, such as from the list of misread sentences. */
export function useLinkedBlock(editor: Editor | null, onFound: () => void): void {
	const [search, setSearch] = useSearchParams();
	const blockId = search.get("block");
	const found = useRef(onFound);
	found.current = onFound;
	useEffect(() => {
		if (!editor || blockId === null) return;
		const { state } = editor;
		const at = blockPosition(state, blockId);
		if (at !== null) {
			editor.view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, at + 1)).scrollIntoView());
			editor.view.focus();
			found.current();
		}
		setSearch(
			(before) => {
				before.delete("block");
				return before;
			},
			{ replace: true },
		);
	}, [editor, blockId, setSearch]);
}
