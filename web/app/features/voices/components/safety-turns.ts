import type { Voice } from "@timbre/contract/voices.entities.ts";
import { clonePath, professionalPath } from "../voices.making.queries.ts";

type Controlled = Pick<Voice, "voice_id" | "safety_control">;

/** Voices that have come under a control since the list was last seen. A list seen for the first time has nothing new. */
export function newlyControlled<V extends Controlled>(before: readonly V[] | undefined, now: readonly V[]): V[] {
	if (!before) return [];
	const known = new Map(before.map((voice) => [voice.voice_id, voice.safety_control]));
	return now.filter((voice) => voice.safety_control !== null && voice.safety_control !== known.get(voice.voice_id));
}

/** Whether somebody is making a voice from recordings: that asks for their own voice anyhow, in its own time. */
export function isMakingClone(pathname: string, search: string): boolean {
	const path = pathname.replace(/\/+$/, "");
	if (path === clonePath || path.startsWith(`${clonePath}/`) || path === professionalPath) return true;
	return new URLSearchParams(search).get("creationType") === "cloneVoice";
}
