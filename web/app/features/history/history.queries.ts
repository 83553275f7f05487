import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { historyEndpoints } from "@timbre/contract/history.ts";
import { speechEndpoints } from "@timbre/contract/speech.ts";
import { voicesEndpoints } from "@timbre/contract/voices.ts";
import { call } from "../../lib/api.ts";
import { isApiError } from "../../lib/api-error.ts";
import { counted } from "../../lib/format.ts";
import { player } from "../../lib/player.ts";
import { showError, toaster } from "../../lib/toaster.ts";
import { filterQuery, type HistoryFilter } from "./components/history-filter.ts";
import { type Pages, pagesKey, withoutItems } from "./components/history-pages.ts";
import { historyKey } from "./history.public.tsx";

const firstPage = 50;
const nextPages = 200;
const deletesAtOnce = 6;

export const historyPages = (filter: HistoryFilter) =>
	infiniteQueryOptions({
		queryKey: [...pagesKey, filter],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam, signal }) =>
			call(historyEndpoints.listHistory, {
				query: {
					...filterQuery(filter),
					page_size: pageParam ? nextPages : firstPage,
					start_after_history_item_id: pageParam,
				},
				signal,
			}),
		getNextPageParam: (last) => (last.has_more ? (last.last_history_item_id ?? undefined) : undefined),
		refetchOnWindowFocus: false,
		// Comparing ten thousand waveforms with themselves each time a page is added would make the list stand still.
		structuralSharing: false,
	});

/** Leaves only the newest rows behind, so that coming back does not fetch all again. */
export function useForgetOlder() {
	const queryClient = useQueryClient();
	return () =>
		queryClient.setQueriesData<Pages>({ queryKey: pagesKey }, (data) =>
			data ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
		);
}

/** The names behind the voice ids, to filter by. */
export const voiceNamesQuery = queryOptions({
	queryKey: ["history-voices"],
	queryFn: async ({ signal }) =>
		(await call(voicesEndpoints.listVoices, { query: {}, signal })).voices.map(({ voice_id, name, language }) => ({
			voice_id,
			name,
			language,
		})),
	staleTime: 5 * 60_000,
});

/** The sentences of a generation. One made before sentences were kept has none. */
export const sentencesQuery = (historyItemId: string) =>
	queryOptions({
		queryKey: ["history-sentences", historyItemId],
		queryFn: async ({ signal }) =>
			call(speechEndpoints.getTakes, { params: { history_item_id: historyItemId }, signal }).catch((error: unknown) => {
				if (isApiError(error) && error.status === 404) return null;
				throw error;
			}),
	});

async function each(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<string[]> {
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
	await Promise.all(Array.from({ length: deletesAtOnce }, worker));
	if (done.length === 0 && failures.length > 0) throw failures[0];
	return done;
}

/** Deletes at once and says so; it can be taken back while the toast stands. */
export function useDelete() {
	const queryClient = useQueryClient();
	const restoring = useMutation({
		mutationFn: ({ ids }: { ids: string[]; before: [readonly unknown[], Pages | undefined][] }) =>
			each(ids, (id) => call(historyEndpoints.restoreHistoryItem, { params: { history_item_id: id } })),
		onSuccess: (done, { before }) => {
			for (const [key, data] of before) queryClient.setQueryData(key, data);
			toaster.show({ title: done.length === 1 ? "Brought back" : `${counted(done.length, "item")} brought back` });
			return queryClient.invalidateQueries({ queryKey: historyKey });
		},
		onError: (error) => showError("Not brought back", error),
	});
	return useMutation({
		mutationFn: (ids: string[]) =>
			each(ids, (id) => call(historyEndpoints.deleteHistoryItem, { params: { history_item_id: id } })),
		onMutate: async (ids) => {
			await queryClient.cancelQueries({ queryKey: pagesKey });
			const before = queryClient.getQueriesData<Pages>({ queryKey: pagesKey });
			const gone = new Set(ids);
			queryClient.setQueriesData<Pages>({ queryKey: pagesKey }, (data) => data && withoutItems(data, gone));
			const playing = player.state().item?.historyItemId;
			if (playing && gone.has(playing)) player.clear();
			return { before };
		},
		onSuccess: (done, ids, { before }) => {
			const left = ids.length - done.length;
			toaster.show({
				title: done.length === 1 ? "Deleted" : `${counted(done.length, "item")} deleted`,
				detail: left > 0 ? `${counted(left, "item")} could not be deleted.` : undefined,
				action: { label: "Undo", onAction: () => restoring.mutate({ ids: done, before }) },
			});
			return queryClient.invalidateQueries({ queryKey: historyKey });
		},
		onError: (error, _, context) => {
			for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
			showError("Not deleted", error);
		},
	});
}
