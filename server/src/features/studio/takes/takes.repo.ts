import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { studioTakeColumns, type TakeVoice, type TakeWord } from "../../../core/json-columns/studio.ts";

export type TakeRow = NonNullable<Awaited<ReturnType<typeof findTake>>>;

export type NewTake = {
	id: string;
	sentenceKey: string;
	text: string;
	baseHash: string;
	hash: string;
	seed: number | undefined;
	voiceId: string;
	voiceName: string;
	modelId: string;
	voice: TakeVoice;
	seconds: number;
	createdBy: string;
};

const any = (values: readonly string[]) => sql<string>`any(${values as string[]}::text[])`;

function takesOf(db: Db, workspaceId: string, projectId: string) {
	return db.selectFrom("studio_take").where("workspace_id", "=", workspaceId).where("project_id", "=", projectId);
}

/** A take that is there already stays as it is: an interrupted attempt had added it. */
export async function insertTakes(db: Db, workspaceId: string, projectId: string, takes: readonly NewTake[]) {
	if (takes.length === 0) return;
	await db
		.insertInto("studio_take")
		.values(
			takes.map((take) => ({
				id: take.id,
				workspace_id: workspaceId,
				project_id: projectId,
				sentence_key: take.sentenceKey,
				text: take.text,
				base_hash: take.baseHash,
				hash: take.hash,
				seed: take.seed ?? null,
				voice_id: take.voiceId,
				voice_name: take.voiceName,
				model_id: take.modelId,
				voice: studioTakeColumns.voice.write(take.voice),
				words: studioTakeColumns.words.write([]),
				seconds: take.seconds,
				created_by: take.createdBy,
			})),
		)
		.onConflict((conflict) => conflict.columns(["project_id", "hash"]).doNothing())
		.execute();
}

export async function findTake(db: Db, workspaceId: string, projectId: string, id: string) {
	const row = await takesOf(db, workspaceId, projectId).selectAll().where("id", "=", id).executeTakeFirst();
	return row && readRow(studioTakeColumns, row);
}

/** Takes with these hashes. */
export async function listTakesByHash(db: Db, workspaceId: string, projectId: string, hashes: readonly string[]) {
	return takesOf(db, workspaceId, projectId)
		.select(["id", "hash", "base_hash", "seed", "verdict"])
		.where("hash", "=", any(hashes))
		.execute();
}

/** The takes that replace those with these hashes. */
export async function listChosenTakes(db: Db, workspaceId: string, projectId: string, baseHashes: readonly string[]) {
	return takesOf(db, workspaceId, projectId)
		.select(["id", "hash", "base_hash", "seed"])
		.where("base_hash", "=", any(baseHashes))
		.where("chosen", "=", true)
		.execute();
}

/** Those of the sentences that have takes. */
export async function listKnownKeys(
	db: Db,
	workspaceId: string,
	projectId: string,
	keys: readonly string[],
): Promise<string[]> {
	const rows = await takesOf(db, workspaceId, projectId)
		.select("sentence_key")
		.distinct()
		.where("sentence_key", "=", any(keys))
		.execute();
	return rows.map(({ sentence_key }) => sentence_key);
}

/** All takes of these sentences, oldest first. */
export async function listTakesOf(db: Db, workspaceId: string, projectId: string, keys: readonly string[]) {
	const rows = await takesOf(db, workspaceId, projectId)
		.selectAll()
		.where("sentence_key", "=", any(keys))
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	return rows.map((row) => readRow(studioTakeColumns, row));
}

/** Takes with misread words that nobody has accepted. Another take may be in use. */
export async function listMisreadTakes(db: Db, workspaceId: string, projectId: string) {
	const rows = await takesOf(db, workspaceId, projectId)
		.selectAll()
		.where("verdict", "=", "misread")
		.where("accepted", "=", false)
		.orderBy("created_at")
		.execute();
	return rows.map((row) => readRow(studioTakeColumns, row));
}

/** Those of these takes that nobody has listened to. */
export async function listTakesToCheck(
	db: Db,
	workspaceId: string,
	projectId: string,
	hashes: readonly string[],
): Promise<string[]> {
	const rows = await takesOf(db, workspaceId, projectId)
		.select("hash")
		.where("hash", "=", any(hashes))
		.where("verdict", "is", null)
		.execute();
	return rows.map(({ hash }) => hash);
}

export type TakeCheck = { verdict: "good" | "misread" | "unsure"; checkedBy: string; words: readonly TakeWord[] };

export async function updateTakeCheck(
	db: Db,
	workspaceId: string,
	projectId: string,
	hash: string,
	{ verdict, checkedBy, words }: TakeCheck,
): Promise<void> {
	await db
		.updateTable("studio_take")
		.set({ verdict, checked_by: checkedBy, words: studioTakeColumns.words.write(words) })
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("hash", "=", hash)
		.execute();
}

export async function updateAccepted(db: Db, workspaceId: string, projectId: string, id: string): Promise<void> {
	await db
		.updateTable("studio_take")
		.set({ accepted: true })
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("id", "=", id)
		.execute();
}

/** Makes a take the one that is used wherever one with its base hash is. Call it in a transaction. */
export async function chooseTake(
	tx: Db,
	workspaceId: string,
	projectId: string,
	take: { hash: string; baseHash: string },
): Promise<void> {
	await tx
		.updateTable("studio_take")
		.set({ chosen: false })
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("base_hash", "=", take.baseHash)
		.where("chosen", "=", true)
		.execute();
	await tx
		.updateTable("studio_take")
		.set({ chosen: true })
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("hash", "=", take.hash)
		.execute();
}
