import { queryOptions } from "@tanstack/react-query";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { call } from "../../lib/api/api.ts";

/** Features this server has enabled. */
export const featuresQuery = queryOptions({
	queryKey: ["features"],
	queryFn: ({ signal }) => call(historyPaths.getFeatures, { signal }),
	staleTime: 5 * 60_000,
});
