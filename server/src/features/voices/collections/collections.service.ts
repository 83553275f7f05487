// Voice collections.
// Invariant: a collection belongs to one user in one workspace and contains only voices visible to that user.
import { AppError } from "@timbre/contract/errors.ts";
import { maxCollections, type VoiceCollection } from "@timbre/contract/voices/own.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { newId } from "../../../core/ids.ts";
import { unix } from "../../../core/time.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { requireVisibleVoice } from "../access/roles.service.ts";
import { lockVoices } from "../own/own.repo.ts";
import {
	addCollectionItem,
	type CollectionRow,
	deleteCollectionRow,
	findCollection,
	insertCollection,
	listCollectionRows,
	removeCollectionItem,
	updateCollectionRow,
} from "./collections.repo.ts";

export async function listCollections(db: Db, caller: ResourceCaller): Promise<{ collections: VoiceCollection[] }> {
	const rows = await listCollectionRows(db, caller.workspaceId, caller.userId);
	return { collections: rows.map(presentCollection) };
}

export async function getCollection(db: Db, caller: ResourceCaller, id: string): Promise<VoiceCollection> {
	return presentCollection(await requireCollection(db, caller, id));
}

export async function createCollection(
	db: Database,
	caller: ResourceCaller,
	{ title, icon }: { title: string; icon: string },
): Promise<VoiceCollection> {
	const id = newId();
	await db.transaction().execute(async (tx) => {
		await lockVoices(tx, caller.workspaceId);
		if ((await listCollectionRows(tx, caller.workspaceId, caller.userId)).length >= maxCollections)
			throw new AppError("conflict", `You can have at most ${maxCollections} collections. Delete one first.`);
		await insertCollection(tx, caller.workspaceId, { id, userId: caller.userId, title, icon });
	});
	return getCollection(db, caller, id);
}

export async function updateCollection(
	db: Database,
	caller: ResourceCaller,
	id: string,
	{ title, icon }: { title?: string | null; icon?: string | null },
): Promise<VoiceCollection> {
	await requireCollection(db, caller, id);
	await updateCollectionRow(db, caller.workspaceId, id, { ...(title ? { title } : {}), ...(icon ? { icon } : {}) });
	return getCollection(db, caller, id);
}

export async function deleteCollection(
	db: Database,
	caller: ResourceCaller,
	id: string,
): Promise<{ collection_id: string }> {
	await requireCollection(db, caller, id);
	await deleteCollectionRow(db, caller.workspaceId, id);
	return { collection_id: id };
}

type Item = { collection_id: string; voice_id: string };

export async function addToCollection(db: Database, caller: ResourceCaller, item: Item): Promise<Item> {
	await requireCollection(db, caller, item.collection_id);
	await requireVisibleVoice(db, caller, item.voice_id);
	await addCollectionItem(db, caller.workspaceId, item.collection_id, item.voice_id);
	return { collection_id: item.collection_id, voice_id: item.voice_id };
}

/** Succeeds even if the voice was deleted or was never in the collection. */
export async function removeFromCollection(db: Database, caller: ResourceCaller, item: Item): Promise<Item> {
	await requireCollection(db, caller, item.collection_id);
	await removeCollectionItem(db, caller.workspaceId, item.collection_id, item.voice_id);
	return { collection_id: item.collection_id, voice_id: item.voice_id };
}

export async function requireCollection(db: Db, caller: ResourceCaller, id: string): Promise<CollectionRow> {
	const row = await findCollection(db, caller.workspaceId, caller.userId, id);
	if (!row)
		throw new AppError("voice_collection_not_found", "You have no voice collection with that id.", {
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
		created_at_unix: unix(row.created_at),
	};
}
