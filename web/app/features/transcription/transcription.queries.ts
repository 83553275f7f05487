import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import type { transcriptionEndpoints } from "@timbre/contract/transcription/endpoints.ts";
import { transcriptionPaths } from "@timbre/contract/transcription/paths.ts";
import { isUnfinished } from "@timbre/contract/transcription/rules.ts";
import { call, endpointPath } from "../../lib/api/api.ts";
import { player } from "../../lib/audio/player.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";
import { createDelayedDeletes } from "./model/delayed-deletes.ts";

export const transcriptionPath = "/app/speech-to-text";
export const livePath = `${transcriptionPath}/live`;
export const transcriptPath = (id: string) => `${transcriptionPath}/${id}`;

export const transcriptsKey = ["transcripts"] as const;
export const transcriptKey = (id: string) => ["transcript", id] as const;

const pollMs = 1_500;
const pageSize = 30;

type Pages = InfiniteData<ResponseOf<typeof transcriptionEndpoints.listTranscripts>>;

/** Transcripts, newest first. Polled while one is in progress. */
export const transcriptPages = (search: string) =>
	infiniteQueryOptions({
		queryKey: [...transcriptsKey, search],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam, signal }) =>
			call(transcriptionPaths.listTranscripts, {
				query: { page_size: pageSize, cursor: pageParam, search: search || undefined },
				signal,
				background: true,
			}),
		getNextPageParam: (last) => last.next_cursor ?? undefined,
		refetchInterval: ({ state }) => (hasUnfinished(state.data) ? pollMs : false),
	});

const hasUnfinished = (data: Pages | undefined) =>
	data?.pages.some(({ transcripts }) => transcripts.some(({ state }) => isUnfinished(state))) ?? false;

export type TranscriptRequest = NonNullable<RequestOf<typeof transcriptionEndpoints.createTranscript>["body"]>;

export function useCreateTranscript() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (body: TranscriptRequest) => call(transcriptionPaths.createTranscript, { body }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: transcriptsKey }),
		onError: (error) => showError("Couldn't start the transcript", error),
	});
}

export function useCancelTranscript() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (id: string) => call(transcriptionPaths.cancelTranscript, { params: { transcription_id: id } }),
		onSuccess: (_, id) =>
			Promise.all([
				queryClient.invalidateQueries({ queryKey: transcriptsKey }),
				queryClient.invalidateQueries({ queryKey: transcriptKey(id) }),
			]),
		onError: (error) => showError("Couldn't cancel the transcript", error),
	});
}

/** Transcripts that are deleted unless the user undoes it. Outlives the page, so that leaving it does not undo. */
export const deletes = createDelayedDeletes((id, leaving) => {
	const params = { transcription_id: id };
	const { method, path } = transcriptionPaths.deleteTranscript;
	// When the tab is closed, only a request that outlives it arrives.
	if (leaving) return fetch(endpointPath(path, params), { method, credentials: "same-origin", keepalive: true });
	return call(transcriptionPaths.deleteTranscript, { params });
});
if (typeof window !== "undefined") window.addEventListener("pagehide", () => void deletes.flush());

/** Hides the transcript now and deletes it when the toast with the undo action is gone. */
export function useDeleteTranscript() {
	const queryClient = useQueryClient();
	return (id: string) => {
		if (player.state().item?.id === `transcript:${id}`) player.clear();
		deletes.add(id, {
			onDone: () => {
				queryClient.removeQueries({ queryKey: transcriptKey(id) });
				void queryClient.invalidateQueries({ queryKey: transcriptsKey });
			},
			onError: (error) => showError("Couldn't delete the transcript", error),
		});
		toaster.show({
			title: "Transcript deleted",
			action: { label: "Undo", onAction: () => deletes.undo(id) },
		});
	};
}
