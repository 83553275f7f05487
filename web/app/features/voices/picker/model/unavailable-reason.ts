import { isUnverified } from "@timbre/contract/safety/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { isSelectable } from "../../voices.choice.public.ts";

/** Why a voice cannot be selected, or null. */
export function unavailableReason(voice: Voice, inProbation: boolean): string | null {
	const { voice_verification: verification } = voice;
	if (verification && isUnverified(verification, { is_in_probation: inProbation }))
		return voice.tooltip ?? "Not verified yet";
	return isSelectable(voice) ? null : (voice.tooltip ?? "Currently unavailable");
}
