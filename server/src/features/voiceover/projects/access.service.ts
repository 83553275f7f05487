// Who may see and change a voice-over.
import { AppError } from "@timbre/contract/errors.ts";
import type { ResourceRole } from "@timbre/contract/workspace/schemas.ts";
import type { Db } from "@timbre/db/connect.ts";
import { effectiveRole } from "../../workspace/workspace.sharing.public.ts";
import type { VoiceoverCaller } from "../types.ts";
import { findVoiceover, type VoiceoverRow } from "./voiceovers.repo.ts";

/** What a caller wants to do with a voice-over, and the roles that may. */
const rolesFor = {
	read: ["viewer", "commenter", "editor", "admin"],
	edit: ["editor", "admin"],
	delete: ["admin"],
} as const satisfies Record<string, readonly ResourceRole[]>;
type VoiceoverAction = keyof typeof rolesFor;

export const mayDo = (
	{ created_by }: Pick<VoiceoverRow, "created_by">,
	caller: VoiceoverCaller,
	action: VoiceoverAction,
): boolean =>
	(rolesFor[action] as readonly ResourceRole[]).includes(
		effectiveRole({ ownerUserId: created_by, access: null }, caller),
	);

/** Returns the voice-over if the caller may do this with it. */
export async function requireVoiceover(
	db: Db,
	caller: VoiceoverCaller,
	id: string,
	action: VoiceoverAction,
): Promise<VoiceoverRow> {
	const row = await findVoiceover(db, caller.workspaceId, id);
	if (!row) throw new AppError("voiceover_not_found", "This voice-over doesn't exist in this workspace.");
	if (!mayDo(row, caller, action))
		throw new AppError(
			"missing_permissions",
			action === "delete"
				? "Only the creator of a voice-over and admins can delete it."
				: "You have view-only access to this voice-over. Ask an admin for edit access.",
		);
	return row;
}
