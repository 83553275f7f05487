import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { HistoryItem, historyEndpoints } from "@timbre/contract/history.ts";
import { type HistoryFilter, isFiltered } from "./history-filter.ts";

// The pages of the long list as they are kept in this browser.

export type Pages = InfiniteData<ResponseOf<typeof historyEndpoints.listHistory>, string | undefined>;

/** Not under `historyKey`: thousands of rows are not fetched anew because one of them got a thumb. */
export const pagesKey = ["history-pages"] as const;

/** Puts a generation just saved on top of the list, also where the list is open, without fetching its thousands of rows again. */
export async function listSaved(queryClient: QueryClient, saved: HistoryItem): Promise<void> {
	// What is under way may have been asked before the item was there, and would come back without it.
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
	// Rows come without the timing of each letter.
	return { ...pages, pages: [{ ...first, history: [{ ...saved, alignments: null }, ...first.history] }, ...older] };
}

export function withoutItems(data: Pages, gone: ReadonlySet<string>): Pages {
	return {
		...data,
		pages: data.pages.map((page) => ({
			...page,
			history: page.history.filter((item) => !gone.has(item.history_item_id)),
		})),
	};
}
