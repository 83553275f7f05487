import { useQueryClient } from "@tanstack/react-query";
import type { TranscriptDetails } from "@timbre/contract/transcription/schemas.ts";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { player } from "../../../../lib/audio/player.ts";
import { showError, toaster } from "../../../../lib/page/toaster.ts";
import { count } from "../../../../lib/text/format.ts";
import { transcriptQuery } from "../editor.queries.ts";
import { speakerName } from "../model/document.ts";
import { defaultThreshold, doubtfulWords, nextPlace } from "../model/doubt.ts";
import * as edits from "../model/edits.ts";
import { nearestPlace, type Place } from "../model/places.ts";
import { findMatches, type Match, replaceAll, replaceMatch, type SearchOptions } from "../model/search.ts";
import { EditorToolbar } from "./editor-toolbar.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FindBar } from "./find-bar.tsx";
import { SaveProblem, SaveStatus } from "./save-status.tsx";
import { SegmentList, type SegmentListHandle } from "./segment-list.tsx";
import type { RowActions } from "./segment-row.tsx";
import { SpeakerDialog } from "./speaker-dialog.tsx";
import { Transport } from "./transport.tsx";
import { useEditor } from "./use-editor.ts";
import { useTranscriptAudio } from "./use-transcript-audio.ts";

type EditorViewProps = {
	transcript: TranscriptDetails;
	/** The title, and what else is above the tools. */
	heading: (aside: ReactNode) => ReactNode;
	/** Loads the transcript again, after somebody else has changed it. */
	onReload: () => void;
};

/** The transcript editor. Give it a key, because the transcript is read once. */
export function EditorView({ transcript, heading, onReload }: EditorViewProps) {
	const editor = useEditor(transcript);
	const audio = useTranscriptAudio(transcript);
	const { document, edit } = editor;
	const queryClient = useQueryClient();
	const list = useRef<SegmentListHandle>(null);
	const [threshold, setThreshold] = useState(defaultThreshold);
	const [place, setPlace] = useState<Place>({ segment: 0, word: 0 });
	const [editing, setEditing] = useState<{ segmentId: number; word: number | null } | null>(null);
	const [naming, setNaming] = useState<{ segmentId: number; speaker: string | null } | null>(null);
	const find = useFind(editor, list, place);
	const doubtful = useMemo(() => doubtfulWords(document, threshold), [document, threshold]);

	const review = (direction: 1 | -1) => {
		const next = nextPlace(doubtful, place, direction);
		if (next) list.current?.focus({ segment: next.segment, word: next.word });
	};
	/** Focuses a word once the edit that may have moved it is rendered. */
	const refocus = (next: Place) => {
		setPlace(next);
		requestAnimationFrame(() => list.current?.focus(next));
	};
	/** The focused word may be gone afterwards. */
	const keepingFocus = (run: () => void) => () => {
		const focused = window.document.activeElement?.closest("[data-word]") != null;
		run();
		if (focused) requestAnimationFrame(() => list.current?.focus(nearestPlace(latest.current.document, place)));
	};
	useEditorKeys({ undo: keepingFocus(editor.undo), redo: keepingFocus(editor.redo), find: find.open });
	const latest = useRef({ document, place, playFrom: audio.playFrom, refocus });
	latest.current = { document, place, playFrom: audio.playFrom, refocus };
	const actions: RowActions = useMemo(() => {
		const indexOf = (segmentId: number) => edits.indexOfSegment(latest.current.document, segmentId);
		return {
			playFrom: (seconds) => latest.current.playFrom(seconds),
			startEdit(segmentId, word) {
				setPlace({ segment: indexOf(segmentId), word: word ?? 0 });
				setEditing({ segmentId, word });
			},
			saveText(segmentId, text, keepFocus) {
				const index = indexOf(segmentId);
				edit((before) => edits.editText(before, edits.indexOfSegment(before, segmentId), text));
				setEditing((open) => (open?.segmentId === segmentId ? null : open));
				const { word } = latest.current.place;
				if (keepFocus) latest.current.refocus({ segment: index, word });
			},
			splitText(segmentId, text, position) {
				const index = indexOf(segmentId);
				edit((before) => edits.splitText(before, edits.indexOfSegment(before, segmentId), text, position));
				setEditing(null);
				latest.current.refocus({ segment: index + 1, word: 0 });
			},
			cancelEdit() {
				setEditing(null);
				latest.current.refocus(latest.current.place);
			},
			split(segmentId, word) {
				const index = indexOf(segmentId);
				edit((before) => edits.splitSegment(before, edits.indexOfSegment(before, segmentId), word));
				latest.current.refocus({ segment: index + 1, word: 0 });
			},
			merge(segmentId) {
				const index = indexOf(segmentId);
				const words = latest.current.document.segments[index - 1]?.words.length ?? 0;
				edit((before) => edits.mergeWithPrevious(before, edits.indexOfSegment(before, segmentId)));
				if (index > 0) latest.current.refocus({ segment: index - 1, word: words });
			},
			remove(segmentId) {
				const index = indexOf(segmentId);
				edit((before) => edits.deleteSegment(before, edits.indexOfSegment(before, segmentId)));
				latest.current.refocus({ segment: index, word: 0 });
			},
			assign: (segmentId, speaker) =>
				edit((before) => edits.assignSpeaker(before, edits.indexOfSegment(before, segmentId), speaker)),
			name: setNaming,
		};
	}, [edit]);

	const onWordKey = (event: KeyboardEvent, at: Place): boolean => {
		const segment = document.segments[at.segment];
		const word = segment?.words[at.word];
		if (!segment || !word) return false;
		const key = event.key.toLowerCase();
		if (key === "enter" && event.shiftKey) actions.split(segment.id, at.word);
		else if (key === "enter" || key === "f2") actions.startEdit(segment.id, at.word);
		else if (key === " " && audio.available) {
			if (audio.playing) player.pause();
			else audio.playFrom(word.start);
		} else if (key === "n") review(1);
		else if (key === "p") review(-1);
		else if (key === "c") {
			edit((before) => edits.confirmWord(before, word.id));
			review(1);
		} else if (key === "m") actions.merge(segment.id);
		else return false;
		return true;
	};

	const overwrite = async () => {
		try {
			const now = await queryClient.fetchQuery({ ...transcriptQuery(transcript.transcription_id), staleTime: 0 });
			await editor.overwrite(now);
		} catch (error) {
			showError("Couldn't save your changes", error);
		}
	};
	const shownPlace = nearestPlace(document, place);
	return (
		<div className="flex h-full flex-col">
			<div className="flex flex-col gap-3 border-line border-b px-4 pt-4 pb-2 md:px-8">
				{heading(
					<>
						<SaveStatus state={editor.saveState} />
						<ExportMenu
							id={transcript.transcription_id}
							title={transcript.title}
							document={document}
							onExport={editor.autosave.flush}
						/>
					</>,
				)}
				<Transport audio={audio} document={document} />
				<EditorToolbar
					editor={editor}
					finding={find.isOpen}
					onFind={() => (find.isOpen ? find.close() : find.open())}
					doubtful={doubtful.length}
					onReview={review}
					threshold={threshold}
					onThreshold={setThreshold}
				/>
			</div>
			<SaveProblem
				state={editor.saveState}
				error={editor.autosave.error()}
				onRetry={() => void editor.autosave.flush()}
				onReload={onReload}
				onOverwrite={() => void overwrite()}
			/>
			{find.isOpen ? <FindBar {...find.bar} /> : null}
			{document.segments.length === 0 ? (
				<EmptyState title="No speech was found">The recording has no words, or you have deleted them all.</EmptyState>
			) : (
				<SegmentList
					ref={list}
					document={document}
					threshold={threshold}
					place={shownPlace}
					onPlace={setPlace}
					editing={editing}
					matches={find.matches}
					match={find.match}
					audio={audio}
					actions={actions}
					onWordKey={onWordKey}
				/>
			)}
			{naming ? (
				<SpeakerDialog
					current={naming.speaker === null ? null : speakerName(document.names, naming.speaker)}
					onSave={(name) => {
						const { segmentId, speaker } = naming;
						edit((before) =>
							speaker === null
								? edits.assignNewSpeaker(before, edits.indexOfSegment(before, segmentId), name)
								: edits.renameSpeaker(before, speaker, name),
						);
					}}
					onClose={() => setNaming(null)}
				/>
			) : null}
		</div>
	);
}

