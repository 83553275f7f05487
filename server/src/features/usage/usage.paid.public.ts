// Sentences that a workspace has paid for, and so hears again for free.
import type { Db } from "@timbre/db/connect.ts";
import { deletePaidTakesByKey, listPaidTakes, type PaidTake, upsertPaidTakes } from "./usage.paid.repo.ts";

export type { PaidTake as PaidSentence } from "./usage.paid.repo.ts";

/** Returns what is paid of each sentence: a number of characters, or null for all of it. */
export async function getPaidSentences(
	db: Db,
	workspaceId: string,
	keys: readonly string[],
): Promise<Map<string, number | null>> {
	const paid = await listPaidTakes(db, workspaceId, keys);
	return new Map(paid.map(({ key, characters }) => [key, characters]));
}

/** Marks sentences as paid, in the transaction that charges for them or that makes them free. */
export async function recordPaidSentences(
	db: Db,
	workspaceId: string,
	generationId: string,
	paid: readonly PaidTake[],
): Promise<void> {
	await upsertPaidTakes(db, workspaceId, generationId, paid);
}

/** Sentences whose audio was deleted have to be generated again, and so are no longer paid for. */
export async function forgetPaidSentences(db: Db, workspaceId: string, keys: readonly string[]): Promise<void> {
	await deletePaidTakesByKey(db, workspaceId, keys);
}
