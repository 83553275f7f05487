import type { CharacterTimes } from "../characters.ts";

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

/** Joins the times of consecutive parts of one audio. `at` is where a part starts, in seconds. */
export function joinTimes(parts: readonly { times: CharacterTimes; at: number }[]): CharacterTimes {
	const joined = emptyTimes();
	for (const { times, at } of parts) appendTimes(joined, shiftTimes(times, at));
	return joined;
}

/** Rounds to milliseconds: precise enough for playback, and a tenth of the bytes as text. */
export function roundTimes({ characters, starts, ends }: CharacterTimes): CharacterTimes {
	return { characters, starts: starts.map(roundToMs), ends: ends.map(roundToMs) };
}

const roundToMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Starts and durations in whole milliseconds, counted from `from` seconds. */
export function toMilliseconds({ starts, ends }: CharacterTimes, from: number) {
	return {
		starts: starts.map((start) => Math.round((start - from) * 1000)),
		durations: ends.map((end, at) => Math.round((end - (starts[at] ?? 0)) * 1000)),
	};
}
