import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export const chapterChannel = "studio_chapter";

export type StoredDocument = { document: Buffer; mergedSeq: number; lastSeq: number };
export type StoredUpdate = { seq: number; update: Buffer };
/** What is read from a document when it is stored. */
export type DocumentFacts = {
	blockIds: string[];
	voiceIds: string[];
	voiceCharacters: number[];
	characterIds: string[];
	characterLines: number[];
	unsureLines: number;
	body: string;
};

export async function findDocument(
	db: Db,
	workspaceId: string,
	chapterId: string,
): Promise<StoredDocument | undefined> {
	const row = await db
		.selectFrom("studio_chapter")
		.select(["document", "merged_seq", "last_seq"])
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", chapterId)
		.executeTakeFirst();
	return row && { document: row.document, mergedSeq: row.merged_seq, lastSeq: row.last_seq };
}

/** The numbers of a document, without its state, which may be large. */
export async function findSeqs(
	db: Db,
	workspaceId: string,
	chapterId: string,
): Promise<{ merged_seq: number; last_seq: number } | undefined> {
	return db
		.selectFrom("studio_chapter")
		.select(["merged_seq", "last_seq"])
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", chapterId)
		.executeTakeFirst();
}

/** Serializes changes to a chapter. Call it in a transaction. */
export async function lockDocument(tx: Db, workspaceId: string, chapterId: string): Promise<boolean> {
	const row = await tx
		.selectFrom("studio_chapter")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", chapterId)
		.forNoKeyUpdate()
		.executeTakeFirst();
	return row !== undefined;
}

export async function listUpdates(
	db: Db,
	workspaceId: string,
	chapterId: string,
	afterSeq: number,
): Promise<StoredUpdate[]> {
	const rows = await db
		.selectFrom("studio_chapter_update")
		.select(["seq", "update"])
		.where("workspace_id", "=", workspaceId)
		.where("chapter_id", "=", chapterId)
		.where("seq", ">", afterSeq)
		.orderBy("seq")
		.execute();
	return rows;
}

/** Stores an update under the next number. Undefined if the chapter doesn't exist. Call it in a transaction. */
export async function insertUpdate(
	tx: Db,
	workspaceId: string,
	chapterId: string,
	update: Uint8Array,
): Promise<number | undefined> {
	const row = await tx
		.updateTable("studio_chapter")
		.set({ last_seq: sql<number>`last_seq + 1`, changed_at: sql<Date>`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", chapterId)
		.returning("last_seq")
		.executeTakeFirst();
	if (!row) return undefined;
	await tx
		.insertInto("studio_chapter_update")
		.values({ workspace_id: workspaceId, chapter_id: chapterId, seq: row.last_seq, update: Buffer.from(update) })
		.execute();
	return row.last_seq;
}

/** Replaces updates up to `seq` by their merged state. Call it in a transaction. */
export async function mergeUpdates(
	tx: Db,
	workspaceId: string,
	chapterId: string,
	merged: { seq: number; document: Uint8Array },
): Promise<void> {
	const changed = await tx
		.updateTable("studio_chapter")
		.set({ document: Buffer.from(merged.document), merged_seq: merged.seq })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", chapterId)
		.where("merged_seq", "<", merged.seq)
		.where("last_seq", ">=", merged.seq)
		.executeTakeFirst();
	if (changed.numUpdatedRows === 0n) return;
	await tx
		.deleteFrom("studio_chapter_update")
		.where("workspace_id", "=", workspaceId)
		.where("chapter_id", "=", chapterId)
		.where("seq", "<=", merged.seq)
		.execute();
}

export async function updateFacts(db: Db, workspaceId: string, chapterId: string, facts: DocumentFacts): Promise<void> {
	await db
		.updateTable("studio_chapter")
		.set({
			block_ids: facts.blockIds,
			voice_ids: facts.voiceIds,
			voice_characters: facts.voiceCharacters,
			character_ids: facts.characterIds,
			character_lines: facts.characterLines,
			unsure_lines: facts.unsureLines,
			body: facts.body,
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", chapterId)
		.execute();
}

/** Tells all API processes. In a transaction it is sent when that commits. */
export async function notifyChapter(db: Db, workspaceId: string, payload: object): Promise<void> {
	await sql`select pg_notify(${chapterChannel}, ${JSON.stringify({ ...payload, workspaceId })})`.execute(db);
}
