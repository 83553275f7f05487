// The sentences of a snapshot with the times of their words, as captions and e-books need them.
import type { CharacterTimes } from "@timbre/engines/alignment/characters.ts";
import type { TimedSentence } from "../snapshots/times.ts";

export type TimedWord = { text: string; from: number; to: number };

/** In seconds from the start of the chapter. Empty if the engine reports no times. */
export function wordsOf({ from, characters }: TimedSentence): TimedWord[] {
	if (!characters) return [];
	const words: TimedWord[] = [];
	let open: TimedWord | undefined;
	for (const [at, character] of characters.characters.entries()) {
		if (/^\s*$/u.test(character)) {
			open = undefined;
			continue;
		}
		const { start, end } = timesAt(characters, at);
		if (!open) {
			open = { text: "", from: from + start, to: from + end };
			words.push(open);
		}
		open.text += character;
		open.to = Math.max(open.to, from + end);
	}
	return words;
}

function timesAt({ starts, ends }: CharacterTimes, at: number): { start: number; end: number } {
	const start = starts[at] ?? 0;
	return { start, end: Math.max(start, ends[at] ?? start) };
}
