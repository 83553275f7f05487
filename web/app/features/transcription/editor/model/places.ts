import type { TranscriptDocument } from "./document.ts";

/** A word by its position: the index of its segment and its index there. */
export type Place = { segment: number; word: number };

/** The next or previous word, across segments. Stays at the ends. */
export function stepWord({ segments }: TranscriptDocument, { segment, word }: Place, step: 1 | -1): Place {
	const count = segments[segment]?.words.length ?? 0;
	if (word + step >= 0 && word + step < count) return { segment, word: word + step };
	const neighbor = segments[segment + step];
	if (!neighbor) return { segment, word };
	return { segment: segment + step, word: step === 1 ? 0 : neighbor.words.length - 1 };
}

/** The first word of the next or previous segment. Stays at the ends. */
export function stepSegment({ segments }: TranscriptDocument, { segment, word }: Place, step: 1 | -1): Place {
	return segments[segment + step] ? { segment: segment + step, word: 0 } : { segment, word };
}

/** A place that exists, for one that an edit may have removed. */
export function nearestPlace({ segments }: TranscriptDocument, place: Place): Place {
	const segment = Math.max(0, Math.min(place.segment, segments.length - 1));
	const words = segments[segment]?.words.length ?? 1;
	return { segment, word: Math.max(0, Math.min(place.word, words - 1)) };
}
