// Comments of guests at a time of a recording.
// Invariant: a guest only sees comments that were written with the same link.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { guestEndpoints } from "@timbre/contract/studio/review/guests.ts";
import { maxGuestComments } from "@timbre/contract/studio/review/rules.ts";
import { maxQuoteCharacters } from "@timbre/contract/studio/rules.ts";
import type { Database } from "@timbre/db/connect.ts";
import { newId } from "../../../core/ids.ts";
import { addComment } from "../comments/comments.service.ts";
import { loadDocument } from "../document/document.service.ts";
import { findPassage } from "../document/passages.ts";
import { loadTimes, type TimedSentence } from "../snapshots/times.ts";
import { countGuestComments, listGuestCommentRows } from "./guests.repo.ts";
import type { GuestDeps, LinkChapterPath } from "./guests.service.ts";
import { requireAllowed, requireGuest, requireLink, requireLinkChapter, requireRecording } from "./links.service.ts";
import { presentGuestComment } from "./reviews.present.ts";
import { lockReview } from "./reviews.repo.ts";

type Endpoints = typeof guestEndpoints;

export async function listGuestComments(
	db: Database,
	path: LinkChapterPath,
): Promise<ResponseOf<Endpoints["listGuestComments"]>> {
	const link = await requireLink(db, path.token);
	const { id: chapterId } = await requireLinkChapter(db, link, path.chapter_id);
	const rows = await listGuestCommentRows(db, link.workspace_id, link.id, { chapterId, limit: maxGuestComments });
	return { comments: rows.map(presentGuestComment) };
}

export async function createGuestComment(
	{ db, storage }: GuestDeps,
	path: LinkChapterPath,
	body: InputOf<Endpoints["createGuestComment"]>["body"],
): Promise<ResponseOf<Endpoints["createGuestComment"]>> {
	const link = await requireLink(db, path.token);
	requireAllowed(link.may_comment, "comments");
	const { workspace_id: workspaceId } = link;
	const guest = await requireGuest(db, link, body.guest_key);
	const recording = await requireRecording(db, link, path.chapter_id, body.chapter_snapshot_id);
	const audioSeconds = Math.min(body.audio_seconds, recording.seconds);
	const sentence = sentenceAt(await loadTimes(storage, recording.data_key), audioSeconds);
	const passage = sentence && (await positionsOf(db, workspaceId, path.chapter_id, sentence));
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await lockReview(tx, workspaceId, link.id);
		if ((await countGuestComments(tx, workspaceId, link.id)) >= maxGuestComments)
			throw new AppError(
				"comment_limit_reached",
				`At most ${maxGuestComments} comments can be written with one link. Ask the person who sent it for a new one.`,
			);
		await addComment(tx, workspaceId, {
			id,
			chapterId: path.chapter_id,
			author: { guestId: guest.id, snapshotId: recording.id, audioSeconds },
			body: body.text,
			quote: (sentence?.text.trim() ?? "").slice(0, maxQuoteCharacters).toWellFormed(),
			passageStart: passage?.start ?? "{}",
			passageEnd: passage?.end ?? "{}",
		});
	});
	const { comments } = await listGuestComments(db, path);
	const added = comments.find(({ comment_id }) => comment_id === id);
	if (!added) throw new Error("a new comment was not found");
	return added;
}

/** The last sentence that has started; the first one before that. */
function sentenceAt(sentences: readonly TimedSentence[], seconds: number): TimedSentence | undefined {
	return sentences.findLast(({ from }) => from <= seconds + 0.02) ?? sentences[0];
}

/** Where the sentence is in the text as it is now. */
async function positionsOf(
	db: Database,
	workspaceId: string,
	chapterId: string,
	{ blockId, text, start }: TimedSentence,
) {
	const loaded = await loadDocument(db, workspaceId, chapterId);
	const spaces = text.length - text.trimStart().length;
	return loaded && findPassage(loaded.doc, { blockId, text: text.trim(), near: start + spaces });
}
