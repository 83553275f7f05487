import { roundTime, textOf, withCharacters } from "../timed-words.ts";
import type { TranscriptSegment, TranscriptWord, VoicePart } from "../transcript.ts";
import type { TimeRange } from "./speech-ranges.ts";
import type { ScoredWord } from "./words.ts";

/** The characters of a text with their times, from the start of its window. */
export type AlignedCharacters = readonly { text: string; start: number; end: number }[];

const isLetter = /[\p{L}\p{N}]/u;
const minWordSeconds = 0.02;

/** Sets the times of words from those of the characters of their text. Punctuation does not count. */
export function placeAligned(
	words: readonly ScoredWord[],
	language: string,
	characters: AlignedCharacters,
	window: TimeRange,
	wantsCharacters: boolean,
): TranscriptWord[] {
	const text = textOf(words, language);
	let offset = 0;
	let at = 0;
	let before = window.start;
	return words.map((word) => {
		const from = text.indexOf(word.text, offset);
		offset = from + word.text.length;
		let unit = characters.slice(0, at).reduce((sum, one) => sum + one.text.length, 0);
		const own: { text: string; start: number; end: number }[] = [];
		for (; at < characters.length && unit < offset; at++) {
			const character = characters[at] as AlignedCharacters[number];
			if (unit >= from) own.push(character);
			unit += character.text.length;
		}
		const letters = own.filter((one) => isLetter.test(one.text));
		const spoken = letters.length > 0 ? letters : own;
		const start = Math.max(before, window.start + (spoken[0]?.start ?? before - window.start));
		const end = Math.min(
			Math.max(window.end, start + minWordSeconds),
			Math.max(start + minWordSeconds, window.start + (spoken.at(-1)?.end ?? 0)),
		);
		before = end;
		const timed: TranscriptWord = { ...word, start: roundTime(start), end: roundTime(end) };
		if (!wantsCharacters) return timed;
		return {
			...timed,
			characters: own.map((one) => ({
				text: one.text,
				start: roundTime(clamp(window.start + one.start, start, end)),
				end: roundTime(clamp(window.start + one.end, start, end)),
			})),
		};
	});
}

/** Spreads words over the speech of a window, for a text that can't be aligned. */
export function placeEvenly(
	words: readonly ScoredWord[],
	speech: readonly TimeRange[],
	wantsCharacters: boolean,
): TranscriptWord[] {
	const total = speech.reduce((sum, { start, end }) => sum + end - start, 0);
	const length = words.reduce((sum, { text }) => sum + text.length + 1, 0);
	let spoken = 0;
	return words.map((word) => {
		const start = timeAt(speech, (spoken / length) * total);
		const end = timeAt(speech, ((spoken + word.text.length) / length) * total);
		spoken += word.text.length + 1;
		const timed = { ...word, start: roundTime(start), end: roundTime(Math.max(start, end)) };
		return wantsCharacters ? withCharacters(timed) : timed;
	});
}

/** Converts seconds of speech to a time. */
function timeAt(speech: readonly TimeRange[], seconds: number): number {
	let left = seconds;
	for (const { start, end } of speech) {
		if (left <= end - start) return start + left;
		left -= end - start;
	}
	return speech.at(-1)?.end ?? 0;
}

/** Puts words into the range of speech they are in, or the closest. Ranges without words are left out. */
export function toSegments(
	words: readonly TranscriptWord[],
	ranges: readonly TimeRange[],
	voices: readonly (readonly VoicePart[])[],
	language: string,
): TranscriptSegment[] {
	const grouped = ranges.map(() => [] as TranscriptWord[]);
	let at = 0;
	for (const word of words) {
		const middle = (word.start + word.end) / 2;
		// Words are in order, so a word never belongs to a range before that of the previous one.
		while (at + 1 < ranges.length && distance(ranges[at + 1], middle) < distance(ranges[at], middle)) at++;
		grouped[at]?.push(word);
	}
	return ranges.flatMap((range, index) => {
		const own = grouped[index] as TranscriptWord[];
		if (own.length === 0) return [];
		return [
			{
				start: roundTime(Math.min(range.start, own[0]?.start ?? range.start)),
				end: roundTime(Math.max(range.end, own.at(-1)?.end ?? range.end)),
				text: textOf(own, language),
				words: own,
				voices: (voices[index] ?? []).map((part) => ({
					...part,
					start: roundTime(part.start),
					end: roundTime(part.end),
				})),
			},
		];
	});
}

function distance(range: TimeRange | undefined, time: number): number {
	return range ? Math.max(0, range.start - time, time - range.end) : Number.POSITIVE_INFINITY;
}

function clamp(value: number, min: number, max: number): number {
	return Math.min(max, Math.max(min, value));
}
