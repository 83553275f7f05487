import { queryOptions } from "@tanstack/react-query";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { call } from "../../lib/api/api.ts";
import { isApiError } from "../../lib/api/api-error.ts";
import { historyKey } from "./history.public.ts";

const maxAttempts = 6;

/** One generation with its alignment. A new one may not be saved yet, so the request is retried for a few seconds. */
export const historyItemQuery = (historyItemId: string) =>
	queryOptions({
		queryKey: [...historyKey, "item", historyItemId],
		queryFn: ({ signal }) => call(historyPaths.getHistoryItem, { params: { history_item_id: historyItemId }, signal }),
		retry: (count, error) => count < maxAttempts && isApiError(error) && error.status !== 403,
		retryDelay: 1_000,
	});
