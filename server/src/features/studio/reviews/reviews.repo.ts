import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

export type ReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>;
export type OpenReviewRow = NonNullable<Awaited<ReturnType<typeof findReviewByToken>>>;

const columns = [
	"review.id",
	"review.workspace_id",
	"review.project_id",
	"review.created_by",
	"review.label",
	"review.chapter_ids",
	"review.may_comment",
	"review.may_approve",
	"review.created_at",
	"review.expires_at",
	"review.withdrawn_at",
] as const;

export async function insertReview(
	db: Db,
	workspaceId: string,
	review: {
		id: string;
		projectId: string;
		userId: string;
		tokenHash: Buffer;
		label: string;
		chapterIds: string[] | null;
		mayComment: boolean;
		mayApprove: boolean;
		days: number;
	},
): Promise<void> {
	await db
		.insertInto("studio_review")
		.values({
			id: review.id,
			workspace_id: workspaceId,
			project_id: review.projectId,
			created_by: review.userId,
			token_hash: review.tokenHash,
			label: review.label,
			chapter_ids: review.chapterIds,
			may_comment: review.mayComment,
			may_approve: review.mayApprove,
			expires_at: sql<Date>`now() + make_interval(days => ${review.days})`,
		})
		.execute();
}

/** Links with what came of them. */
function reviews(db: Db, workspaceId: string) {
	return db
		.selectFrom("studio_review as review")
		.select(columns)
		.select([
			sql<boolean>`review.expires_at <= now()`.as("expired"),
			sql<number>`(select count(*)::integer from studio_review_guest guest where guest.review_id = review.id)`.as(
				"guests",
			),
			sql<number>`(select count(*)::integer from studio_comment comment
				join studio_review_guest guest on guest.id = comment.guest_id where guest.review_id = review.id)`.as(
				"comments",
			),
			sql<number>`(select count(*)::integer from studio_comparison comparison
				where comparison.review_id = review.id)`.as("comparisons"),
		])
		.where("review.workspace_id", "=", workspaceId);
}

export async function findReview(db: Db, workspaceId: string, projectId: string, id: string) {
	return reviews(db, workspaceId)
		.where("review.project_id", "=", projectId)
		.where("review.id", "=", id)
		.executeTakeFirst();
}

export async function listReviewRows(db: Db, workspaceId: string, projectId: string, limit: number) {
	return reviews(db, workspaceId)
		.where("review.project_id", "=", projectId)
		.orderBy("review.created_at", "desc")
		.orderBy("review.id", "desc")
		.limit(limit)
		.execute();
}

export async function countOpenReviews(db: Db, workspaceId: string, projectId: string): Promise<number> {
	const { count } = await db
		.selectFrom("studio_review")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("withdrawn_at", "is", null)
		.where("expires_at", ">", sql<Date>`now()`)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** Withdrawing again does not change the time. */
export async function withdrawReviewRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("studio_review")
		.set({ withdrawn_at: sql<Date>`coalesce(withdrawn_at, now())` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

/** Serializes what guests add with a link. Call it in a transaction. */
export async function lockReview(tx: Db, workspaceId: string, id: string): Promise<void> {
	await tx
		.selectFrom("studio_review")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.forNoKeyUpdate()
		.execute();
}

/** Without a workspace by design: whoever has the token of a link that works may use it. */
export async function findReviewByToken(db: Db, _scope: Global, tokenHash: Buffer) {
	return db
		.selectFrom("studio_review as review")
		.innerJoin("studio_project as project", "project.id", "review.project_id")
		.leftJoin("auth_user as creator", "creator.id", "review.created_by")
		.select(columns)
		.select(["project.name as project_name", "creator.name as creator_name"])
		.where("review.token_hash", "=", tokenHash)
		.where("review.withdrawn_at", "is", null)
		.where("review.expires_at", ">", sql<Date>`now()`)
		.executeTakeFirst();
}
