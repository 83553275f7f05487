// A voice for another workspace that its maker is a member of. Always: what was made from somebody's recordings stays where its speaker has
// allowed it, and what came from the library is added from there.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { voicesEndpoints } from "@timbre/contract/voices.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Storage } from "../../core/storage.ts";
import { getStanding } from "../workspace/workspace.public.ts";
import type { Sharer } from "../workspace/workspace.sharing.public.ts";
import { findWhole } from "./voices.own.repo.ts";
import { copyClips, makeVoice, noSuchVoice, requireOwn } from "./voices.own.service.ts";

export async function replicateVoice(
	{ db, storage }: { db: Database; storage: Storage },
	caller: Sharer,
	voiceId: string,
	wanted: InputOf<(typeof voicesEndpoints)["replicateVoice"]>["body"],
): Promise<{ voice_id: string }> {
	await requireOwn(db, caller, voiceId, "admin");
	const { workspaceId, role } = await requireTarget(db, caller, wanted.target_workspace_id);
	if (wanted.preserve_voice_id)
		throw new AppError(
			"invalid_request",
			"An id names one voice on this server, so a copy gets its own. Send preserve_voice_id false, or leave it out.",
			{ param: "preserve_voice_id" },
		);
	const voice = await findWhole(db, caller.workspaceId, voiceId);
	if (!voice) throw noSuchVoice(voiceId);
	if (voice.origin !== "designed" && voice.origin !== "remixed")
		throw new AppError(
			"missing_permissions",
			voice.origin === "library"
				? "A voice from the library is added to each workspace from there."
				: "A voice made from recordings stays in the workspace its speaker has allowed it for.",
		);
	const id = await db.transaction().execute((tx) =>
		makeVoice(
			tx,
			{ ...caller, workspaceId, role },
			{
				name: voice.name,
				description: voice.description,
				category: voice.category,
				labels: voice.labels as Record<string, string>,
				language: voice.language,
				engine: voice.engine,
				speaker: voice.speaker,
				origin: voice.origin === "designed" ? "designed" : "remixed",
				originFacts: voice.origin_facts as Record<string, unknown>,
			},
		),
	);
	await copyClips({ db, storage }, { workspaceId, voiceId: id }, { voiceId, language: voice.language });
	return { voice_id: id };
}

async function requireTarget(
	db: Database,
	caller: Sharer,
	workspaceId: string,
): Promise<Pick<Sharer, "workspaceId" | "role">> {
	const standing = await getStanding(db, workspaceId, caller.userId);
	// Who is no member does not learn whether there is such a workspace.
	if (!standing)
		throw new AppError("workspace_not_found", `You are in no workspace with the id ${workspaceId}.`, {
			param: "target_workspace_id",
		});
	if (workspaceId === caller.workspaceId)
		throw new AppError("conflict", "The voice is in this workspace already.", { param: "target_workspace_id" });
	if (standing.suspended !== undefined)
		throw new AppError("workspace_suspended", `The other workspace is suspended. ${standing.suspended}`);
	if (!standing.permissions.has("voices_write"))
		throw new AppError("missing_permissions", "You may not add voices to the other workspace.");
	return { workspaceId, role: standing.role };
}
