// Voices of a workspace.
// Invariant: a voice is created with its slot reserved, and deleted with everything it has in the library.
import type { Database, Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { applyDefaultShares, type ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { requireVisibleVoice, requireVoiceRole, voiceNotFound } from "../access/roles.service.ts";
import { disableCopiesOf } from "../publication/publication.repo.ts";
import { withdrawVoice } from "../publication/publication.service.ts";
import { voiceFolder } from "./folder.ts";
import { reserveVoiceSlot } from "./limits.service.ts";
import { deleteFavorite, deleteVoiceRow, insertFavorite, insertVoice, type NewVoice } from "./own.repo.ts";
import { voicePurgeWorkflow } from "./purge.workflow.ts";

type Ok = { status: "ok" };
const ok: Ok = { status: "ok" };

/** Creates a voice in the caller's transaction: reserves a slot and applies the creator's default sharing. */
export async function createVoice(
	tx: Db,
	caller: ResourceCaller,
	{ id = newId(), ...voice }: Omit<NewVoice, "id" | "userId"> & { id?: string },
): Promise<string> {
	await reserveVoiceSlot(tx, caller.workspaceId);
	await insertVoice(tx, caller.workspaceId, { ...voice, id, userId: caller.userId });
	await applyDefaultShares(tx, caller, { type: "voice", id });
	return id;
}

export async function setFavorite(
	db: Database,
	caller: ResourceCaller,
	id: string,
	favorite: boolean,
): Promise<Ok & { favorited_at_unix: number | null }> {
	await requireVisibleVoice(db, caller, id);
	const { workspaceId, userId } = caller;
	if (!favorite) {
		await deleteFavorite(db, workspaceId, userId, id);
		return { ...ok, favorited_at_unix: null };
	}
	const favoritedAt = await insertFavorite(db, workspaceId, userId, id);
	return { ...ok, favorited_at_unix: Math.floor(favoritedAt.getTime() / 1000) };
}

/** Deletes the rows immediately, which makes the voice unusable; a workflow deletes the stored files. */
export async function deleteVoice(db: Database, caller: ResourceCaller, id: string): Promise<Ok> {
	const { workspaceId } = caller;
	const voice = await requireVoiceRole(db, caller, id, "admin");
	await db.transaction().execute(async (tx) => {
		// Copies of a voice from a person end with it; copies of a designed voice keep their notice period.
		if (voice.requires_verification) await disableCopiesOf(tx, GLOBAL, id);
		await withdrawVoice(tx, workspaceId, id);
		if (!(await deleteVoiceRow(tx, workspaceId, id))) throw voiceNotFound(id);
		await addToOutbox(tx, GLOBAL, {
			target: voicePurgeWorkflow.name,
			key: id,
			payload: { folder: voiceFolder(workspaceId, id) },
		});
	});
	return ok;
}
