// Who may see and change a voice.
// Invariant: a voice is visible to its creator, admins and people it is shared with; to everyone else it does not
// exist.

import { AppError } from "@timbre/contract/errors.ts";
import type { ResourceRole } from "@timbre/contract/workspace/schemas.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { VoiceSettings } from "../../../core/json-columns/voices.ts";
import { getSharedRoles, type ResourceCaller, resolveRole } from "../../workspace/workspace.sharing.public.ts";
import { findOwner } from "../own/own.repo.ts";
import { findUsableVoice } from "./status.repo.ts";

export const voiceNotFound = (id: string) =>
	new AppError(
		"voice_not_found",
		`There is no voice with the id ${id}. List the available voices with GET /v1/voices.`,
		{
			param: "voice_id",
		},
	);

/** A voice is private until shared. Library copies are visible to the entire workspace. */
export function voiceAccess(voice: { created_by: string | null; publication_id: string | null }) {
	return {
		ownerUserId: voice.created_by ?? "",
		access: voice.publication_id === null ? ("none" as const) : ("viewer" as const),
	};
}

/** The caller's role on a voice of the workspace, or undefined if the voice is not visible to them. */
export async function roleOnVoice(
	db: Db,
	caller: ResourceCaller,
	voice: { id: string; created_by: string | null; publication_id: string | null },
): Promise<ResourceRole | undefined> {
	const access = voiceAccess(voice);
	const known = resolveRole(access, caller);
	if (known === "admin") return known;
	return resolveRole(access, caller, (await getSharedRoles(db, caller, "voice", [voice.id])).get(voice.id));
}

const roleOrder: readonly ResourceRole[] = ["viewer", "commenter", "editor", "admin"];

/** Returns the voice if the caller has at least this role. Invisible voices throw the same error as missing ones. */
export async function requireVoiceRole(db: Db, caller: ResourceCaller, id: string, minRole: ResourceRole) {
	const row = await findOwner(db, caller.workspaceId, id);
	const role = row && (await roleOnVoice(db, caller, row));
	if (!row || role === undefined) throw voiceNotFound(id);
	if (roleOrder.indexOf(role) < roleOrder.indexOf(minRole))
		throw new AppError(
			"missing_permissions",
			minRole === "admin"
				? "Only the creator of a voice and admins can do this."
				: "You can use this voice but not edit it.",
		);
	return { ...row, role };
}

/** Any voice visible to the caller, including shipped ones. */
export async function requireVisibleVoice(
	db: Db,
	caller: ResourceCaller,
	id: string,
): Promise<{ settings: VoiceSettings | null }> {
	const row = await findUsableVoice(db, caller.workspaceId, id);
	if (!row || (row.status && (await roleOnVoice(db, caller, row)) === undefined)) throw voiceNotFound(id);
	return row;
}

/** What workspace sharing needs to know about a voice. */
export async function findVoiceAccess(db: Db, workspaceId: string, id: string) {
	const row = await findOwner(db, workspaceId, id);
	return row && { name: row.name, ...voiceAccess(row) };
}
