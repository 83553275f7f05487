import { useMutation, useQueryClient } from "@tanstack/react-query";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import type { SearchOptions } from "@timbre/contract/studio/search-schemas.ts";
import { call } from "../../../lib/api/api.ts";
import { studioKey } from "../studio.queries.ts";

type Query = Omit<SearchOptions, "replacement">;

export function useSearchProject(projectId: string) {
	return useMutation({
		mutationFn: (body: Query) => call(studioPaths.searchProject, { params: { project_id: projectId }, body }),
	});
}

export function useReplaceInProject(projectId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (body: SearchOptions) =>
			call(studioPaths.replaceInProject, { params: { project_id: projectId }, body }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: [studioKey] }),
	});
}
