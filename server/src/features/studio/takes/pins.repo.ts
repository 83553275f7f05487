import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

/** A sentence of a block. */
export type Place = { blockId: string; sentenceKey: string; occurrence: number };
export type PinRow = Awaited<ReturnType<typeof listPins>>[number];

const any = (values: readonly string[]) => sql<string>`any(${values as string[]}::text[])`;

/** The pins of these blocks, with their takes. */
export async function listPins(db: Db, workspaceId: string, projectId: string, blockIds: readonly string[]) {
	return db
		.selectFrom("studio_pin as pin")
		.innerJoin("studio_take as take", "take.id", "pin.take_id")
		.select(["pin.block_id", "pin.sentence_key", "pin.occurrence", "pin.by_lock"])
		.select(["take.id", "take.hash", "take.base_hash", "take.seed", "take.voice_id", "take.text"])
		.where("pin.workspace_id", "=", workspaceId)
		.where("pin.project_id", "=", projectId)
		.where("pin.block_id", "=", any(blockIds))
		.execute();
}

export async function upsertPin(
	db: Db,
	workspaceId: string,
	projectId: string,
	{ blockId, sentenceKey, occurrence }: Place,
	pin: { takeId: string; byLock: boolean },
): Promise<void> {
	await db
		.insertInto("studio_pin")
		.values({
			workspace_id: workspaceId,
			project_id: projectId,
			block_id: blockId,
			sentence_key: sentenceKey,
			occurrence,
			take_id: pin.takeId,
			by_lock: pin.byLock,
		})
		.onConflict((conflict) =>
			conflict
				.columns(["project_id", "block_id", "sentence_key", "occurrence"])
				.doUpdateSet({ take_id: pin.takeId, by_lock: pin.byLock }),
		)
		.execute();
}

export async function deletePin(db: Db, workspaceId: string, projectId: string, place: Place): Promise<void> {
	await db
		.deleteFrom("studio_pin")
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("block_id", "=", place.blockId)
		.where("sentence_key", "=", place.sentenceKey)
		.where("occurrence", "=", place.occurrence)
		.execute();
}

/** Pins that were only made because the block was locked. */
export async function deletePinsByLock(db: Db, workspaceId: string, projectId: string, blockId: string): Promise<void> {
	await db
		.deleteFrom("studio_pin")
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("block_id", "=", blockId)
		.where("by_lock", "=", true)
		.execute();
}

export async function listLocks(db: Db, workspaceId: string, projectId: string, blockIds: readonly string[]) {
	return db
		.selectFrom("studio_lock")
		.select(["block_id", "created_by", "created_at"])
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("block_id", "=", any(blockIds))
		.execute();
}

export async function insertLock(
	db: Db,
	workspaceId: string,
	projectId: string,
	{ blockId, userId }: { blockId: string; userId: string },
): Promise<void> {
	await db
		.insertInto("studio_lock")
		.values({ workspace_id: workspaceId, project_id: projectId, block_id: blockId, created_by: userId })
		.onConflict((conflict) => conflict.columns(["project_id", "block_id"]).doNothing())
		.execute();
}

export async function deleteLock(db: Db, workspaceId: string, projectId: string, blockId: string): Promise<void> {
	await db
		.deleteFrom("studio_lock")
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.where("block_id", "=", blockId)
		.execute();
}
