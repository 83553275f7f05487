// Voices of projects.
// Invariant: a voice under live moderation is never used in Studio, because its owner requires that each text is checked first.
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import { selectModel } from "../../models/models.public.ts";
import { findVoiceForLanguage, getUsableVoice, type UsableVoice } from "../../voices/voices.public.ts";
import type { StudioCaller } from "../types.ts";

/** Returns the voice, or throws why it can't be used in Studio. */
export async function requireStudioVoice(
	db: Database,
	caller: StudioCaller,
	voiceId: string,
	param = "voice_id",
): Promise<UsableVoice> {
	const voice = await getUsableVoice(db, caller.workspaceId, voiceId, caller);
	if (voice.moderated)
		throw new AppError(
			"voice_disabled",
			`Voices under live moderation can't be used in Studio. Choose another voice than ${voice.name}.`,
			{ param },
		);
	return voice;
}

export async function requireStudioVoices(
	db: Database,
	caller: StudioCaller,
	voiceIds: Iterable<string>,
): Promise<void> {
	for (const id of new Set(voiceIds)) await requireStudioVoice(db, caller, id);
}

/** The default voices of a project that names none: the first voice for its language. */
export async function chooseDefaultVoice(db: Database, language: string): Promise<string> {
	const id =
		(await findVoiceForLanguage(db, language || "en", undefined)) ?? (await findVoiceForLanguage(db, "en", undefined));
	if (id === undefined) throw new AppError("voice_not_found", "This server has no voices. Name one of your own.");
	return id;
}

/** Throws if the model isn't that of the voice. */
export function requireModel(voice: UsableVoice, modelId: string | null | undefined): void {
	const choice = selectModel(voice.engine, modelId);
	if ("error" in choice)
		throw new AppError(
			choice.error,
			choice.error === "model_not_found"
				? `There is no model with the id ${modelId}.`
				: `${voice.name} can't be used with the model ${modelId}.`,
			{ param: "default_model_id" },
		);
}

/** A voice as a project lists it. Its id stands for the name of a voice that can't be used any more. */
export async function describeVoice(
	db: Database,
	caller: StudioCaller,
	voiceId: string,
): Promise<Pick<UsableVoice, "id" | "name" | "settings" | "engine">> {
	try {
		return await getUsableVoice(db, caller.workspaceId, voiceId, caller);
	} catch (error) {
		if (error instanceof AppError) return { id: voiceId, name: voiceId, engine: "" };
		throw error;
	}
}
