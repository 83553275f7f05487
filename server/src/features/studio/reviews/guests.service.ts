// What guests of a review link see and do.
// Invariant: names and comments of guests are plain text, and a guest is only known by the key of their browser.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { GuestChapter, GuestReview } from "@timbre/contract/studio/review/guest-schemas.ts";
import type { guestEndpoints } from "@timbre/contract/studio/review/guests.ts";
import { maxGuests } from "@timbre/contract/studio/review/rules.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import { newId } from "../../../core/ids.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { unix } from "../../../core/time.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { listComparisonRows } from "../comparisons/comparisons.repo.ts";
import { listNewestSnapshots } from "../snapshots/snapshots.repo.ts";
import { loadTimes } from "../snapshots/times.ts";
import { countGuests, deleteApproval, insertApproval, insertGuest, listApprovals } from "./guests.repo.ts";
import {
	coversChapter,
	newSecret,
	requireAllowed,
	requireGuest,
	requireLink,
	requireLinkChapter,
	requireRecording,
} from "./links.service.ts";
import { lockReview, type OpenReviewRow } from "./reviews.repo.ts";

export type GuestDeps = { db: Database; storage: Storage };
type Endpoints = typeof guestEndpoints;
export type LinkChapterPath = { token: string; chapter_id: string };
type RecordingPath = LinkChapterPath & { chapter_snapshot_id: string };

export async function openReviewLink(db: Database, token: string): Promise<GuestReview> {
	return present(db, await requireLink(db, token));
}

export async function joinReviewLink(
	db: Database,
	token: string,
	{ name }: InputOf<Endpoints["joinReviewLink"]>["body"],
): Promise<ResponseOf<Endpoints["joinReviewLink"]>> {
	const link = await requireLink(db, token);
	const id = newId();
	const { secret, hash } = newSecret();
	await db.transaction().execute(async (tx) => {
		await lockReview(tx, link.workspace_id, link.id);
		if ((await countGuests(tx, link.workspace_id, link.id)) >= maxGuests)
			throw new AppError("conflict", "Too many people have used this link. Ask the person who sent it for a new one.");
		await insertGuest(tx, link.workspace_id, { id, reviewId: link.id, keyHash: hash, name });
	});
	return { guest_key: secret, guest_id: id, guest_name: name };
}

export async function getRecording(
	{ db, storage }: GuestDeps,
	path: RecordingPath,
): Promise<ResponseOf<Endpoints["getRecording"]>> {
	const link = await requireLink(db, path.token);
	const row = await requireRecording(db, link, path.chapter_id, path.chapter_snapshot_id);
	let block: string | undefined;
	let paragraph = -1;
	const sentences = (await loadTimes(storage, row.data_key)).map(({ blockId, text, from, to }) => {
		if (blockId !== block) paragraph++;
		block = blockId;
		return { paragraph, text, start_seconds: from, end_seconds: to };
	});
	return { sentences, peaks: [...row.peaks], audio_duration_secs: row.seconds };
}

export async function getRecordingAudio(
	{ db, storage }: GuestDeps,
	path: RecordingPath,
	rangeHeader: string | undefined,
): Promise<AudioResponse> {
	const link = await requireLink(db, path.token);
	const row = await requireRecording(db, link, path.chapter_id, path.chapter_snapshot_id);
	const audio = await storedAudio(storage, row.audio_key, { contentType: "audio/mpeg", rangeHeader });
	if (!audio) throw new Error(`the audio ${row.audio_key} is missing`);
	return audio;
}

export async function approveChapter(
	db: Database,
	path: LinkChapterPath,
	body: InputOf<Endpoints["approveChapter"]>["body"],
): Promise<GuestReview> {
	const link = await requireLink(db, path.token);
	requireAllowed(link.may_approve, "approvals");
	const { workspace_id: workspaceId } = link;
	const guest = await requireGuest(db, link, body.guest_key);
	const chapter = await requireLinkChapter(db, link, path.chapter_id);
	const { id: snapshotId } = await requireRecording(db, link, chapter.id, body.chapter_snapshot_id);
	const approval = { reviewId: link.id, guestId: guest.id, chapterId: chapter.id, snapshotId };
	if (!body.approved) await deleteApproval(db, workspaceId, approval);
	else if ((await newestSnapshots(db, link)).get(chapter.id)?.id !== snapshotId)
		throw new AppError("conflict", "This chapter was recorded again. Load the page again to hear the new recording.");
	else await insertApproval(db, workspaceId, approval);
	return present(db, link);
}

async function newestSnapshots(db: Db, link: OpenReviewRow) {
	const snapshots = await listNewestSnapshots(db, link.workspace_id, [link.project_id]);
	return new Map(snapshots.map((snapshot) => [snapshot.chapter_id, snapshot]));
}

async function present(db: Db, link: OpenReviewRow): Promise<GuestReview> {
	const { workspace_id: workspaceId, project_id: projectId } = link;
	const newest = await newestSnapshots(db, link);
	const approvals = await listApprovals(db, workspaceId, [link.id]);
	const chapters = (await listChapterRows(db, workspaceId, projectId)).filter(({ id }) => coversChapter(link, id));
	return {
		label: link.label,
		project_name: link.project_name,
		shared_by: link.creator_name,
		expires_at_unix: unix(link.expires_at),
		may_comment: link.may_comment,
		may_approve: link.may_approve,
		comparisons: (await listComparisonRows(db, workspaceId, link.id)).length,
		chapters: chapters.map(({ id, name }): GuestChapter => {
			const snapshot = newest.get(id);
			return {
				chapter_id: id,
				name,
				recording: snapshot
					? {
							chapter_snapshot_id: snapshot.id,
							audio_duration_secs: snapshot.seconds,
							created_at_unix: unix(snapshot.created_at),
						}
					: null,
				approvals: approvals
					.filter(({ chapter_id }) => chapter_id === id)
					.map((approval) => ({
						guest_id: approval.guest_id,
						guest_name: approval.guest_name,
						approved_at_unix: unix(approval.created_at),
						is_current: approval.snapshot_id === snapshot?.id,
					})),
			};
		}),
	};
}
