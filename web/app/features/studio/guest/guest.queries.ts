import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { studioPaths } from "@timbre/contract/studio/paths.ts";
import type { Side } from "@timbre/contract/studio/review/rules.ts";
import { call, endpointPath } from "../../../lib/api/api.ts";
import { isApiError } from "../../../lib/api/api-error.ts";

// Everything is asked with the token of the link. Nothing needs an account or a cookie.
type LinkChapter = { token: string; chapter_id: string };
type RecordingRef = LinkChapter & { chapter_snapshot_id: string };

const linkKey = (token: string) => ["review-link", token] as const;

/** Unknown, expired and withdrawn links look alike. Such a request isn't repeated. */
export const isLinkGone = (error: unknown): boolean =>
	isApiError(error) && (error.code === "review_link_not_found" || error.status === 422);

export const linkQuery = (token: string) =>
	queryOptions({
		queryKey: [...linkKey(token), "open"],
		queryFn: ({ signal }) => call(studioPaths.openReviewLink, { params: { token }, signal }),
		retry: false,
	});

/** A recording never changes. */
export const recordingQuery = (ref: RecordingRef) =>
	queryOptions({
		queryKey: [...linkKey(ref.token), "recording", ref.chapter_snapshot_id],
		queryFn: ({ signal }) => call(studioPaths.getRecording, { params: ref, signal }),
		staleTime: Number.POSITIVE_INFINITY,
	});

export const recordingUrl = (ref: RecordingRef): string => endpointPath(studioPaths.getRecordingAudio.path, ref);

export const guestCommentsQuery = (chapter: LinkChapter) =>
	queryOptions({
		queryKey: [...linkKey(chapter.token), "comments", chapter.chapter_id],
		queryFn: async ({ signal }) => (await call(studioPaths.listGuestComments, { params: chapter, signal })).comments,
	});

export const comparisonsQuery = (token: string, guestKey: string) =>
	queryOptions({
		queryKey: [...linkKey(token), "comparisons", guestKey],
		queryFn: async ({ signal }) =>
			(
				await call(studioPaths.listGuestComparisons, {
					params: { token },
					query: { guest_key: guestKey },
					signal,
				})
			).comparisons,
	});

export const sideUrl = (token: string, guestKey: string, comparisonId: string, side: Side): string =>
	endpointPath(
		studioPaths.getComparisonAudio.path,
		{ token, comparison_id: comparisonId, side },
		{ guest_key: guestKey },
	);

/** Errors are shown in the form. */
export function useJoin(token: string) {
	return useMutation({
		mutationFn: (name: string) => call(studioPaths.joinReviewLink, { params: { token }, body: { name } }),
	});
}

type NewGuestComment = { guestKey: string; snapshotId: string; seconds: number; text: string };

/** Errors are shown in the form. */
export function useGuestComment(chapter: LinkChapter) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ guestKey, snapshotId, seconds, text }: NewGuestComment) =>
			call(studioPaths.createGuestComment, {
				params: chapter,
				body: { guest_key: guestKey, chapter_snapshot_id: snapshotId, audio_seconds: seconds, text },
			}),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: guestCommentsQuery(chapter).queryKey }),
	});
}

/** Approves a recording, or takes it back. Errors are shown beside the button. */
export function useApprove(chapter: LinkChapter) {
	const queryClient = useQueryClient();
	const { queryKey } = linkQuery(chapter.token);
	return useMutation({
		mutationFn: ({ guestKey, snapshotId, approved }: { guestKey: string; snapshotId: string; approved: boolean }) =>
			call(studioPaths.approveChapter, {
				params: chapter,
				body: { guest_key: guestKey, chapter_snapshot_id: snapshotId, approved },
			}),
		onSuccess: (review) => queryClient.setQueryData(queryKey, review),
		// The chapter may have been recorded again.
		onError: () => queryClient.invalidateQueries({ queryKey }),
	});
}

/** Errors are shown beside the buttons. */
export function useVote(token: string, guestKey: string) {
	const queryClient = useQueryClient();
	const { queryKey } = comparisonsQuery(token, guestKey);
	return useMutation({
		mutationFn: ({ comparisonId, side }: { comparisonId: string; side: Side }) =>
			call(studioPaths.vote, {
				params: { token, comparison_id: comparisonId },
				body: { guest_key: guestKey, side },
			}),
		onSettled: () => queryClient.invalidateQueries({ queryKey }),
	});
}
