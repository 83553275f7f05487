import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type ComparisonRow = NonNullable<Awaited<ReturnType<typeof findComparison>>>;

export type NewComparison = {
	id: string;
	reviewId: string;
	kind: "takes" | "voices";
	text: string;
	names: [string, string];
	ids: [string, string];
	seed: string;
	userId: string;
};

export async function insertComparison(db: Db, workspaceId: string, comparison: NewComparison): Promise<void> {
	await db
		.insertInto("studio_comparison")
		.values({
			id: comparison.id,
			workspace_id: workspaceId,
			review_id: comparison.reviewId,
			kind: comparison.kind,
			text: comparison.text,
			candidate_names: comparison.names,
			candidate_ids: comparison.ids,
			seed: comparison.seed,
			created_by: comparison.userId,
		})
		.execute();
}

/** Comparisons with the number of votes for each candidate. */
function comparisons(db: Db, workspaceId: string, reviewId: string) {
	return db
		.selectFrom("studio_comparison as comparison")
		.selectAll("comparison")
		.select([
			sql<number>`(select count(*)::integer from studio_vote vote
				where vote.comparison_id = comparison.id and vote.candidate = 0)`.as("first_votes"),
			sql<number>`(select count(*)::integer from studio_vote vote
				where vote.comparison_id = comparison.id and vote.candidate = 1)`.as("second_votes"),
		])
		.where("comparison.workspace_id", "=", workspaceId)
		.where("comparison.review_id", "=", reviewId);
}

export async function findComparison(db: Db, workspaceId: string, reviewId: string, id: string) {
	return comparisons(db, workspaceId, reviewId).where("comparison.id", "=", id).executeTakeFirst();
}

export async function listComparisonRows(db: Db, workspaceId: string, reviewId: string) {
	return comparisons(db, workspaceId, reviewId).orderBy("comparison.created_at").orderBy("comparison.id").execute();
}

/** Ending again does not change the time. */
export async function endComparisonRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("studio_comparison")
		.set({ ended_at: sql<Date>`coalesce(ended_at, now())` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

/** False if it has ended. It can't end before the transaction does. Call it in a transaction. */
export async function keepOpen(tx: Db, workspaceId: string, id: string): Promise<boolean> {
	const row = await tx
		.selectFrom("studio_comparison")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("ended_at", "is", null)
		.forShare()
		.executeTakeFirst();
	return row !== undefined;
}

/** False if the guest has voted already. */
export async function insertVote(
	tx: Db,
	workspaceId: string,
	vote: { comparisonId: string; guestId: string; candidate: 0 | 1 },
): Promise<boolean> {
	const inserted = await tx
		.insertInto("studio_vote")
		.values({
			workspace_id: workspaceId,
			comparison_id: vote.comparisonId,
			guest_id: vote.guestId,
			candidate: vote.candidate,
		})
		.onConflict((conflict) => conflict.columns(["comparison_id", "guest_id"]).doNothing())
		.returning("candidate")
		.executeTakeFirst();
	return inserted !== undefined;
}

/** The votes of a guest by comparison. */
export async function listVotesOf(db: Db, workspaceId: string, guestId: string) {
	return db
		.selectFrom("studio_vote")
		.select(["comparison_id", "candidate"])
		.where("workspace_id", "=", workspaceId)
		.where("guest_id", "=", guestId)
		.execute();
}
