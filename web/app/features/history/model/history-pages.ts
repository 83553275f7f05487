import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { HistoryItem, historyEndpoints } from "@timbre/contract/history/endpoints.ts";
import { type HistoryFilter, isFiltered } from "./history-filter.ts";

// Cached pages of the history list.

export type Pages = InfiniteData<ResponseOf<typeof historyEndpoints.listHistory>, string | undefined>;

/** Not under `historyKey`, so that feedback on one item does not refetch thousands of rows. */
export const pagesKey = ["history-pages"] as const;

/** Adds a new generation to the top of cached lists without refetching them. */
export async function addToLists(queryClient: QueryClient, saved: HistoryItem): Promise<void> {
	// A request in flight may have started before the item existed and would overwrite the list without it.
	await queryClient.cancelQueries({ queryKey: pagesKey });
	for (const query of queryClient.getQueryCache().findAll({ queryKey: pagesKey })) {
		const filter = query.queryKey[1] as HistoryFilter;
		const pages = query.state.data as Pages | undefined;
		if (pages && !isFiltered(filter)) queryClient.setQueryData(query.queryKey, withItem(pages, saved));
		else void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
	}
}

function withItem(pages: Pages, saved: HistoryItem): Pages {
	const [first, ...older] = pages.pages;
	if (!first || pages.pages.some((page) => page.history.some((item) => item.history_item_id === saved.history_item_id)))
		return pages;
	// List rows have no alignments.
	return { ...pages, pages: [{ ...first, history: [{ ...saved, alignments: null }, ...first.history] }, ...older] };
}

export function withoutItems(data: Pages, removed: ReadonlySet<string>): Pages {
	return {
		...data,
		pages: data.pages.map((page) => ({
			...page,
			history: page.history.filter((item) => !removed.has(item.history_item_id)),
		})),
	};
}
