import type { HistoryAlignments } from "@timbre/contract/history/endpoints.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { publishEvent } from "../../core/events/events.ts";
import type { Storage } from "../../core/storage/storage.ts";
import {
	countSharedBy,
	findItem,
	type HistoryChange,
	type HistoryRow,
	insertItem,
	listSharedBy,
	listTakesInUse,
	type NewHistoryItem,
	type Take,
	updateItem,
} from "./history.repo.ts";
import { deleteItem, getAlignments } from "./history.service.ts";

export type HistoryTake = Take;

/** Adds a finished generation in the transaction that charges for it. */
export async function addHistoryItem(tx: Db, workspaceId: string, item: NewHistoryItem): Promise<void> {
	await insertItem(tx, workspaceId, item);
	await publishSaved(tx, workspaceId, item.userId, item.id);
}

/** Returns undefined if the item does not exist or is deleted. */
export async function findHistoryItem(db: Db, workspaceId: string, id: string): Promise<HistoryRow | undefined> {
	return findItem(db, workspaceId, id);
}

/** Moves an item to the deleted ones, like its owner would. */
export async function deleteHistoryItem(
	db: Database,
	workspaceId: string,
	id: string,
	undoSeconds: number,
): Promise<void> {
	await deleteItem(db, workspaceId, id, undoSeconds);
}

/** Those of the takes that items of the history use. */
export async function listHistoryTakes(db: Db, workspaceId: string, keys: readonly string[]): Promise<string[]> {
	return listTakesInUse(db, workspaceId, "", keys);
}

/** Character times of an item, if it has any. */
export async function getHistoryAlignments(storage: Storage, key: string | null): Promise<HistoryAlignments | null> {
	return getAlignments(storage, key);
}

/** Updates the given fields, for example after a retake or take check. Returns false if the item does not exist. */
export async function updateHistoryItem(
	tx: Db,
	workspaceId: string,
	id: string,
	change: HistoryChange,
): Promise<boolean> {
	const updated = await updateItem(tx, workspaceId, id, change);
	if (updated && change.audioKey !== undefined) await publishSaved(tx, workspaceId, "", id);
	return updated;
}

async function publishSaved(tx: Db, workspaceId: string, userId: string, historyItemId: string): Promise<void> {
	await publishEvent(tx, { name: "history_item_saved", workspaceId, userId, data: { historyItemId } });
}

export type SharedItem = Awaited<ReturnType<typeof listSharedBy>>[number];

/** Items a user has shared by link, newest first. Show them to others only if the user chose to. */
export async function listSharedItems(db: Db, userId: string, limit: number): Promise<SharedItem[]> {
	return listSharedBy(db, userId, limit);
}

export async function countSharedItems(db: Db, userId: string): Promise<number> {
	return countSharedBy(db, userId);
}
