import voices from "./data/libritts-voices.json" with { type: "json" };
import type { Speaker } from "./speech.ts";

type Screened = { sid: number; name: string; pitchHz: number; wordsPerMinute: number; labels: Record<string, string> };

/** Speakers that passed screening, with their measurements. */
export const screenedSpeakers: readonly Screened[] = voices;

/** Gender is unknown, so it is not set. */
export const piperSpeakers: Speaker[] = screenedSpeakers.map(({ sid, name }) => ({
	id: `libritts-${sid}`,
	name,
	language: "en-US",
	accent: "american",
}));
