import { Extension } from "@tiptap/core";
import { ySyncPlugin } from "@tiptap/y-tiptap";
import { lineMarks } from "../../cast/model/line-marks.ts";
import { audioMarks } from "../../takes/model/audio-marks.ts";
import { uniqueBlockIds } from "./block-ids.ts";
import { carets } from "./carets.ts";
import type { ChapterSession } from "./chapter-session.ts";
import { commentMarks } from "./comment-marks.ts";
import { editingRules } from "./editing-rules.ts";
import { editorKeys } from "./keys.ts";
import { placeholder } from "./placeholder.ts";
import { nodesAndMarks } from "./schema.ts";
import { undoSelection } from "./undo-selection.ts";
import { voiceMarks } from "./voice-marks.ts";

type ExtensionOptions = {
	session: ChapterSession;
	nameOf: (voiceId: string) => string;
	onTooLong: () => void;
	onComment: () => void;
};

/** The text format and everything that the editor of a chapter does. */
export function chapterExtensions({ session, nameOf, onTooLong, onComment }: ExtensionOptions) {
	const { fragment, history, connection } = session;
	const canEdit = () => connection.state().canEdit;
	const behavior = Extension.create({
		name: "chapter",
		addProseMirrorPlugins: () => [
			// First: the others read positions from it.
			ySyncPlugin(fragment),
			undoSelection(history.manager),
			editingRules({ canEdit, onTooLong }),
			uniqueBlockIds(),
			voiceMarks(nameOf),
			lineMarks(),
			commentMarks(),
			audioMarks(),
			carets(),
			placeholder("Write or paste the text of this chapter."),
			editorKeys({
				undo: () => canEdit() && history.manager.undo(),
				redo: () => canEdit() && history.manager.redo(),
				comment: onComment,
			}),
		],
	});
	return [...nodesAndMarks, behavior];
}
