import { queryOptions } from "@tanstack/react-query";
import { modelsEndpoints, modelsErrorMessage } from "@timbre/contract/models.ts";
import { call } from "../../lib/api.ts";
import { ApiError, isApiError } from "../../lib/api-error.ts";

const settled = 5 * 60_000;

export const modelsQuery = queryOptions({
	queryKey: ["models"],
	queryFn: async ({ signal }) => {
		try {
			return await call(modelsEndpoints.listModels, { signal });
		} catch (error) {
			throw modelsFailure(error);
		}
	},
	// A model without any capability is one whose engine has not answered yet: it is worth asking again soon.
	staleTime: ({ state }) => (state.data?.some((model) => model.capabilities.length === 0) ? 5_000 : settled),
});

/** What the server refused is told in the words every page has for it; a server out of reach has words of its own. */
export function modelsFailure(error: unknown): unknown {
	if (!isApiError(error) || error.status === 0) return error;
	return new ApiError(error.status, error.code, modelsErrorMessage(error.status), error);
}
