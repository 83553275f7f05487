import type { GuestComment } from "@timbre/contract/studio/review/guest-schemas.ts";
import type { Review, ReviewDetails } from "@timbre/contract/studio/review/schemas.ts";
import { unix } from "../../../core/time.ts";
import type { ApprovalRow, GuestCommentRow } from "./guests.repo.ts";
import type { ReviewRow } from "./reviews.repo.ts";

/** The newest snapshot of each chapter, by the chapter's id. */
export type NewestSnapshots = ReadonlyMap<string, string>;

export function presentReview(row: ReviewRow, approvals: readonly ApprovalRow[], newest: NewestSnapshots): Review {
	return {
		review_id: row.id,
		label: row.label,
		status: row.withdrawn_at ? "withdrawn" : row.expired ? "expired" : "open",
		chapter_ids: row.chapter_ids,
		may_comment: row.may_comment,
		may_approve: row.may_approve,
		created_at_unix: unix(row.created_at),
		expires_at_unix: unix(row.expires_at),
		guests: row.guests,
		comments: row.comments,
		comparisons: row.comparisons,
		approvals: approvals
			.filter(({ review_id }) => review_id === row.id)
			.map((approval) => ({
				chapter_id: approval.chapter_id,
				chapter_snapshot_id: approval.snapshot_id,
				guest_name: approval.guest_name,
				approved_at_unix: unix(approval.created_at),
				is_current: newest.get(approval.chapter_id) === approval.snapshot_id,
			}))
			.toReversed(),
	};
}

export const presentReviewComment = (
	row: GuestCommentRow,
	newest: NewestSnapshots,
): ReviewDetails["comments"][number] => ({
	comment_id: row.id,
	chapter_id: row.chapter_id,
	guest_name: row.guest_name,
	text: row.body,
	quote: row.quote,
	audio_seconds: row.audio_seconds ?? 0,
	is_current: newest.get(row.chapter_id) === row.snapshot_id,
	is_resolved: row.resolved_at !== null,
	created_at_unix: unix(row.created_at),
});

export const presentGuestComment = (row: GuestCommentRow): GuestComment => ({
	comment_id: row.id,
	guest_id: row.guest_id,
	guest_name: row.guest_name,
	text: row.body,
	quote: row.quote,
	chapter_snapshot_id: row.snapshot_id ?? "",
	audio_seconds: row.audio_seconds ?? 0,
	is_resolved: row.resolved_at !== null,
	created_at_unix: unix(row.created_at),
});
