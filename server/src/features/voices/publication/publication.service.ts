// What a voice leaves in the library when it is removed from it.
// Invariant: removal and the start of the notice period share a transaction.
import type { Db } from "@timbre/db/connect.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { countFacets } from "./facets.repo.ts";
import { beginNotice } from "./notice.service.ts";
import { findPublication, withdrawPublication } from "./publication.repo.ts";

/** Removes a voice from the library and returns when its copies end, or undefined if it was not published. */
export async function withdrawVoice(
	tx: Db,
	workspaceId: string,
	voiceId: string,
): Promise<{ publicationId: string; disableAt: Date } | undefined> {
	if ((await findPublication(tx, GLOBAL, voiceId))?.listed) await countFacets(tx, GLOBAL, voiceId, -1);
	const withdrawn = await withdrawPublication(tx, workspaceId, voiceId);
	if (!withdrawn?.disable_at) return undefined;
	await beginNotice(tx, withdrawn.id, withdrawn.disable_at);
	return { publicationId: withdrawn.id, disableAt: withdrawn.disable_at };
}
