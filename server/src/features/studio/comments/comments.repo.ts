import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>;

function comments(db: Db, workspaceId: string, chapterId: string) {
	return db
		.selectFrom("studio_comment as comment")
		.leftJoin("auth_user as author", "author.id", "comment.created_by")
		.leftJoin("studio_review_guest as guest", "guest.id", "comment.guest_id")
		.selectAll("comment")
		.select(["author.name as author_name", "guest.name as guest_name"])
		.where("comment.workspace_id", "=", workspaceId)
		.where("comment.chapter_id", "=", chapterId);
}

export async function findComment(db: Db, workspaceId: string, chapterId: string, id: string) {
	return comments(db, workspaceId, chapterId).where("comment.id", "=", id).executeTakeFirst();
}

export async function listCommentRows(db: Db, workspaceId: string, chapterId: string, limit: number) {
	return comments(db, workspaceId, chapterId)
		.orderBy("comment.created_at")
		.orderBy("comment.id")
		.limit(limit)
		.execute();
}

export async function countComments(db: Db, workspaceId: string, chapterId: string): Promise<number> {
	const { count } = await db
		.selectFrom("studio_comment")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.where("workspace_id", "=", workspaceId)
		.where("chapter_id", "=", chapterId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

export type NewComment = {
	id: string;
	chapterId: string;
	/** A member of the workspace, or a guest who heard a recording. */
	author: { userId: string } | { guestId: string; snapshotId: string; audioSeconds: number };
	body: string;
	quote: string;
	passageStart: string;
	passageEnd: string;
};

export async function insertComment(tx: Db, workspaceId: string, comment: NewComment): Promise<void> {
	const { author } = comment;
	const by =
		"userId" in author
			? { created_by: author.userId }
			: { guest_id: author.guestId, snapshot_id: author.snapshotId, audio_seconds: author.audioSeconds };
	await tx
		.insertInto("studio_comment")
		.values({
			id: comment.id,
			workspace_id: workspaceId,
			chapter_id: comment.chapterId,
			...by,
			body: comment.body,
			quote: comment.quote,
			passage_start: comment.passageStart,
			passage_end: comment.passageEnd,
		})
		.execute();
}

export async function updateCommentRow(
	tx: Db,
	workspaceId: string,
	id: string,
	change: { body?: string; resolved?: boolean },
): Promise<void> {
	if (change.body === undefined && change.resolved === undefined) return;
	await tx
		.updateTable("studio_comment")
		.set({
			...(change.body === undefined ? {} : { body: change.body }),
			// Resolving again does not change the time.
			...(change.resolved === undefined
				? {}
				: { resolved_at: change.resolved ? sql<Date>`coalesce(resolved_at, now())` : null }),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

/** The passages of all comments of these chapters. */
export async function listPassages(db: Db, workspaceId: string, chapterIds: readonly string[]) {
	return db
		.selectFrom("studio_comment")
		.select(["id", "chapter_id", "body", "quote", "passage_start", "passage_end", "resolved_at"])
		.where("workspace_id", "=", workspaceId)
		.where("chapter_id", "=", sql<string>`any(${chapterIds as string[]}::text[])`)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
}

/** Moves a comment with its passage. Without one it only goes to another chapter. */
export async function updatePassage(
	tx: Db,
	workspaceId: string,
	id: string,
	{ chapterId, passage }: { chapterId: string; passage?: { start: string; end: string } | undefined },
): Promise<void> {
	await tx
		.updateTable("studio_comment")
		.set({ chapter_id: chapterId, ...(passage ? { passage_start: passage.start, passage_end: passage.end } : {}) })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function deleteCommentRow(tx: Db, workspaceId: string, id: string): Promise<void> {
	await tx.deleteFrom("studio_comment").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
