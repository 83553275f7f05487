// The changes of a revision, stored until it is applied or discarded.
import type { Storage } from "../../../core/storage/storage.ts";
import type { StoredChange } from "../differences/changes.ts";
import { changesKey } from "../imports/text-store.service.ts";

export async function storeChanges(
	storage: Storage,
	workspaceId: string,
	importId: string,
	changes: readonly StoredChange[],
): Promise<void> {
	const bytes = Buffer.from(JSON.stringify(changes));
	await storage.put(changesKey(workspaceId, importId), bytes, "application/json", { replaceable: true });
}

export async function loadChanges(storage: Storage, workspaceId: string, importId: string): Promise<StoredChange[]> {
	const stored = await storage.get(changesKey(workspaceId, importId));
	if (!stored) return [];
	return JSON.parse(Buffer.concat(await stored.body.toArray()).toString("utf8")) as StoredChange[];
}
