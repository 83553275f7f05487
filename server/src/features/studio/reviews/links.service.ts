// What a guest may reach with the token of a review link.
// Invariant: each request checks the link again, and reaches nothing but the chapters that it covers.
import { createHash } from "node:crypto";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { type ChapterRow, findChapter } from "../chapters/chapters.repo.ts";
import { chapterNotFound } from "../document/document.service.ts";
import { type ChapterSnapshotRow, findChapterSnapshot } from "../snapshots/snapshots.repo.ts";
import { findGuest, type GuestRow } from "./guests.repo.ts";
import { findReviewByToken, type OpenReviewRow } from "./reviews.repo.ts";

/** Secrets have over 200 random bits, so a plain digest is enough, and lookup by digest has no timing leak. */
const hash = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** A secret and the hash that is stored instead of it. */
export function newSecret(): { secret: string; hash: Buffer } {
	const secret = newId(40);
	return { secret, hash: hash(secret) };
}

/** Returns the same error for unknown, expired and withdrawn links, so that a lost link tells nothing. */
export async function requireLink(db: Database | Db, token: string): Promise<OpenReviewRow> {
	const link = await findReviewByToken(db, GLOBAL, hash(token));
	if (!link)
		throw new AppError(
			"review_link_not_found",
			"This link doesn't work. It may be incomplete, expired or withdrawn. Ask the person who sent it for a new one.",
		);
	return link;
}

export async function requireGuest(db: Db, link: OpenReviewRow, key: string): Promise<GuestRow> {
	const guest = await findGuest(db, link.workspace_id, link.id, hash(key));
	if (!guest) throw new AppError("review_guest_not_found", "This link doesn't know you. Enter your name again.");
	return guest;
}

export const coversChapter = ({ chapter_ids }: Pick<OpenReviewRow, "chapter_ids">, chapterId: string): boolean =>
	chapter_ids === null || chapter_ids.includes(chapterId);

export async function requireLinkChapter(db: Db, link: OpenReviewRow, chapterId: string): Promise<ChapterRow> {
	const row = coversChapter(link, chapterId)
		? await findChapter(db, link.workspace_id, link.project_id, chapterId)
		: undefined;
	if (!row) throw chapterNotFound();
	return row;
}

/** A recording by its id. An earlier one than the latest can be heard to its end by those who have opened it. */
export async function requireRecording(
	db: Db,
	link: OpenReviewRow,
	chapterId: string,
	snapshotId: string,
): Promise<ChapterSnapshotRow> {
	await requireLinkChapter(db, link, chapterId);
	const row = await findChapterSnapshot(db, link.workspace_id, chapterId, snapshotId);
	if (!row) throw new AppError("snapshot_not_found", "This recording doesn't exist any more. Load the page again.");
	return row;
}

export function requireAllowed(allowed: boolean, what: string): void {
	if (!allowed)
		throw new AppError(
			"review_action_not_allowed",
			`This link doesn't allow ${what}. Ask the person who sent it for one that does.`,
		);
}
