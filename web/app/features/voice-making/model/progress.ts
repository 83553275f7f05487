import type { Voice } from "@timbre/contract/voices/schemas.ts";

/** Whether the training workflow is still running. */
export const isTraining = (state: string | undefined): boolean => state === "queued" || state === "fine_tuning";

/** Whether a voice from recordings still needs a step before it can be used. */
export function isUnfinished(voice: Voice, category: "cloned" | "professional"): boolean {
	return (
		voice.is_owner && voice.category === category && (voice.disabled || voice.high_quality_base_model_ids.length === 0)
	);
}
