// The text of a document between reading it and writing its chapters.
import type { DocumentText } from "@timbre/engines/documents/types.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { chunkFolder } from "../../uploads/uploads.public.ts";

const keyOf = (workspaceId: string, importId: string) => `${chunkFolder(workspaceId, importId)}/document.json`;
/** What a revision changes, beside the text it was read from. */
export const changesKey = (workspaceId: string, importId: string) =>
	`${chunkFolder(workspaceId, importId)}/changes.json`;

export async function storeText(
	storage: Storage,
	workspaceId: string,
	importId: string,
	document: DocumentText,
): Promise<void> {
	const bytes = Buffer.from(JSON.stringify(document));
	await storage.put(keyOf(workspaceId, importId), bytes, "application/json", { replaceable: true });
}

export async function loadText(
	storage: Storage,
	workspaceId: string,
	importId: string,
): Promise<DocumentText | undefined> {
	const stored = await storage.get(keyOf(workspaceId, importId));
	if (!stored) return undefined;
	return JSON.parse(Buffer.concat(await stored.body.toArray()).toString("utf8")) as DocumentText;
}

export async function deleteText(storage: Storage, workspaceId: string, importId: string): Promise<void> {
	await storage.delete(keyOf(workspaceId, importId));
	await storage.delete(changesKey(workspaceId, importId));
}
