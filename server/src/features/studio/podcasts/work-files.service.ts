// What a podcast needs between the steps of its workflow.
import type { Storage } from "../../../core/storage/storage.ts";
import { chunkFolder } from "../../uploads/uploads.public.ts";
import type { PodcastRequest, Script } from "./types.ts";

type Files = { request: PodcastRequest; script: Script };

const keyOf = (workspaceId: string, importId: string, name: keyof Files) =>
	`${chunkFolder(workspaceId, importId)}/${name}.json`;

export async function storeFile<Name extends keyof Files>(
	storage: Storage,
	workspaceId: string,
	importId: string,
	name: Name,
	content: Files[Name],
): Promise<void> {
	const bytes = Buffer.from(JSON.stringify(content));
	await storage.put(keyOf(workspaceId, importId, name), bytes, "application/json", { replaceable: true });
}

export async function loadFile<Name extends keyof Files>(
	storage: Storage,
	workspaceId: string,
	importId: string,
	name: Name,
): Promise<Files[Name]> {
	const stored = await storage.get(keyOf(workspaceId, importId, name));
	if (!stored) throw new Error(`the ${name} of podcast ${importId} is missing`);
	return JSON.parse(Buffer.concat(await stored.body.toArray()).toString("utf8")) as Files[Name];
}

export async function deleteFiles(storage: Storage, workspaceId: string, importId: string): Promise<void> {
	for (const name of ["request", "script"] as const) await storage.delete(keyOf(workspaceId, importId, name));
}
