import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { clonePath, professionalPath } from "../../../voices/voices.public.ts";

type Controlled = Pick<Voice, "voice_id" | "safety_control">;

/** Voices that got a safety control since the previous list. The first list reports nothing. */
export function newlyControlled<V extends Controlled>(before: readonly V[] | undefined, now: readonly V[]): V[] {
	if (!before) return [];
	const known = new Map(before.map((voice) => [voice.voice_id, voice.safety_control]));
	return now.filter((voice) => voice.safety_control !== null && voice.safety_control !== known.get(voice.voice_id));
}

/** Whether the user is cloning a voice. That flow verifies the voice itself, so dialogs should wait. */
export function isCloningPage(pathname: string, search: string): boolean {
	const path = pathname.replace(/\/+$/, "");
	if (path === clonePath || path.startsWith(`${clonePath}/`) || path === professionalPath) return true;
	return new URLSearchParams(search).get("creationType") === "cloneVoice";
}
