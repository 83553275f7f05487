import { queryOptions } from "@tanstack/react-query";
import { historyEndpoints } from "@timbre/contract/history/endpoints.ts";
import { call } from "../../lib/api/api.ts";

/** Features this server has enabled. */
export const featuresQuery = queryOptions({
	queryKey: ["features"],
	queryFn: ({ signal }) => call(historyEndpoints.getFeatures, { signal }),
	staleTime: 5 * 60_000,
});
