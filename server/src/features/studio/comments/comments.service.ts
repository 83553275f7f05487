// Comments on passages of a chapter.
// Invariant: a passage is stored as positions in the document, so it moves with its text.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Comment, studioEndpoints } from "@timbre/contract/studio/endpoints.ts";
import { maxCommentsPerChapter } from "@timbre/contract/studio/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../../core/ids.ts";
import { unix } from "../../../core/time.ts";
import { requireChapter } from "../chapters/chapters.service.ts";
import { notifyChapter } from "../document/document.repo.ts";
import { mayDo, type ProjectAction, requireProject } from "../projects/access.service.ts";
import type { StudioCaller } from "../types.ts";
import {
	type CommentRow,
	countComments,
	deleteCommentRow,
	findComment,
	insertComment,
	listCommentRows,
	type NewComment,
	updateCommentRow,
} from "./comments.repo.ts";

type Endpoints = typeof studioEndpoints;
type ChapterIds = { project_id: string; chapter_id: string };
type CommentIds = ChapterIds & { comment_id: string };

export async function listComments(
	db: Database,
	caller: StudioCaller,
	ids: ChapterIds,
): Promise<ResponseOf<Endpoints["listComments"]>> {
	await requireAccess(db, caller, ids, "read");
	const rows = await listCommentRows(db, caller.workspaceId, ids.chapter_id, maxCommentsPerChapter);
	return { comments: rows.map(presentComment) };
}

export async function createComment(
	db: Database,
	caller: StudioCaller,
	ids: ChapterIds,
	body: InputOf<Endpoints["createComment"]>["body"],
): Promise<Comment> {
	const { workspaceId, userId } = caller;
	await requireAccess(db, caller, ids, "comment");
	const id = newId();
	await db.transaction().execute((tx) =>
		addComment(tx, workspaceId, {
			id,
			chapterId: ids.chapter_id,
			author: { userId },
			body: body.text,
			quote: body.quote,
			passageStart: body.start,
			passageEnd: body.end,
		}),
	);
	return presentComment(await requireComment(db, workspaceId, { ...ids, comment_id: id }));
}

/** Adds a comment and tells those who have the chapter open. Call it in a transaction. */
export async function addComment(tx: Db, workspaceId: string, comment: NewComment): Promise<void> {
	if ((await countComments(tx, workspaceId, comment.chapterId)) >= maxCommentsPerChapter)
		throw new AppError(
			"comment_limit_reached",
			`A chapter can have at most ${maxCommentsPerChapter} comments. Delete some that are resolved.`,
		);
	await insertComment(tx, workspaceId, comment);
	await announce(tx, workspaceId, comment.chapterId);
}

export async function updateComment(
	db: Database,
	caller: StudioCaller,
	ids: CommentIds,
	{ text, resolved }: InputOf<Endpoints["updateComment"]>["body"],
): Promise<Comment> {
	const { workspaceId, userId } = caller;
	await requireAccess(db, caller, ids, "comment");
	const row = await requireComment(db, workspaceId, ids);
	if (text !== undefined && row.created_by !== userId)
		throw new AppError("missing_permissions", "Only its author can change the text of a comment.");
	await db.transaction().execute(async (tx) => {
		await updateCommentRow(tx, workspaceId, row.id, {
			...(text === undefined ? {} : { body: text }),
			...(resolved === undefined ? {} : { resolved }),
		});
		await announce(tx, workspaceId, ids.chapter_id);
	});
	return presentComment(await requireComment(db, workspaceId, ids));
}

export async function deleteComment(
	db: Database,
	caller: StudioCaller,
	ids: CommentIds,
): Promise<ResponseOf<Endpoints["deleteComment"]>> {
	const { workspaceId, userId } = caller;
	const project = await requireAccess(db, caller, ids, "comment");
	const row = await requireComment(db, workspaceId, ids);
	if (row.created_by !== userId && !mayDo(project, caller, "edit"))
		throw new AppError("missing_permissions", "Only its author and editors of the project can delete a comment.");
	await db.transaction().execute(async (tx) => {
		await deleteCommentRow(tx, workspaceId, row.id);
		await announce(tx, workspaceId, ids.chapter_id);
	});
	return { status: "ok" };
}

async function requireAccess(db: Database, caller: StudioCaller, ids: ChapterIds, action: ProjectAction) {
	const project = await requireProject(db, caller, ids.project_id, action);
	await requireChapter(db, caller.workspaceId, ids.project_id, ids.chapter_id);
	return project;
}

async function requireComment(db: Db, workspaceId: string, ids: CommentIds): Promise<CommentRow> {
	const row = await findComment(db, workspaceId, ids.chapter_id, ids.comment_id);
	if (!row) throw new AppError("comment_not_found", "This comment doesn't exist in this chapter.");
	return row;
}

async function announce(tx: Db, workspaceId: string, chapterId: string): Promise<void> {
	await notifyChapter(tx, workspaceId, { kind: "comments", chapterId });
}

const presentComment = (row: CommentRow): Comment => ({
	comment_id: row.id,
	user_id: row.created_by,
	user_name: row.author_name ?? row.guest_name ?? "Deleted account",
	is_guest: row.guest_id !== null,
	audio_seconds: row.audio_seconds,
	text: row.body,
	quote: row.quote,
	start: row.passage_start,
	end: row.passage_end,
	resolved_at_unix: unix(row.resolved_at),
	created_at_unix: unix(row.created_at),
});
