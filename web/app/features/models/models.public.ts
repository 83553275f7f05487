import { queryOptions } from "@tanstack/react-query";
import { modelsEndpoints } from "@timbre/contract/models.ts";
import { call } from "../../lib/api.ts";

export const modelsQuery = queryOptions({
	queryKey: ["models"],
	queryFn: ({ signal }) => call(modelsEndpoints.listModels, { signal }),
	staleTime: 5 * 60_000,
});
