import { useMutation, useQueryClient } from "@tanstack/react-query";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import { call } from "../../../lib/api/api.ts";
import { studioKey } from "../studio.queries.ts";
import type { NewPodcast } from "./model/podcast-form.ts";

export function useCreatePodcast() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async (body: NewPodcast) => (await call(studioPaths.createPodcast, { body })).project,
		onSuccess: () => void queryClient.invalidateQueries({ queryKey: [studioKey] }),
	});
}
