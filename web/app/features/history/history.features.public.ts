import { queryOptions } from "@tanstack/react-query";
import { historyEndpoints } from "@timbre/contract/history.ts";
import { call } from "../../lib/api.ts";

/** What this server has switched on. */
export const featuresQuery = queryOptions({
	queryKey: ["features"],
	queryFn: ({ signal }) => call(historyEndpoints.getFeatures, { signal }),
	staleTime: 5 * 60_000,
});
