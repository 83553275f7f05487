import { queryOptions } from "@tanstack/react-query";
import { modelsPaths } from "@timbre/contract/models/paths.ts";
import { modelsErrorMessage } from "@timbre/contract/models/rules.ts";
import { call } from "../../lib/api/api.ts";
import { ApiError, isApiError } from "../../lib/api/api-error.ts";

const staleMs = 5 * 60_000;

export const modelsQuery = queryOptions({
	queryKey: ["models"],
	queryFn: async ({ signal }) => {
		try {
			return (await call(modelsPaths.listModels, { signal })).filter((model) => model.can_do_text_to_speech);
		} catch (error) {
			throw modelsFailure(error);
		}
	},
	// A speech model without capabilities means its engine hasn't responded yet, so refetch soon.
	staleTime: ({ state }) =>
		state.data?.some((model) => model.can_do_text_to_speech && model.capabilities.length === 0) ? 5_000 : staleMs,
});

/** Replaces an error response's message with the standard one; an unreachable server keeps its own message. */
export function modelsFailure(error: unknown): unknown {
	if (!isApiError(error) || error.status === 0) return error;
	return new ApiError(error.status, error.code, modelsErrorMessage(error.status), error);
}

/** Languages with their accents. They change only with the server. */
export const languagesQuery = queryOptions({
	queryKey: ["languages"],
	queryFn: async ({ signal }) => (await call(modelsPaths.listLanguages, { signal })).languages,
	staleTime: Number.POSITIVE_INFINITY,
});
