import { queryOptions } from "@tanstack/react-query";
import { historyEndpoints } from "@timbre/contract/history.ts";
import { call } from "../../lib/api.ts";
import { isApiError } from "../../lib/api-error.ts";
import { historyKey } from "./history.public.tsx";

const savedWithinAttempts = 6;

/** One generation with its timing. What was made a moment ago may not be saved yet: it is asked for again for some seconds. */
export const historyItemQuery = (historyItemId: string) =>
	queryOptions({
		queryKey: [...historyKey, "item", historyItemId],
		queryFn: ({ signal }) =>
			call(historyEndpoints.getHistoryItem, { params: { history_item_id: historyItemId }, signal }),
		retry: (count, error) => count < savedWithinAttempts && isApiError(error) && error.status !== 403,
		retryDelay: 1_000,
	});
