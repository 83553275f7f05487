import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { isSelectable } from "../../voices/voices.choice.public.ts";

/** Voices that can be chosen in Studio. Live moderation checks each request, and a project is no single request. */
export const studioVoices = (voices: readonly Voice[]): Voice[] =>
	voices.filter((voice) => isSelectable(voice) && !voice.sharing?.live_moderation_enabled);

export type VoiceName = (voiceId: string) => string;

/** Names of voices by id, also of voices of the project that the user's list doesn't have. */
export function voiceNames(voices: readonly Voice[], project: Pick<ProjectDetails, "voices">): VoiceName {
	const names = new Map([
		...project.voices.map(({ voice_id, alias }) => [voice_id, alias] as const),
		...voices.map(({ voice_id, name }) => [voice_id, name] as const),
	]);
	return (voiceId) => names.get(voiceId) ?? "Unavailable voice";
}
