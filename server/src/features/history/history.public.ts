import type { Db } from "@timbre/db/connect.ts";
import { insertItem, type NewHistoryItem } from "./history.repo.ts";

/** Adds a finished generation, in the transaction that charges for it. */
export async function addHistoryItem(tx: Db, workspaceId: string, item: NewHistoryItem): Promise<void> {
	await insertItem(tx, workspaceId, item);
}
