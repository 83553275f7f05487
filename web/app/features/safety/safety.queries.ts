import { useMutation, useQueryClient } from "@tanstack/react-query";
import { safetyPaths } from "@timbre/contract/safety/paths.ts";
import { call, callForm } from "../../lib/api/api.ts";
import { showError } from "../../lib/page/toaster.ts";
import { userQuery } from "../usage/usage.public.ts";

/** Checks whether a recording was generated on this server. */
export function useClassifier() {
	return useMutation({
		mutationFn: (file: File) => callForm(safetyPaths.classifyAudio, { form: { file } }),
	});
}

/** Optimistic: the warning comes back if the request fails. */
export function useDismissWarning() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: () => call(safetyPaths.dismissModerationWarning, {}),
		onMutate: async () => {
			await queryClient.cancelQueries({ queryKey: userQuery.queryKey });
			const before = queryClient.getQueryData(userQuery.queryKey);
			if (before) queryClient.setQueryData(userQuery.queryKey, { ...before, moderation_warning_dismissed: true });
			return before;
		},
		onError: (error, _, before) => {
			if (before) queryClient.setQueryData(userQuery.queryKey, before);
			showError("Couldn't dismiss the warning", error);
		},
	});
}
