import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { speechPaths } from "@timbre/contract/speech/paths.ts";
import { voicesPaths } from "@timbre/contract/voices/paths.ts";
import { call } from "../../lib/api/api.ts";
import { isApiError } from "../../lib/api/api-error.ts";
import { player } from "../../lib/audio/player.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";
import { counted } from "../../lib/text/format.ts";
import { historyKey } from "./history.public.ts";
import { filterQuery, type HistoryFilter } from "./model/history-filter.ts";
import { type Pages, pagesKey, withoutItems } from "./model/history-pages.ts";

const firstPageSize = 50;
const pageSize = 200;
const maxConcurrentRequests = 6;

export const historyPagesQuery = (filter: HistoryFilter) =>
	infiniteQueryOptions({
		queryKey: [...pagesKey, filter],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam, signal }) =>
			call(historyPaths.listHistory, {
				query: {
					...filterQuery(filter),
					page_size: pageParam ? pageSize : firstPageSize,
					start_after_history_item_id: pageParam,
				},
				signal,
			}),
		getNextPageParam: (last) => (last.has_more ? (last.last_history_item_id ?? undefined) : undefined),
		refetchOnWindowFocus: false,
		// Comparing thousands of waveforms whenever a page is added would freeze the list.
		structuralSharing: false,
	});

/** Drops all cached pages but the first, so that returning to the list does not refetch all of them. */
export function useTrimPages() {
	const queryClient = useQueryClient();
	return () =>
		queryClient.setQueriesData<Pages>({ queryKey: pagesKey }, (data) =>
			data ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
		);
}

/** Voice names for the filter. */
export const voiceNamesQuery = queryOptions({
	queryKey: ["history-voices"],
	queryFn: async ({ signal }) =>
		(await call(voicesPaths.listVoices, { query: {}, signal })).voices.map(({ voice_id, name, language }) => ({
			voice_id,
			name,
			language,
		})),
	staleTime: 5 * 60_000,
});

const jobPollMs = 2_000;

/** Generates the rest of a partial generation, which the complete one then replaces. */
export function useContinue(historyItemId: string) {
	const queryClient = useQueryClient();
	const proceed = useMutation({
		mutationFn: async () => {
			let job = await call(speechPaths.continueItem, { params: { history_item_id: historyItemId } });
			toaster.show({ title: "Generating the rest", detail: "You can leave this page. It appears in the history." });
			while (job.status === "waiting" || job.status === "running") {
				await new Promise((resolve) => setTimeout(resolve, jobPollMs));
				job = await call(speechPaths.getJob, { params: { speech_job_id: job.speech_job_id } });
			}
			if (job.error) throw new Error(job.error);
		},
		onSuccess: () => queryClient.invalidateQueries({ queryKey: historyKey }),
		onError: (error) => {
			showError("Couldn't continue the generation", error);
			proceed.reset();
		},
	});
	return proceed;
}

/** The sentences of a generation; null for generations from before takes were stored. */
export const sentencesQuery = (historyItemId: string) =>
	queryOptions({
		queryKey: ["history-sentences", historyItemId],
		queryFn: async ({ signal }) =>
			call(speechPaths.getTakes, { params: { history_item_id: historyItemId }, signal }).catch((error: unknown) => {
				if (isApiError(error) && error.status === 404) return null;
				throw error;
			}),
	});

/** Returns the ids that succeeded. Throws if none did. */
async function forEachConcurrently(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<string[]> {
	const waiting = [...ids];
	const done: string[] = [];
	const failures: unknown[] = [];
	const worker = async () => {
		for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
			const one = id;
			await act(one).then(
				() => done.push(one),
				(error: unknown) => failures.push(error),
			);
		}
	};
	await Promise.all(Array.from({ length: maxConcurrentRequests }, worker));
	if (done.length === 0 && failures.length > 0) throw failures[0];
	return done;
}

/** Deletes immediately and shows a toast with an undo action. */
export function useDeleteItems() {
	const queryClient = useQueryClient();
	const restoring = useMutation({
		mutationFn: ({ ids }: { ids: string[]; before: [readonly unknown[], Pages | undefined][] }) =>
			forEachConcurrently(ids, (id) => call(historyPaths.restoreHistoryItem, { params: { history_item_id: id } })),
		onSuccess: (done, { before }) => {
			for (const [key, data] of before) queryClient.setQueryData(key, data);
			toaster.show({ title: done.length === 1 ? "Restored" : `${counted(done.length, "item")} restored` });
			return queryClient.invalidateQueries({ queryKey: historyKey });
		},
		onError: (error) => showError("Couldn't restore", error),
	});
	return useMutation({
		mutationFn: (ids: string[]) =>
			forEachConcurrently(ids, (id) => call(historyPaths.deleteHistoryItem, { params: { history_item_id: id } })),
		onMutate: async (ids) => {
			await queryClient.cancelQueries({ queryKey: pagesKey });
			const before = queryClient.getQueriesData<Pages>({ queryKey: pagesKey });
			const removed = new Set(ids);
			queryClient.setQueriesData<Pages>({ queryKey: pagesKey }, (data) => data && withoutItems(data, removed));
			const playing = player.state().item?.historyItemId;
			if (playing && removed.has(playing)) player.clear();
			return { before };
		},
		onSuccess: (done, ids, { before }) => {
			const left = ids.length - done.length;
			toaster.show({
				title: done.length === 1 ? "Deleted" : `${counted(done.length, "item")} deleted`,
				detail: left > 0 ? `Couldn't delete ${counted(left, "item")}.` : undefined,
				action: { label: "Undo", onAction: () => restoring.mutate({ ids: done, before }) },
			});
			return queryClient.invalidateQueries({ queryKey: historyKey });
		},
		onError: (error, _, context) => {
			for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
			showError("Couldn't delete", error);
		},
	});
}
