import voices from "./data/libritts-voices.json" with { type: "json" };
import type { Speaker } from "./speech.ts";

type Screened = { sid: number; name: string; pitchHz: number; wordsPerMinute: number; labels: Record<string, string> };

/** The speakers that passed the screening, with what was measured of them. */
export const screenedSpeakers: readonly Screened[] = voices;

/** Their gender is not known, so it is not claimed. */
export const piperSpeakers: Speaker[] = screenedSpeakers.map(({ sid, name }) => ({
	id: `libritts-${sid}`,
	name,
	language: "en-US",
	accent: "american",
}));
