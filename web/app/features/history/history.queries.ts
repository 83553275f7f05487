import { infiniteQueryOptions } from "@tanstack/react-query";
import { historyEndpoints } from "@timbre/contract/history.ts";
import { call } from "../../lib/api.ts";

const pageSize = 20;

export const historyPages = (search: string) =>
	infiniteQueryOptions({
		queryKey: ["history", "pages", search],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam, signal }) =>
			call(historyEndpoints.listHistory, {
				query: { page_size: pageSize, search: search || undefined, start_after_history_item_id: pageParam },
				signal,
			}),
		getNextPageParam: (last) => (last.has_more ? (last.last_history_item_id ?? undefined) : undefined),
	});
