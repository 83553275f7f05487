import type { HistoryAlignments } from "@timbre/contract/history.ts";
import type { Db } from "@timbre/db/connect.ts";
import { publishEvent } from "../../core/events.ts";
import type { Storage } from "../../core/storage.ts";
import {
	countSharedBy,
	findItem,
	type HistoryChange,
	type HistoryRow,
	insertItem,
	listSharedBy,
	type NewHistoryItem,
	type Take,
	updateItem,
} from "./history.repo.ts";
import { readAlignments } from "./history.service.ts";

export type HistoryTake = Take;

/** Adds a finished generation, in the transaction that charges for it. */
export async function addHistoryItem(tx: Db, workspaceId: string, item: NewHistoryItem): Promise<void> {
	await insertItem(tx, workspaceId, item);
	await announceSaved(tx, workspaceId, item.userId, item.id);
}

/** An item with everything that is known of it; undefined when it is not there, or deleted. */
export async function findHistoryItem(db: Db, workspaceId: string, id: string): Promise<HistoryRow | undefined> {
	return findItem(db, workspaceId, id);
}

/** When each character of an item is heard, where that is known. */
export async function readHistoryAlignments(storage: Storage, key: string | null): Promise<HistoryAlignments | null> {
	return readAlignments(storage, key);
}

/** Changes what is given and nothing else: a new take of a sentence, what the take check heard. False when the item is not there. */
export async function updateHistoryItem(
	tx: Db,
	workspaceId: string,
	id: string,
	change: HistoryChange,
): Promise<boolean> {
	const updated = await updateItem(tx, workspaceId, id, change);
	if (updated && change.audioKey !== undefined) await announceSaved(tx, workspaceId, "", id);
	return updated;
}

async function announceSaved(tx: Db, workspaceId: string, userId: string, historyItemId: string): Promise<void> {
	await publishEvent(tx, { name: "history_item_saved", workspaceId, userId, data: { historyItemId } });
}

export type SharedItem = Awaited<ReturnType<typeof listSharedBy>>[number];

/** What a person has shared by link, newest first. Whoever shows it to others must have been asked to by that person. */
export async function listSharedItems(db: Db, userId: string, limit: number): Promise<SharedItem[]> {
	return listSharedBy(db, userId, limit);
}

export async function countSharedItems(db: Db, userId: string): Promise<number> {
	return countSharedBy(db, userId);
}
