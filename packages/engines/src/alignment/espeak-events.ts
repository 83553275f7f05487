import type { TokenDuration } from "../speech/speech.ts";
import { type WordPlace, wordPlaces } from "./words.ts";

/** What espeak-ng tells while it speaks: positions count characters from one, times are milliseconds. */
export type EspeakEvent = {
	type: string;
	text_position: number;
	audio_position: number;
	id?: string | number;
};

type Mark = { at: number; token: string; word: number | undefined };

/** The events of one text as durations that add up to its samples, each sound with the word it belongs to. */
export function eventDurations(
	text: string,
	events: readonly EspeakEvent[],
	samples: number,
	sampleRate: number,
): TokenDuration[] {
	const places = wordPlaces(text);
	const marks = marksOf(events, wordFinder(text, places));
	const said = saidTogether(places, marks);
	const at = (mark: Mark | undefined) =>
		mark ? Math.min(samples, Math.round((mark.at / 1000) * sampleRate)) : samples;
	const durations: TokenDuration[] = [];
	const first = at(marks[0]);
	if (first > 0) durations.push({ token: "", samples: first });
	let done = first;
	for (const [index, { token, word }] of marks.entries()) {
		const end = Math.max(done, at(marks[index + 1]));
		const place = word === undefined ? undefined : said.get(word);
		durations.push({ token, samples: end - done, ...place });
		done = end;
	}
	return durations;
}

/** Where each sound begins. A word's first sound begins with the word: the closure before a plosive is part of it. */
function marksOf(events: readonly EspeakEvent[], find: (position: number, from: number) => number | undefined): Mark[] {
	const marks: Mark[] = [];
	let word: number | undefined;
	let opened: number | undefined;
	for (const { type, id, text_position, audio_position } of events) {
		if (type === "word") {
			word = find(text_position - 1, word ?? 0);
			opened = audio_position;
		}
		if (type !== "phoneme") continue;
		const token = typeof id === "string" ? id : "";
		// A bracketed tag tells a change of language, not a sound.
		const silent = token === "" || token.startsWith("(");
		const at = silent ? audio_position : (opened ?? audio_position);
		marks.push({ at, token: silent ? "" : token, word: silent ? undefined : word });
		if (!silent) opened = undefined;
	}
	return marks;
}

/** The word at a place, counted in characters and not in UTF-16 units, or the next one; never one before `from`. */
function wordFinder(text: string, places: readonly WordPlace[]) {
	const offsets: number[] = [];
	let offset = 0;
	for (const character of text) {
		offsets.push(offset);
		offset += character.length;
	}
	let next = 0;
	return (position: number, from: number): number | undefined => {
		const unit = offsets[position] ?? text.length;
		next = Math.max(next, from);
		while (next < places.length - 1 && (places[next] as WordPlace).end <= unit) next++;
		return places.length > 0 ? next : undefined;
	};
}

/** espeak-ng says some words in one breath ("of the") and tells only the first: such a place then covers them all. */
function saidTogether(places: readonly WordPlace[], marks: readonly Mark[]): Map<number, WordPlace> {
	const told = [...new Set(marks.flatMap(({ word }) => (word === undefined ? [] : [word])))];
	return new Map(
		told.map((word, at) => {
			const until = (told[at + 1] ?? places.length) - 1;
			const start = (places[at === 0 ? 0 : word] as WordPlace).start;
			return [word, { start, end: (places[until] as WordPlace).end }];
		}),
	);
}
