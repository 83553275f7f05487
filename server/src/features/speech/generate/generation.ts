import { newId } from "../../../core/ids.ts";
import type { UsableVoice } from "../../voices/voices.public.ts";
import type { Generation } from "./types.ts";

export function newGeneration(about: Omit<Generation, "id" | "startedAt">): Generation {
	return { ...about, id: newId(), startedAt: performance.now() };
}

export const voicesOf = ({ voice, voices }: Generation): readonly UsableVoice[] => voices ?? [voice];

/** The voice of a dialogue line; outside of a dialogue, the only voice. */
export function speakerOf({ dialogue, voice }: Generation, line: number): { id: string; name: string } {
	const input = dialogue?.[line];
	return input ? { id: input.voice_id, name: input.voice_name } : voice;
}
