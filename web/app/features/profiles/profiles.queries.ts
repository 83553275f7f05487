import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import type { profilesEndpoints } from "@timbre/contract/profiles/endpoints.ts";
import { profilesPaths } from "@timbre/contract/profiles/paths.ts";
import { call } from "../../lib/api/api.ts";

export const ownProfileQuery = queryOptions({
	queryKey: ["profile"],
	queryFn: ({ signal }) => call(profilesPaths.getOwnProfile, { signal }),
});

export function useUpdateProfile() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (body: RequestOf<typeof profilesEndpoints.updateOwnProfile>["body"]) =>
			call(profilesPaths.updateOwnProfile, { body }),
		onSuccess: (profile) => queryClient.setQueryData(ownProfileQuery.queryKey, profile),
	});
}

export function useUpdatePublicName() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (name: string) => call(historyPaths.updatePublicUserName, { body: { public_user_name: name } }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey }),
	});
}
