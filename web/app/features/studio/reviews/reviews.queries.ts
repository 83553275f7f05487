import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import type { reviewEndpoints } from "@timbre/contract/studio/review/reviews.ts";
import { call } from "../../../lib/api/api.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { studioKey } from "../studio.queries.ts";

type Endpoints = typeof reviewEndpoints;
const reviewsKey = (projectId: string) => [studioKey, "reviews", projectId] as const;

/** The review links of a project, newest first. */
export const reviewsQuery = (projectId: string) =>
	queryOptions({
		queryKey: [...reviewsKey(projectId), "list"],
		queryFn: async ({ signal }) =>
			(await call(studioPaths.listReviews, { params: { project_id: projectId }, signal })).reviews,
		// Guests are at work while it is open.
		staleTime: 0,
	});

/** A link with the comments of its guests and its comparisons. */
export const reviewQuery = (projectId: string, reviewId: string) =>
	queryOptions({
		queryKey: [...reviewsKey(projectId), "one", reviewId],
		queryFn: ({ signal }) =>
			call(studioPaths.getReview, { params: { project_id: projectId, review_id: reviewId }, signal }),
		staleTime: 0,
	});

function useRefresh(projectId: string) {
	const queryClient = useQueryClient();
	return () => queryClient.invalidateQueries({ queryKey: reviewsKey(projectId) });
}

export type NewReview = RequestOf<Endpoints["createReview"]>["body"];

/** Errors are shown in the form. */
export function useCreateReview(projectId: string) {
	const refresh = useRefresh(projectId);
	return useMutation({
		mutationFn: (body: NewReview) => call(studioPaths.createReview, { params: { project_id: projectId }, body }),
		onSuccess: refresh,
	});
}

export function useWithdrawReview(projectId: string) {
	const refresh = useRefresh(projectId);
	return useMutation({
		mutationFn: (id: string) => call(studioPaths.withdrawReview, { params: { project_id: projectId, review_id: id } }),
		onError: (error) => showError("Couldn't withdraw the link", error),
		onSettled: refresh,
	});
}

type ComparedTakes = { reviewId: string; first: string; second: string };

/** Errors are shown where it is started. */
export function useCompareTakes(projectId: string) {
	const refresh = useRefresh(projectId);
	return useMutation({
		mutationFn: ({ reviewId, first, second }: ComparedTakes) =>
			call(studioPaths.compareTakes, {
				params: { project_id: projectId, review_id: reviewId },
				body: { first: { take_id: first }, second: { take_id: second } },
			}),
		onSuccess: refresh,
	});
}

type ComparedVoices = { chapterId: string; blockId: string; first: string; second: string };

/** Errors are shown where it is started. */
export function useCompareVoices(projectId: string, reviewId: string) {
	const refresh = useRefresh(projectId);
	return useMutation({
		mutationFn: ({ chapterId, blockId, first, second }: ComparedVoices) =>
			call(studioPaths.compareVoices, {
				params: { project_id: projectId, review_id: reviewId },
				body: {
					chapter_id: chapterId,
					block_id: blockId,
					first: { voice_id: first },
					second: { voice_id: second },
				},
			}),
		onSuccess: refresh,
	});
}

export function useEndComparison(projectId: string, reviewId: string) {
	const refresh = useRefresh(projectId);
	return useMutation({
		mutationFn: (id: string) =>
			call(studioPaths.endComparison, {
				params: { project_id: projectId, review_id: reviewId, comparison_id: id },
			}),
		onError: (error) => showError("Couldn't end the comparison", error),
		onSettled: refresh,
	});
}
