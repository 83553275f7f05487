// Changes name, description, labels and recordings of a voice.
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import { requireVoiceRole, reserveVoiceEdit, updateVoice } from "../../voices/voices.public.ts";
import type { ResourceCaller } from "../../workspace/workspace.sharing.public.ts";
import { addRecordings, type CloningDeps } from "./cloning.service.ts";

export async function editVoice(
	deps: CloningDeps,
	caller: ResourceCaller,
	id: string,
	body: InputOf<(typeof voiceMakingEndpoints)["editVoice"]>["body"],
): Promise<{ status: "ok" }> {
	const { db } = deps;
	const files = body.files ?? [];
	const voice = await requireVoiceRole(db, caller, id, "editor");
	if (files.length > 0 && !["matched", "cloned", "trained"].includes(voice.origin))
		throw new AppError("conflict", "Recordings can only be added to voices created from recordings.", {
			param: "files",
		});
	await db.transaction().execute(async (tx) => {
		await reserveVoiceEdit(tx, caller.workspaceId);
		const { name, description, labels } = body;
		await updateVoice(tx, caller.workspaceId, id, {
			name,
			...(description === undefined || description === null ? {} : { description }),
			...(labels ? { labels } : {}),
		});
	});
	if (files.length > 0) await addRecordings(deps, caller, id, files, body.remove_background_noise);
	return { status: "ok" };
}
