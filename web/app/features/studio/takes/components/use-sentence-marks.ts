import { useQuery } from "@tanstack/react-query";
import type { Editor } from "@tiptap/react";
import { useEffect, useMemo, useRef } from "react";
import type { ChapterSession } from "../../editor/model/chapter-session.ts";
import { audioMarksKey } from "../model/audio-marks.ts";
import { blockMarks } from "../model/sentences.ts";
import { sentencesQuery, useRefreshChapter } from "../takes.queries.ts";

/** After the last change: the server looks at the whole chapter. */
const settledMs = 2_500;

type ChapterRef = { project_id: string; chapter_id: string };

/** Shows beside the text which paragraphs are stale, misread, locked or without audio. Asked again when the text has settled. */
export function useSentenceMarks(editor: Editor | null, session: ChapterSession, chapter: ChapterRef): void {
	const { data } = useQuery(sentencesQuery(chapter));
	const marks = useMemo(() => blockMarks(data?.sentences ?? [], data?.locked_blocks ?? []), [data]);
	const refresh = useRef(useRefreshChapter(chapter));
	useEffect(() => {
		if (editor && !editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(audioMarksKey, { blocks: marks }));
	}, [editor, marks]);
	useEffect(() => {
		if (!editor) return;
		let timer: ReturnType<typeof setTimeout> | undefined;
		const settle = () => {
			clearTimeout(timer);
			timer = setTimeout(() => {
				// What isn't stored yet would be missing.
				if (session.connection.unsaved()) settle();
				else void refresh.current();
			}, settledMs);
		};
		editor.on("update", settle);
		return () => {
			clearTimeout(timer);
			editor.off("update", settle);
		};
	}, [editor, session]);
}
