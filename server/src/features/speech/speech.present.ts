import type { CharacterAlignment, UnsupportedRule } from "@timbre/contract/speech.ts";
import type { CharacterTimes } from "@timbre/engines/alignment/characters.ts";
import type { UnsupportedRule as EngineUnsupportedRule } from "@timbre/engines/node/protocol.ts";

/** Milliseconds are precise enough for playback and take a tenth of the bytes. */
const roundToMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

export function presentAlignment(times: CharacterTimes): CharacterAlignment {
	return {
		characters: times.characters,
		character_start_times_seconds: times.starts.map(roundToMs),
		character_end_times_seconds: times.ends.map(roundToMs),
	};
}

export function emptyTimes(): CharacterTimes {
	return { characters: [], starts: [], ends: [] };
}

export function appendTimes(all: CharacterTimes, more: CharacterTimes): void {
	for (const character of more.characters) all.characters.push(character);
	for (const start of more.starts) all.starts.push(start);
	for (const end of more.ends) all.ends.push(end);
}

export function shiftTimes(times: CharacterTimes, seconds: number): CharacterTimes {
	return {
		characters: times.characters,
		starts: times.starts.map((start) => start + seconds),
		ends: times.ends.map((end) => end + seconds),
	};
}

/** Offsets refer to the text as the caller sent it. */
export function presentUnsupportedRules(
	rules: readonly EngineUnsupportedRule[],
	{ text, toSourceOffset }: { text: string; toSourceOffset: (offset: number) => number },
): UnsupportedRule[] {
	return rules.map(({ start, end, reason }) => ({
		start: toSourceOffset(start),
		end: toSourceOffset(end),
		text: text.slice(start, end),
		reason,
	}));
}
