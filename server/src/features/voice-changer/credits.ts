import { creditsForSeconds } from "@timbre/contract/plans.ts";

/** What a recording costs: at least one second, times the rate of the voice. */
export function conversionCredits(seconds: number, rate: number): number {
	return Math.ceil(creditsForSeconds("voiceChanger", Math.max(1, seconds)) * rate);
}
