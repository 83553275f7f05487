import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import type { podcastEndpoints } from "@timbre/contract/studio/podcasts.ts";
import { call } from "../../../lib/api/api.ts";
import { studioKey } from "../studio.queries.ts";

export type NewPodcast = NonNullable<RequestOf<typeof podcastEndpoints.createPodcast>["body"]>;

export function useCreatePodcast() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async (body: NewPodcast) => (await call(studioPaths.createPodcast, { body })).project,
		onSuccess: () => void queryClient.invalidateQueries({ queryKey: [studioKey] }),
	});
}
