// Review links, for the people of a project.
// Invariant: only a hash of the token is stored. What guests have written and approved stays when a link ends.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { reviewEndpoints } from "@timbre/contract/studio/review/reviews.ts";
import { maxGuestComments, maxOpenReviews } from "@timbre/contract/studio/review/rules.ts";
import type { Review } from "@timbre/contract/studio/review/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../../core/ids.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { presentComparison } from "../comparisons/comparisons.present.ts";
import { listComparisonRows } from "../comparisons/comparisons.repo.ts";
import { chapterNotFound } from "../document/document.service.ts";
import { type ProjectAction, requireProject } from "../projects/access.service.ts";
import { lockProject } from "../projects/projects.repo.ts";
import { listNewestSnapshots } from "../snapshots/snapshots.repo.ts";
import type { StudioCaller } from "../types.ts";
import { listApprovals, listGuestCommentRows } from "./guests.repo.ts";
import { newSecret } from "./links.service.ts";
import { type NewestSnapshots, presentReview, presentReviewComment } from "./reviews.present.ts";
import {
	countOpenReviews,
	findReview,
	insertReview,
	listReviewRows,
	type ReviewRow,
	withdrawReviewRow,
} from "./reviews.repo.ts";

type Endpoints = typeof reviewEndpoints;
export type ReviewPath = { project_id: string; review_id: string };

const maxListed = 100;

export async function listReviews(
	db: Database,
	caller: StudioCaller,
	projectId: string,
): Promise<ResponseOf<Endpoints["listReviews"]>> {
	await requireProject(db, caller, projectId, "read");
	const rows = await listReviewRows(db, caller.workspaceId, projectId, maxListed);
	return { reviews: await present(db, caller.workspaceId, projectId, rows) };
}

export async function createReview(
	{ db, publicUrl }: { db: Database; publicUrl: string },
	caller: StudioCaller,
	projectId: string,
	body: InputOf<Endpoints["createReview"]>["body"],
): Promise<ResponseOf<Endpoints["createReview"]>> {
	const { workspaceId, userId } = caller;
	await requireProject(db, caller, projectId, "edit");
	const chapterIds = body.chapter_ids ? [...new Set(body.chapter_ids)] : null;
	const known = new Set((await listChapterRows(db, workspaceId, projectId)).map(({ id }) => id));
	if (chapterIds?.some((id) => !known.has(id))) throw chapterNotFound();
	const id = newId();
	const { secret, hash } = newSecret();
	await db.transaction().execute(async (tx) => {
		await lockProject(tx, workspaceId, projectId);
		if ((await countOpenReviews(tx, workspaceId, projectId)) >= maxOpenReviews)
			throw new AppError(
				"conflict",
				`A project can have ${maxOpenReviews} review links that work. Withdraw one first.`,
			);
		await insertReview(tx, workspaceId, {
			id,
			projectId,
			userId,
			tokenHash: hash,
			label: body.label,
			chapterIds,
			mayComment: body.may_comment,
			mayApprove: body.may_approve,
			days: body.expires_in_days,
		});
	});
	const row = await mustFind(db, workspaceId, { project_id: projectId, review_id: id });
	return { review: await presentOne(db, row), url: `${publicUrl}/review#${secret}` };
}

export async function getReview(
	db: Database,
	caller: StudioCaller,
	path: ReviewPath,
): Promise<ResponseOf<Endpoints["getReview"]>> {
	const { workspaceId } = caller;
	const row = await requireReview(db, caller, path, "read");
	const newest = await newestSnapshots(db, workspaceId, path.project_id);
	const comments = await listGuestCommentRows(db, workspaceId, row.id, { limit: maxGuestComments });
	return {
		review: await presentOne(db, row),
		comments: comments.map((comment) => presentReviewComment(comment, newest)),
		comparisons: (await listComparisonRows(db, workspaceId, row.id)).map(presentComparison),
	};
}

export async function withdrawReview(
	db: Database,
	caller: StudioCaller,
	path: ReviewPath,
): Promise<ResponseOf<Endpoints["withdrawReview"]>> {
	const { id } = await requireReview(db, caller, path, "edit");
	await withdrawReviewRow(db, caller.workspaceId, id);
	return { review: await presentOne(db, await mustFind(db, caller.workspaceId, path)) };
}

/** Returns the link if the caller may do this with its project. */
export async function requireReview(
	db: Database,
	caller: StudioCaller,
	path: ReviewPath,
	action: ProjectAction,
): Promise<ReviewRow> {
	await requireProject(db, caller, path.project_id, action);
	return mustFind(db, caller.workspaceId, path);
}

async function mustFind(db: Db, workspaceId: string, { project_id, review_id }: ReviewPath): Promise<ReviewRow> {
	const row = await findReview(db, workspaceId, project_id, review_id);
	if (!row) throw new AppError("review_link_not_found", "This project has no such review link.");
	return row;
}

async function presentOne(db: Db, row: ReviewRow): Promise<Review> {
	const [review] = await present(db, row.workspace_id, row.project_id, [row]);
	if (!review) throw new Error("a review link was not presented");
	return review;
}

async function present(db: Db, workspaceId: string, projectId: string, rows: readonly ReviewRow[]): Promise<Review[]> {
	const newest = await newestSnapshots(db, workspaceId, projectId);
	const approvals = await listApprovals(
		db,
		workspaceId,
		rows.map(({ id }) => id),
	);
	return rows.map((row) => presentReview(row, approvals, newest));
}

async function newestSnapshots(db: Db, workspaceId: string, projectId: string): Promise<NewestSnapshots> {
	const snapshots = await listNewestSnapshots(db, workspaceId, [projectId]);
	return new Map(snapshots.map(({ chapter_id, id }) => [chapter_id, id]));
}
