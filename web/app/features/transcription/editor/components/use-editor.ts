import type { TranscriptDetails } from "@timbre/contract/transcription/schemas.ts";
import { useCallback, useEffect, useMemo, useReducer, useState, useSyncExternalStore } from "react";
import { useLeaveWarning } from "../../../../lib/forms/leave-warning.ts";
import { createDocumentSaver } from "../editor.queries.ts";
import { createAutosave } from "../model/autosave.ts";
import { readDocument, speakerName, type TranscriptDocument } from "../model/document.ts";
import { change, redo, type Undoable, undo, undoable } from "../model/undo.ts";

export type Edit = (document: TranscriptDocument) => TranscriptDocument;
type Action = { do: "edit"; edit: Edit } | { do: "undo" } | { do: "redo" };

function reduce(state: Undoable<TranscriptDocument>, action: Action): Undoable<TranscriptDocument> {
	if (action.do === "undo") return undo(state);
	if (action.do === "redo") return redo(state);
	return change(state, action.edit(state.present));
}

function documentOf(transcript: TranscriptDetails): TranscriptDocument {
	// A default name is not a given name: it changes with the order of speakers.
	const names = transcript.speakers.flatMap(({ speaker_id, name }) =>
		name === speakerName({}, speaker_id) ? [] : [[speaker_id, name] as const],
	);
	return readDocument(transcript.words ?? [], Object.fromEntries(names));
}

/** The document being edited, with undo and autosave. Give the component a key, because the transcript is read once. */
export function useEditor(transcript: TranscriptDetails) {
	const id = transcript.transcription_id;
	const [initial] = useState(() => documentOf(transcript));
	const [state, dispatch] = useReducer(reduce, initial, undoable);
	const [saver] = useState(() => createDocumentSaver(id, transcript.words ?? []));
	const [autosave] = useState(() => createAutosave({ initial, revision: transcript.revision, save: saver.save }));
	useEffect(() => autosave.change(state.present), [autosave, state.present]);
	// Save what is pending when the page is left. Navigation inside the app does not wait for it.
	useEffect(() => {
		const flush = () => void autosave.flush();
		window.addEventListener("pagehide", flush);
		return () => {
			window.removeEventListener("pagehide", flush);
			flush();
		};
	}, [autosave]);
	const saveState = useSyncExternalStore(autosave.subscribe, autosave.state, autosave.state);
	useLeaveWarning(saveState !== "saved");
	const edit = useCallback((change: Edit) => dispatch({ do: "edit", edit: change }), []);
	return useMemo(
		() => ({
			document: state.present,
			edit,
			canUndo: state.past.length > 0,
			canRedo: state.future.length > 0,
			undo: () => dispatch({ do: "undo" }),
			redo: () => dispatch({ do: "redo" }),
			saveState,
			autosave,
			/** Saves this version on top of the one that somebody else has saved. */
			overwrite: (current: TranscriptDetails) => {
				saver.rebase(current.words ?? []);
				return autosave.overwrite(current.revision);
			},
		}),
		[state, edit, saveState, autosave, saver],
	);
}
export type Editor = ReturnType<typeof useEditor>;
