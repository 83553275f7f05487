// Sentences that a workspace has paid for, and so hears again for free.
import type { Db } from "@timbre/db/connect.ts";
import { insertPaidTake, listPaidTakes } from "./usage.paid.repo.ts";

/** Returns the sentences that are already paid for. */
export async function getPaidSentences(db: Db, workspaceId: string, keys: readonly string[]): Promise<Set<string>> {
	return new Set(await listPaidTakes(db, workspaceId, keys));
}

/** Marks a sentence as free, such as a new take of a misread one. */
export async function recordPaidSentence(
	db: Db,
	workspaceId: string,
	key: string,
	generationId: string,
): Promise<void> {
	await insertPaidTake(db, workspaceId, key, generationId);
}
