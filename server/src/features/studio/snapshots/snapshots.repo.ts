import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type ChapterSnapshotRow = NonNullable<Awaited<ReturnType<typeof findChapterSnapshot>>>;
export type ProjectSnapshotRow = NonNullable<Awaited<ReturnType<typeof findProjectSnapshot>>>;

export type NewChapterSnapshot = {
	id: string;
	projectId: string;
	chapterId: string;
	name: string;
	seq: number;
	fingerprint: string;
	audioKey: string;
	audioBytes: number;
	dataKey: string;
	seconds: number;
	sentences: number;
	characters: number;
	peaks: Uint8Array;
};

/** A snapshot that is there already stays as it is: an interrupted attempt had added it. */
export async function insertChapterSnapshot(db: Db, workspaceId: string, snapshot: NewChapterSnapshot): Promise<void> {
	await db
		.insertInto("studio_chapter_snapshot")
		.values({
			id: snapshot.id,
			workspace_id: workspaceId,
			project_id: snapshot.projectId,
			chapter_id: snapshot.chapterId,
			name: snapshot.name,
			seq: snapshot.seq,
			fingerprint: snapshot.fingerprint,
			audio_key: snapshot.audioKey,
			audio_bytes: snapshot.audioBytes,
			data_key: snapshot.dataKey,
			seconds: snapshot.seconds,
			sentences: snapshot.sentences,
			characters: snapshot.characters,
			peaks: Buffer.from(snapshot.peaks),
		})
		.onConflict((conflict) => conflict.column("id").doNothing())
		.execute();
}

export async function listSnapshotFiles(db: Db, workspaceId: string, chapterId: string): Promise<string[]> {
	const rows = await db
		.selectFrom("studio_chapter_snapshot")
		.select(["audio_key", "data_key"])
		.where("workspace_id", "=", workspaceId)
		.where("chapter_id", "=", chapterId)
		.execute();
	return rows.flatMap(({ audio_key, data_key }) => [audio_key, data_key]);
}

function chapterSnapshots(db: Db, workspaceId: string) {
	return db
		.selectFrom("studio_chapter_snapshot as snapshot")
		.innerJoin("studio_chapter as chapter", "chapter.id", "snapshot.chapter_id")
		.selectAll("snapshot")
		.select("chapter.last_seq")
		.where("snapshot.workspace_id", "=", workspaceId);
}

export async function findChapterSnapshot(db: Db, workspaceId: string, chapterId: string, id: string) {
	return chapterSnapshots(db, workspaceId)
		.where("snapshot.chapter_id", "=", chapterId)
		.where("snapshot.id", "=", id)
		.executeTakeFirst();
}

export async function listChapterSnapshotRows(db: Db, workspaceId: string, chapterId: string, limit: number) {
	return chapterSnapshots(db, workspaceId)
		.where("snapshot.chapter_id", "=", chapterId)
		.orderBy("snapshot.created_at", "desc")
		.orderBy("snapshot.id", "desc")
		.limit(limit)
		.execute();
}

/** Snapshots by their ids, in no particular order. */
export async function listChapterSnapshotsById(db: Db, workspaceId: string, ids: readonly string[]) {
	return chapterSnapshots(db, workspaceId)
		.where("snapshot.id", "=", sql<string>`any(${ids as string[]}::text[])`)
		.execute();
}

/** The newest snapshot of each chapter of these projects. */
export async function listNewestSnapshots(db: Db, workspaceId: string, projectIds: readonly string[]) {
	return db
		.selectFrom("studio_chapter_snapshot")
		.distinctOn("chapter_id")
		.select(["id", "project_id", "chapter_id", "seq", "seconds", "created_at", "characters", "fingerprint"])
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", sql<string>`any(${projectIds as string[]}::text[])`)
		.orderBy("chapter_id")
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
}

/** The text has changed since, but sounds the same. */
export async function updateSnapshotText(
	db: Db,
	workspaceId: string,
	id: string,
	{ seq, name }: { seq: number; name: string },
): Promise<void> {
	await db
		.updateTable("studio_chapter_snapshot")
		.set({ seq, name })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function insertProjectSnapshot(
	db: Db,
	workspaceId: string,
	snapshot: { id: string; projectId: string; name: string; chapterSnapshotIds: string[]; seconds: number },
): Promise<void> {
	await db
		.insertInto("studio_project_snapshot")
		.values({
			id: snapshot.id,
			workspace_id: workspaceId,
			project_id: snapshot.projectId,
			name: snapshot.name,
			chapter_snapshot_ids: snapshot.chapterSnapshotIds,
			seconds: snapshot.seconds,
		})
		.onConflict((conflict) => conflict.column("id").doNothing())
		.execute();
}

export async function findProjectSnapshot(db: Db, workspaceId: string, projectId: string, id: string) {
	return db
		.selectFrom("studio_project_snapshot")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function listProjectSnapshotRows(db: Db, workspaceId: string, projectId: string, limit: number) {
	return db
		.selectFrom("studio_project_snapshot")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
}

/** The newest snapshot of each of these projects. */
export async function listNewestProjectSnapshots(db: Db, workspaceId: string, projectIds: readonly string[]) {
	return db
		.selectFrom("studio_project_snapshot")
		.distinctOn("project_id")
		.select(["id", "project_id", "created_at"])
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", sql<string>`any(${projectIds as string[]}::text[])`)
		.orderBy("project_id")
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
}
