// Copies a voice to another workspace of the caller.
// Invariant: voices from recordings stay in the workspace their speaker consented to, and library voices are added from
// the library.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import {
	copyPreviews,
	createVoice,
	findVoiceForCopy,
	requireVoiceRole,
	voiceNotFound,
} from "../../voices/voices.public.ts";
import { getMembershipStatus } from "../../workspace/workspace.public.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";

export async function replicateVoice(
	{ db, storage }: { db: Database; storage: Storage },
	caller: ResourceCaller,
	voiceId: string,
	body: InputOf<(typeof voiceMakingEndpoints)["replicateVoice"]>["body"],
): Promise<{ voice_id: string }> {
	await requireVoiceRole(db, caller, voiceId, "admin");
	const { workspaceId, role } = await requireTarget(db, caller, body.target_workspace_id);
	if (body.preserve_voice_id)
		throw new AppError(
			"invalid_request",
			"Voice ids are unique on this server, so the copy gets a new one. Set preserve_voice_id to false or omit it.",
			{ param: "preserve_voice_id" },
		);
	const voice = await findVoiceForCopy(db, caller.workspaceId, voiceId);
	if (!voice) throw voiceNotFound(voiceId);
	if (voice.origin !== "designed" && voice.origin !== "remixed")
		throw new AppError(
			"missing_permissions",
			voice.origin === "library"
				? "Add library voices to the other workspace from the library."
				: "Voices created from recordings stay in the workspace their speaker consented to.",
		);
	const id = await db.transaction().execute((tx) =>
		createVoice(
			tx,
			{ ...caller, workspaceId, role },
			{
				name: voice.name,
				description: voice.description,
				category: voice.category,
				labels: voice.labels,
				language: voice.language,
				engine: voice.engine,
				speaker: voice.speaker,
				origin: voice.origin === "designed" ? "designed" : "remixed",
				originFacts: voice.origin_facts,
			},
		),
	);
	await copyPreviews({ db, storage }, { workspaceId, voiceId: id }, { voiceId, language: voice.language });
	return { voice_id: id };
}

async function requireTarget(
	db: Database,
	caller: ResourceCaller,
	workspaceId: string,
): Promise<Pick<ResourceCaller, "workspaceId" | "role">> {
	const membership = await getMembershipStatus(db, workspaceId, caller.userId);
	// Same error for unknown and foreign workspaces, so ids can't be probed.
	if (!membership)
		throw new AppError("workspace_not_found", `You are not a member of a workspace with the id ${workspaceId}.`, {
			param: "target_workspace_id",
		});
	if (workspaceId === caller.workspaceId)
		throw new AppError("conflict", "The voice is already in this workspace.", { param: "target_workspace_id" });
	if (membership.suspended !== undefined)
		throw new AppError("workspace_suspended", `The other workspace is suspended. ${membership.suspended}`);
	if (!membership.permissions.has("voices_write"))
		throw new AppError("missing_permissions", "You do not have permission to add voices to the other workspace.");
	return { workspaceId, role: membership.role };
}
