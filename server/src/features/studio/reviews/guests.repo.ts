import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type GuestRow = NonNullable<Awaited<ReturnType<typeof findGuest>>>;
export type ApprovalRow = Awaited<ReturnType<typeof listApprovals>>[number];
export type GuestCommentRow = Awaited<ReturnType<typeof listGuestCommentRows>>[number];

export async function insertGuest(
	tx: Db,
	workspaceId: string,
	guest: { id: string; reviewId: string; keyHash: Buffer; name: string },
): Promise<void> {
	await tx
		.insertInto("studio_review_guest")
		.values({
			id: guest.id,
			workspace_id: workspaceId,
			review_id: guest.reviewId,
			key_hash: guest.keyHash,
			name: guest.name,
		})
		.execute();
}

export async function findGuest(db: Db, workspaceId: string, reviewId: string, keyHash: Buffer) {
	return db
		.selectFrom("studio_review_guest")
		.select(["id", "name"])
		.where("workspace_id", "=", workspaceId)
		.where("review_id", "=", reviewId)
		.where("key_hash", "=", keyHash)
		.executeTakeFirst();
}

export async function countGuests(db: Db, workspaceId: string, reviewId: string): Promise<number> {
	const { count } = await db
		.selectFrom("studio_review_guest")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.where("workspace_id", "=", workspaceId)
		.where("review_id", "=", reviewId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Approvals of these links with the name of the guest, oldest first. */
export async function listApprovals(db: Db, workspaceId: string, reviewIds: readonly string[]) {
	return db
		.selectFrom("studio_review_approval as approval")
		.innerJoin("studio_review_guest as guest", "guest.id", "approval.guest_id")
		.select([
			"approval.review_id",
			"approval.chapter_id",
			"approval.snapshot_id",
			"approval.guest_id",
			"approval.created_at",
			"guest.name as guest_name",
		])
		.where("approval.workspace_id", "=", workspaceId)
		.where("approval.review_id", "=", sql<string>`any(${reviewIds as string[]}::text[])`)
		.orderBy("approval.created_at")
		.orderBy("approval.guest_id")
		.execute();
}

type Approval = { reviewId: string; guestId: string; chapterId: string; snapshotId: string };

/** Approving again does not change the time. */
export async function insertApproval(db: Db, workspaceId: string, approval: Approval): Promise<void> {
	await db
		.insertInto("studio_review_approval")
		.values({
			workspace_id: workspaceId,
			review_id: approval.reviewId,
			guest_id: approval.guestId,
			chapter_id: approval.chapterId,
			snapshot_id: approval.snapshotId,
		})
		.onConflict((conflict) => conflict.columns(["guest_id", "snapshot_id"]).doNothing())
		.execute();
}

export async function deleteApproval(
	db: Db,
	workspaceId: string,
	{ guestId, snapshotId }: Pick<Approval, "guestId" | "snapshotId">,
): Promise<void> {
	await db
		.deleteFrom("studio_review_approval")
		.where("workspace_id", "=", workspaceId)
		.where("guest_id", "=", guestId)
		.where("snapshot_id", "=", snapshotId)
		.execute();
}

/** Comments that were written with a link, oldest first: all, or those on a chapter. */
export async function listGuestCommentRows(
	db: Db,
	workspaceId: string,
	reviewId: string,
	{ chapterId, limit }: { chapterId?: string; limit: number },
) {
	return db
		.selectFrom("studio_comment as comment")
		.innerJoin("studio_review_guest as guest", "guest.id", "comment.guest_id")
		.select([
			"comment.id",
			"comment.chapter_id",
			"comment.body",
			"comment.quote",
			"comment.snapshot_id",
			"comment.audio_seconds",
			"comment.resolved_at",
			"comment.created_at",
			"guest.id as guest_id",
			"guest.name as guest_name",
		])
		.where("comment.workspace_id", "=", workspaceId)
		.where("guest.review_id", "=", reviewId)
		.$if(chapterId !== undefined, (query) => query.where("comment.chapter_id", "=", chapterId as string))
		.orderBy("comment.created_at")
		.orderBy("comment.id")
		.limit(limit)
		.execute();
}

export async function countGuestComments(db: Db, workspaceId: string, reviewId: string): Promise<number> {
	const { count } = await db
		.selectFrom("studio_comment as comment")
		.innerJoin("studio_review_guest as guest", "guest.id", "comment.guest_id")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.where("comment.workspace_id", "=", workspaceId)
		.where("guest.review_id", "=", reviewId)
		.executeTakeFirstOrThrow();
	return Number(count);
}
