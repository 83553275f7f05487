import type { Comment } from "@timbre/contract/studio/endpoints.ts";
import { maxChapterBlocks, maxChapterCharacters } from "@timbre/contract/studio/rules.ts";
import { type Editor, useEditor } from "@tiptap/react";
import { useEffect, useMemo, useRef } from "react";
import { toaster } from "../../../../lib/page/toaster.ts";
import { count } from "../../../../lib/text/format.ts";
import { lineMarksKey } from "../../cast/model/line-marks.ts";
import type { Speakers } from "../../cast/model/lines.ts";
import { caretsKey } from "../model/carets.ts";
import type { ConnectionState } from "../model/chapter-connection.ts";
import type { ChapterSession } from "../model/chapter-session.ts";
import { commentMarksKey } from "../model/comment-marks.ts";
import { chapterExtensions } from "../model/extensions.ts";
import { bindingOf, encodePosition } from "../model/positions.ts";
import { voiceMarksKey } from "../model/voice-marks.ts";

type TextEditorOptions = {
	session: ChapterSession;
	canEdit: boolean;
	/** Other people, whose cursors are shown. */
	editors: ConnectionState["editors"];
	label: string;
	className: string;
	nameOf: (voiceId: string) => string;
	speakers: Speakers;
	comments: readonly Comment[];
	onComment: () => void;
};

const noCoreExtensions = { delete: false, textDirection: false } as const;

function showTooLong() {
	toaster.show({
		tone: "danger",
		title: "This chapter is full",
		detail: `A chapter can have ${count(maxChapterCharacters)} characters in ${count(maxChapterBlocks)} paragraphs. Continue in a new chapter.`,
	});
}

const propsOf = (label: string, className: string, canEdit: boolean) => ({
	attributes: {
		role: "textbox",
		"aria-multiline": "true",
		"aria-label": label,
		...(canEdit ? {} : { "aria-readonly": "true", inputmode: "none" }),
		spellcheck: "true",
		class: className,
	},
});

/** The text editor of a synced chapter. It shows other people, comments, voices and speakers in the text. */
export function useTextEditor(options: TextEditorOptions): Editor | null {
	const { session, canEdit, editors, nameOf, speakers, comments, label, className } = options;
	const editorProps = useMemo(() => propsOf(label, className, canEdit), [label, className, canEdit]);
	const onComment = useRef(options.onComment);
	onComment.current = options.onComment;
	const editor = useEditor(
		{
			extensions: chapterExtensions({
				session,
				nameOf,
				onTooLong: showTooLong,
				onComment: () => onComment.current(),
			}),
			enableCoreExtensions: noCoreExtensions,
			// The editor's own styles are part of its class.
			injectCSS: false,
			immediatelyRender: false,
			shouldRerenderOnTransaction: false,
			editorProps,
		},
		[session],
	);
	useEffect(() => editor?.setOptions({ editorProps }), [editor, editorProps]);
	useEffect(() => {
		editor?.view.dispatch(editor.state.tr.setMeta(voiceMarksKey, nameOf));
	}, [editor, nameOf]);
	useEffect(() => {
		editor?.view.dispatch(editor.state.tr.setMeta(lineMarksKey, speakers));
	}, [editor, speakers]);
	useEffect(() => {
		editor?.view.dispatch(editor.state.tr.setMeta(commentMarksKey, comments));
	}, [editor, comments]);
	useEffect(() => {
		editor?.view.dispatch(editor.state.tr.setMeta(caretsKey, editors));
	}, [editor, editors]);
	usePresence(editor, session);
	return editor;
}

/** Tells others where the cursor is while the text has the focus. */
function usePresence(editor: Editor | null, { connection }: ChapterSession) {
	useEffect(() => {
		if (!editor) return;
		const present = () => {
			if (!editor.isFocused) return;
			const binding = bindingOf(editor.state);
			const { anchor, head } = editor.state.selection;
			connection.setCursor({ anchor: encodePosition(binding, anchor), head: encodePosition(binding, head) });
		};
		const leave = () => connection.setCursor(null);
		editor.on("selectionUpdate", present);
		editor.on("update", present);
		editor.on("focus", present);
		editor.on("blur", leave);
		return () => {
			editor.off("selectionUpdate", present);
			editor.off("update", present);
			editor.off("focus", present);
			editor.off("blur", leave);
		};
	}, [editor, connection]);
}
