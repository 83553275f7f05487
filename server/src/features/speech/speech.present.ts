import type { CharacterAlignment, UnhonouredRule } from "@timbre/contract/speech.ts";
import type { CharacterTimes } from "@timbre/engines/alignment/characters.ts";
import type { Unhonoured } from "@timbre/engines/node/protocol.ts";

/** Milliseconds are as exact as anybody can hear, and a tenth of the bytes. */
const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;

export function presentAlignment(times: CharacterTimes): CharacterAlignment {
	return {
		characters: times.characters,
		character_start_times_seconds: times.starts.map(rounded),
		character_end_times_seconds: times.ends.map(rounded),
	};
}

export function emptyTimes(): CharacterTimes {
	return { characters: [], starts: [], ends: [] };
}

export function addTimes(all: CharacterTimes, more: CharacterTimes): void {
	for (const character of more.characters) all.characters.push(character);
	for (const start of more.starts) all.starts.push(start);
	for (const end of more.ends) all.ends.push(end);
}

export function shifted(times: CharacterTimes, seconds: number): CharacterTimes {
	return {
		characters: times.characters,
		starts: times.starts.map((start) => start + seconds),
		ends: times.ends.map((end) => end + seconds),
	};
}

/** In the caller's own places. */
export function presentUnhonoured(
	unhonoured: readonly Unhonoured[],
	{ text, sentAt }: { text: string; sentAt: (at: number) => number },
): UnhonouredRule[] {
	return unhonoured.map(({ start, end, reason }) => ({
		start: sentAt(start),
		end: sentAt(end),
		text: text.slice(start, end),
		reason,
	}));
}
