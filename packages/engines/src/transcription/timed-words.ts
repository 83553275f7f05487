import type { TranscriptSegment, TranscriptWord } from "./transcript.ts";

/** Adds the times of characters: a word's time in equal parts. */
export function withCharacters(word: TranscriptWord): TranscriptWord {
	const characters = Array.from(word.text);
	const step = (word.end - word.start) / Math.max(1, characters.length);
	return {
		...word,
		characters: characters.map((text, at) => ({
			text,
			start: roundTime(word.start + at * step),
			end: roundTime(word.start + (at + 1) * step),
		})),
	};
}

/** Moves a segment of a chunk to its place in the whole recording. */
export function shiftSegment(segment: TranscriptSegment, seconds: number): TranscriptSegment {
	const shift = <T extends { start: number; end: number }>(part: T): T => ({
		...part,
		start: roundTime(part.start + seconds),
		end: roundTime(part.end + seconds),
	});
	return {
		...shift(segment),
		words: segment.words.map((word) => ({
			...shift(word),
			...(word.characters ? { characters: word.characters.map(shift) } : {}),
		})),
		voices: segment.voices.map(shift),
	};
}

const withoutSpaces = new Set(["zh", "yue", "ja", "th", "lo", "my", "km"]);

/** Joins words as the language writes them. */
export function textOf(words: readonly { text: string }[], language: string): string {
	return words.map(({ text }) => text).join(withoutSpaces.has(language) ? "" : " ");
}

/** Milliseconds are more precise than any recognizer. */
export function roundTime(seconds: number): number {
	return Math.round(seconds * 1000) / 1000;
}
