import type { Segment, TranscriptDocument, Word } from "./document.ts";

/** Words below this probability are doubtful, unless the user chooses another threshold. */
export const defaultThreshold = 0.6;

export const probabilityOf = (word: Pick<Word, "logprob">): number => Math.exp(Math.min(0, word.logprob));

/** `strong`: less than half as probable as the threshold. */
export type Doubt = "none" | "some" | "strong";

export function doubtOf(word: Word, threshold: number): Doubt {
	if (word.event) return "none";
	const probability = probabilityOf(word);
	if (probability >= threshold) return "none";
	return probability < threshold / 2 ? "strong" : "some";
}

export type WordPlace = { segment: number; word: number; id: number };

/** All doubtful words, in order. */
export function doubtfulWords({ segments }: TranscriptDocument, threshold: number): WordPlace[] {
	return segments.flatMap((segment, index) => doubtfulIn(segment, index, threshold));
}

function doubtfulIn({ words }: Segment, segment: number, threshold: number): WordPlace[] {
	return words.flatMap((one, word) => (doubtOf(one, threshold) === "none" ? [] : [{ segment, word, id: one.id }]));
}

/** The next place after another, or the previous one. Wraps around at the ends. */
export function nextPlace(
	places: readonly WordPlace[],
	from: Pick<WordPlace, "segment" | "word"> | null,
	direction: 1 | -1,
): WordPlace | undefined {
	if (!from) return direction === 1 ? places[0] : places.at(-1);
	const after = (place: WordPlace) => place.segment - from.segment || place.word - from.word;
	return direction === 1
		? (places.find((place) => after(place) > 0) ?? places[0])
		: (places.findLast((place) => after(place) < 0) ?? places.at(-1));
}