/** State of find and replace. Matches follow the edits. */
function useFind(
	{ document, edit }: ReturnType<typeof useEditor>,
	list: { current: SegmentListHandle | null },
	place: Place,
) {
	const field = useRef<HTMLInputElement>(null);
	const [isOpen, setOpen] = useState(false);
	const [options, setOptions] = useState<SearchOptions>({ text: "", matchCase: false, wholeWords: false });
	const [replacement, setReplacement] = useState("");
	const [index, setIndex] = useState(0);
	const found = useMemo(() => findMatches(document, options), [document, options]);
	const matches: readonly Match[] = isOpen ? found : [];
	const at = Math.min(index, Math.max(0, matches.length - 1));
	const match = matches[at];
	const go = (next: number) => {
		setIndex(next);
		const target = matches[next];
		if (target) list.current?.show(target.segment);
	};
	/** The keyboard continues at the match. */
	const close = () => {
		setOpen(false);
		const target = match ? { segment: match.segment, word: match.firstWord } : nearestPlace(document, place);
		if (document.segments.length > 0) list.current?.focus(target);
	};
	return {
		isOpen,
		open: () => {
			setOpen(true);
			field.current?.focus();
		},
		close,
		matches,
		match,
		bar: {
			field,
			options,
			onOptions: (next: SearchOptions) => {
				setOptions(next);
				setIndex(0);
				const [first] = findMatches(document, next);
				if (first) list.current?.show(first.segment);
			},
			replacement,
			onReplacement: setReplacement,
			total: matches.length,
			at: at + 1,
			onStep: (step: 1 | -1) => matches.length > 0 && go((at + step + matches.length) % matches.length),
			onReplace: () => {
				if (!match) return;
				edit((before) => replaceMatch(before, match, replacement));
				if (matches.length === 1) field.current?.focus();
			},
			onReplaceAll: () => {
				const result = replaceAll(document, options, replacement);
				edit(() => result.document);
				// The pressed button is disabled now.
				field.current?.focus();
				toaster.show({ title: `${count(result.count)} ${result.count === 1 ? "match" : "matches"} replaced` });
			},
			onClose: close,
		},
	};
}

const textFields = "input, textarea, select, [contenteditable=true]";

/** Undo, redo and find, anywhere on the page except in text fields, which undo their own text. */
function useEditorKeys(on: { undo: () => void; redo: () => void; find: () => void }): void {
	const latest = useRef(on);
	latest.current = on;
	useEffect(() => {
		const onKey = (event: globalThis.KeyboardEvent) => {
			if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
			const key = event.key.toLowerCase();
			const typing = event.target instanceof Element && event.target.closest(textFields) !== null;
			// The browser can't find segments that are not rendered.
			if (key === "f" && !event.shiftKey) latest.current.find();
			else if (typing) return;
			else if ((key === "z" && event.shiftKey) || key === "y") latest.current.redo();
			else if (key === "z") latest.current.undo();
			else return;
			event.preventDefault();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, []);
}
