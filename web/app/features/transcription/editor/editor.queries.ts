import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { transcriptionPaths } from "@timbre/contract/transcription/paths.ts";
import { isUnfinished, type TranscriptFormat } from "@timbre/contract/transcription/rules.ts";
import type { TranscriptDetails } from "@timbre/contract/transcription/schemas.ts";
import { call, endpointPath } from "../../../lib/api/api.ts";
import { isApiError } from "../../../lib/api/api-error.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { transcriptKey, transcriptsKey } from "../transcription.queries.ts";
import { changesBetween } from "./model/changes.ts";
import { speakerName, speakersOf, type TranscriptDocument, type WireWord, writeWords } from "./model/document.ts";

const pollMs = 1_500;

/** A transcript with its words. Polled until it is finished; then the editor has its own copy. */
export const transcriptQuery = (id: string) =>
	queryOptions({
		queryKey: transcriptKey(id),
		queryFn: ({ signal }) =>
			call(transcriptionPaths.getTranscriptDetails, { params: { transcription_id: id }, signal, background: true }),
		refetchInterval: ({ state }) => (state.data && isUnfinished(state.data.state) ? pollMs : false),
		refetchOnWindowFocus: ({ state }) => state.data !== undefined && isUnfinished(state.data.state),
		// The editor reads the words once, so it must not start with those of an earlier visit.
		gcTime: 0,
		// Comparing ten thousand words would take longer than rendering them.
		structuralSharing: false,
	});

/**
 * Saves a document if nobody has changed the transcript since `revision`. Sends only what changed since the last save,
 * because all words of a long recording are megabytes.
 */
export function createDocumentSaver(id: string, words: readonly WireWord[]) {
	let stored = words;
	return {
		async save(document: TranscriptDocument, revision: number): Promise<number | "conflict"> {
			const next = writeWords(document);
			try {
				const saved = await call(transcriptionPaths.updateTranscript, {
					params: { transcription_id: id },
					body: {
						revision,
						changes: changesBetween(stored, next),
						speakers: speakersOf(document).map((speaker) => ({
							speaker_id: speaker,
							name: speakerName(document.names, speaker),
						})),
					},
				});
				stored = next;
				return saved.revision;
			} catch (error) {
				if (isApiError(error) && error.status === 409) return "conflict";
				throw error;
			}
		},
		/** The words that are stored now, after somebody else has saved. */
		rebase(current: readonly WireWord[]) {
			stored = current;
		},
	};
}

export function useRenameTranscript(id: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (title: string) =>
			call(transcriptionPaths.updateTranscript, { params: { transcription_id: id }, body: { title } }),
		onSuccess: ({ title }) => {
			queryClient.setQueryData<TranscriptDetails>(transcriptKey(id), (known) => known && { ...known, title });
			return queryClient.invalidateQueries({ queryKey: transcriptsKey });
		},
		onError: (error) => showError("Couldn't rename the transcript", error),
	});
}

export const audioUrl = (id: string) =>
	endpointPath(transcriptionPaths.getTranscriptAudio.path, { transcription_id: id });

export const exportUrl = (
	id: string,
	format: TranscriptFormat,
	options: { include_speakers: boolean; include_timestamps: boolean },
) => endpointPath(transcriptionPaths.exportTranscript.path, { transcription_id: id }, { format, ...options });
