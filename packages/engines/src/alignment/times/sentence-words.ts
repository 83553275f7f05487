/** A range of a sentence: offsets in its text and seconds from its start. */
type SentenceWord = { start: number; end: number; startSeconds: number; endSeconds: number };

/** Where a sentence is in the full text and in its audio. */
export type PlacedSentence = { text: string; start: number; end: number; startSeconds: number };

/** Converts a range of a sentence to a range of the full text and its audio. */
export function placeWord(word: SentenceWord, sentence: PlacedSentence): SentenceWord {
	// Markup inside a sentence shifts its offsets, so report the full sentence instead.
	const plain = sentence.end - sentence.start === sentence.text.length;
	return {
		start: plain ? sentence.start + word.start : sentence.start,
		end: plain ? sentence.start + word.end : sentence.end,
		startSeconds: sentence.startSeconds + word.startSeconds,
		endSeconds: sentence.startSeconds + word.endSeconds,
	};
}
