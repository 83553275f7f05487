// How a shipped voice sounds compared with the others of its gender, for search.
import { screenedSpeakers } from "../speech/libritts-speakers.ts";
import { type PaletteVoice, paletteOf } from "./palette.ts";

/** Only traits that stand out are set. */
export type ShippedTraits = {
	pitch?: string;
	pace?: string;
	manner?: "calm" | "lively";
	/** Approximated from pitch and pace: age can't be measured. */
	sounds?: "old" | "young";
};

const kokoro = new Map(
	paletteOf("kokoro").map((voice, _, all) => [
		voice.speaker,
		compare(
			voice,
			all.filter(({ gender }) => gender === voice.gender),
		),
	]),
);
const piper = new Map(screenedSpeakers.map(({ sid, labels }) => [`libritts-${sid}`, labels]));

export function shippedTraits(engine: string, speaker: string): ShippedTraits {
	if (engine === "kokoro") return kokoro.get(speaker) ?? {};
	return engine === "piper" ? (piper.get(speaker) ?? {}) : {};
}

function compare(voice: PaletteVoice, peers: readonly PaletteVoice[]): ShippedTraits {
	/** The share of peers below the voice: 0 for the lowest, 1 for the highest. */
	const rank = (measure: (peer: PaletteVoice) => number) =>
		peers.filter((peer) => measure(peer) < measure(voice)).length / Math.max(1, peers.length - 1);
	const pitch = rank(({ pitchHz }) => pitchHz);
	const pace = rank(({ syllablesPerSecond }) => syllablesPerSecond);
	const liveliness = rank(({ pitchSpread }) => pitchSpread);
	const sounds = pitch <= 1 / 3 && pace <= 1 / 2 ? "old" : pitch >= 2 / 3 && pace >= 1 / 2 ? "young" : undefined;
	return {
		...outer("pitch", pitch, "low", "high"),
		...outer("pace", pace, "slow", "fast"),
		...outer("manner", liveliness, "calm", "lively"),
		...(sounds ? { sounds } : {}),
	};
}

/** The word for a voice in the lowest or highest third. */
function outer(name: string, rank: number, low: string, high: string): Record<string, string> {
	return rank <= 1 / 3 ? { [name]: low } : rank >= 2 / 3 ? { [name]: high } : {};
}
