import type { Voice } from "@timbre/contract/voices.entities.ts";
import { excludedDefaultVoices } from "@timbre/contract/voices.picking.ts";
import { useRecent } from "../../lib/use-recent.ts";

const mostKept = 10;

/** The voices used last, the newest first: more than the picker shows, for the command palette. */
export function useRecentVoices(): [ids: string[], use: (voiceId: string) => void] {
	return useRecent("voices", mostKept);
}

type Offered = Pick<Voice, "voice_id" | "category" | "high_quality_base_model_ids" | "sharing">;

/**
 * Whether a picker lists the voice at all. Gone are library voices whose owner has ended their use, professional voices that no model
 * speaks, and the default voices on the fixed list.
 */
export function isOffered(voice: Offered): boolean {
	if (voice.sharing?.status === "copied_disabled") return false;
	if (voice.category === "professional" && voice.high_quality_base_model_ids.length === 0) return false;
	return !excludedDefaultVoices.includes(voice.voice_id);
}

/** Whether it can be chosen now. A voice that is offered and cannot be says why, in its place in the list. */
export function isPickable(voice: Offered & Pick<Voice, "disabled" | "safety_control">): boolean {
	return isOffered(voice) && !voice.disabled && voice.safety_control !== "BAN";
}
