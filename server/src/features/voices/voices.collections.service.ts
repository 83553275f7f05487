// Collections of voices. Always: a collection is one person's within one workspace, and holds no voice that the person does not know.
import { AppError } from "@timbre/contract/errors.ts";
import { maxCollections, type VoiceCollection } from "@timbre/contract/voices.own.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../core/ids.ts";
import type { Sharer } from "../workspace/workspace.sharing.public.ts";
import {
	addCollectionItem,
	type CollectionRow,
	deleteCollectionRow,
	findCollection,
	insertCollection,
	listCollections,
	removeCollectionItem,
	updateCollection,
} from "./voices.collections.repo.ts";
import { lockVoices } from "./voices.own.repo.ts";
import { requireKnown } from "./voices.own.service.ts";

export async function readCollections(db: Db, caller: Sharer): Promise<{ collections: VoiceCollection[] }> {
	const rows = await listCollections(db, caller.workspaceId, caller.userId);
	return { collections: rows.map(presentCollection) };
}

export async function readCollection(db: Db, caller: Sharer, id: string): Promise<VoiceCollection> {
	return presentCollection(await requireCollection(db, caller, id));
}

export async function makeCollection(
	db: Database,
	caller: Sharer,
	{ title, icon }: { title: string; icon: string },
): Promise<VoiceCollection> {
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await lockVoices(tx, caller.workspaceId);
		if ((await listCollections(tx, caller.workspaceId, caller.userId)).length >= maxCollections)
			throw new AppError("conflict", `There can be at most ${maxCollections} collections. Delete one first.`);
		await insertCollection(tx, caller.workspaceId, { id, userId: caller.userId, title, icon });
	});
	return readCollection(db, caller, id);
}

export async function changeCollection(
	db: Database,
	caller: Sharer,
	id: string,
	{ title, icon }: { title?: string | null; icon?: string | null },
): Promise<VoiceCollection> {
	await requireCollection(db, caller, id);
	await updateCollection(db, caller.workspaceId, id, { ...(title ? { title } : {}), ...(icon ? { icon } : {}) });
	return readCollection(db, caller, id);
}

export async function removeCollection(db: Database, caller: Sharer, id: string): Promise<{ collection_id: string }> {
	await requireCollection(db, caller, id);
	await deleteCollectionRow(db, caller.workspaceId, id);
	return { collection_id: id };
}

type Item = { collection_id: string; voice_id: string };

export async function addToCollection(db: Database, caller: Sharer, item: Item): Promise<Item> {
	await requireCollection(db, caller, item.collection_id);
	await requireKnown(db, caller, item.voice_id);
	await addCollectionItem(db, item.collection_id, item.voice_id);
	return { collection_id: item.collection_id, voice_id: item.voice_id };
}

/** Also a voice that is gone, or was never in it: it is not in it afterwards. */
export async function removeFromCollection(db: Database, caller: Sharer, item: Item): Promise<Item> {
	await requireCollection(db, caller, item.collection_id);
	await removeCollectionItem(db, item.collection_id, item.voice_id);
	return { collection_id: item.collection_id, voice_id: item.voice_id };
}

export async function requireCollection(db: Db, caller: Sharer, id: string): Promise<CollectionRow> {
	const row = await findCollection(db, caller.workspaceId, caller.userId, id);
	if (!row)
		throw new AppError("voice_collection_not_found", "You have no such collection of voices.", {
			param: "collection_id",
		});
	return row;
}

function presentCollection(row: CollectionRow): VoiceCollection {
	return {
		collection_id: row.id,
		title: row.title,
		icon: row.icon,
		permission_on_resource: "admin",
		voice_count: row.voices,
		created_at_unix: Math.floor(row.created_at.getTime() / 1000),
	};
}
