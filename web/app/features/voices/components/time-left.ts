import type { VoiceTraining } from "@timbre/contract/voices.cloning.ts";

/** The recordings are prepared in a moment, the first 15 %: until some mixes are tried, that says nothing about the rest. */
const leastProgress = 0.2;

/** How long it will still take, guessed from how far it came since it began; null while that says nothing. */
export function timeLeft(
	{ progress, started_at_unix }: Pick<VoiceTraining, "progress" | "started_at_unix">,
	nowUnix: number,
): string | null {
	if (started_at_unix === null || progress < leastProgress) return null;
	const seconds = ((nowUnix - started_at_unix) * (1 - progress)) / progress;
	if (seconds < 10) return "a few seconds left";
	if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
	const minutes = Math.max(1, Math.round(seconds / 60));
	return minutes === 1 ? "about a minute left" : `about ${minutes} minutes left`;
}
