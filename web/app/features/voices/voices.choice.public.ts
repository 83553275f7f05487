import { excludedDefaultVoices } from "@timbre/contract/voices/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { useRecent } from "../../lib/storage/use-recent.ts";

const maxRecent = 10;

/** Recently used voices, newest first. More than the picker shows, for the command palette. */
export function useRecentVoices(): [ids: string[], use: (voiceId: string) => void] {
	return useRecent("voices", maxRecent);
}

type ListedFields = Pick<Voice, "voice_id" | "category" | "high_quality_base_model_ids" | "sharing">;

/**
 * Whether a picker lists the voice. Excludes library voices disabled by their owner, professional voices without a
 * model, and default voices on the exclusion list.
 */
export function isListed(voice: ListedFields): boolean {
	if (voice.sharing?.status === "copied_disabled") return false;
	if (voice.category === "professional" && voice.high_quality_base_model_ids.length === 0) return false;
	return !excludedDefaultVoices.includes(voice.voice_id);
}

/** Whether the voice can be selected now. Listed voices that cannot be selected show the reason. */
export function isSelectable(voice: ListedFields & Pick<Voice, "disabled" | "safety_control">): boolean {
	return isListed(voice) && !voice.disabled && voice.safety_control !== "BAN";
}
