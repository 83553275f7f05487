import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import { call } from "../../../lib/api/api.ts";
import { showError } from "../../../lib/page/toaster.ts";

type Chapter = { project_id: string; chapter_id: string };

/** Comments on a chapter, oldest first. Loaded again when the connection of the editor says so. */
export const commentsQuery = (chapter: Chapter) =>
	queryOptions({
		queryKey: ["studio-comments", chapter.project_id, chapter.chapter_id],
		queryFn: async ({ signal }) => (await call(studioPaths.listComments, { params: chapter, signal })).comments,
	});

function useRefresh(chapter: Chapter) {
	const queryClient = useQueryClient();
	return () => queryClient.invalidateQueries({ queryKey: commentsQuery(chapter).queryKey });
}

type NewComment = { text: string; quote: string; start: string; end: string };

export function useCreateComment(chapter: Chapter) {
	const refresh = useRefresh(chapter);
	return useMutation({
		mutationFn: (body: NewComment) => call(studioPaths.createComment, { params: chapter, body }),
		onSuccess: refresh,
	});
}

export function useResolveComment(chapter: Chapter) {
	const refresh = useRefresh(chapter);
	return useMutation({
		mutationFn: ({ id, resolved }: { id: string; resolved: boolean }) =>
			call(studioPaths.updateComment, { params: { ...chapter, comment_id: id }, body: { resolved } }),
		onSuccess: refresh,
		onError: (error) => showError("Couldn't change the comment", error),
	});
}

export function useDeleteComment(chapter: Chapter) {
	const refresh = useRefresh(chapter);
	return useMutation({
		mutationFn: (id: string) => call(studioPaths.deleteComment, { params: { ...chapter, comment_id: id } }),
		onSuccess: refresh,
		onError: (error) => showError("Couldn't delete the comment", error),
	});
}
