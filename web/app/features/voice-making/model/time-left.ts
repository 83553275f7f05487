import type { VoiceTraining } from "@timbre/contract/voice-making/cloning.ts";

/** Preparing recordings (the first 15%) is quick, so progress before this says nothing about the rest. */
const minProgress = 0.2;

/** Estimated time left based on progress so far, or null while there is too little of it. */
export function timeLeft(
	{ progress, started_at_unix }: Pick<VoiceTraining, "progress" | "started_at_unix">,
	nowUnix: number,
): string | null {
	if (started_at_unix === null || progress < minProgress) return null;
	const seconds = ((nowUnix - started_at_unix) * (1 - progress)) / progress;
	if (seconds < 10) return "a few seconds left";
	if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
	const minutes = Math.max(1, Math.round(seconds / 60));
	return minutes === 1 ? "about a minute left" : `about ${minutes} minutes left`;
}
