import { queryOptions } from "@tanstack/react-query";
import { developersEndpoints } from "@timbre/contract/developers.ts";
import { call } from "../../lib/api.ts";

export const apiKeysQuery = queryOptions({
	queryKey: ["developers", "api-keys"],
	queryFn: async ({ signal }) => (await call(developersEndpoints.listApiKeys, { signal })).api_keys,
});
