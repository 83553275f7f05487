import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

function collections(db: Db, workspaceId: string, userId: string) {
	return db
		.selectFrom("voice_collection as collection")
		.select(["collection.id", "collection.title", "collection.icon", "collection.created_at"])
		.select(
			sql<number>`(
				select count(*)::int from voice_collection_item item where item.collection_id = collection.id and (
					exists (select from voice v where v.id = item.voice_id and v.workspace_id = collection.workspace_id)
					or exists (select from shipped_voice s where s.id = item.voice_id)
				)
			)`.as("voices"),
		)
		.where("collection.workspace_id", "=", workspaceId)
		.where("collection.user_id", "=", userId);
}
export type CollectionRow = NonNullable<Awaited<ReturnType<typeof findCollection>>>;

export async function listCollectionRows(db: Db, workspaceId: string, userId: string) {
	return collections(db, workspaceId, userId).orderBy("collection.created_at").orderBy("collection.id").execute();
}

export async function findCollection(db: Db, workspaceId: string, userId: string, id: string) {
	return collections(db, workspaceId, userId).where("collection.id", "=", id).executeTakeFirst();
}

export async function insertCollection(
	db: Db,
	workspaceId: string,
	collection: { id: string; userId: string; title: string; icon: string },
): Promise<void> {
	const { id, userId, title, icon } = collection;
	await db
		.insertInto("voice_collection")
		.values({ id, workspace_id: workspaceId, user_id: userId, title, icon })
		.execute();
}

export async function updateCollectionRow(
	db: Db,
	workspaceId: string,
	id: string,
	change: { title?: string; icon?: string },
): Promise<void> {
	if (Object.keys(change).length === 0) return;
	await db
		.updateTable("voice_collection")
		.set(change)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function deleteCollectionRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("voice_collection").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}

export async function addCollectionItem(
	db: Db,
	workspaceId: string,
	collectionId: string,
	voiceId: string,
): Promise<void> {
	await db
		.insertInto("voice_collection_item")
		.columns(["collection_id", "voice_id"])
		.expression((eb) =>
			eb
				.selectFrom("voice_collection")
				.select(["id as collection_id", (e) => e.val(voiceId).as("voice_id")])
				.where("workspace_id", "=", workspaceId)
				.where("id", "=", collectionId),
		)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

export async function removeCollectionItem(
	db: Db,
	workspaceId: string,
	collectionId: string,
	voiceId: string,
): Promise<void> {
	await db
		.deleteFrom("voice_collection_item")
		.where("collection_id", "in", (eb) =>
			eb
				.selectFrom("voice_collection")
				.select("id")
				.where("workspace_id", "=", workspaceId)
				.where("id", "=", collectionId),
		)
		.where("voice_id", "=", voiceId)
		.execute();
}
