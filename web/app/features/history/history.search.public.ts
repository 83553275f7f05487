import { queryOptions } from "@tanstack/react-query";
import type { HistoryItem } from "@timbre/contract/history/endpoints.ts";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { call } from "../../lib/api/api.ts";
import { historyKey } from "./history.public.ts";

const maxResults = 5;

/** The latest generations whose text contains the search text. */
export const historySearchQuery = (search: string) =>
	queryOptions({
		queryKey: [...historyKey, "search", search],
		queryFn: async ({ signal }) =>
			(await call(historyPaths.listHistory, { query: { page_size: maxResults, search }, signal })).history,
		enabled: search.length >= 2,
		staleTime: 30_000,
		retry: false,
	});

/** The tool that opens a generation for editing. */
export function editPath(item: Pick<HistoryItem, "history_item_id" | "dialogue">): string {
	const tool = item.dialogue ? "text-to-dialogue" : "text-to-speech";
	return `/app/speech-synthesis/${tool}?item=${item.history_item_id}`;
}
