// The text of a recording as paragraphs.
import type { Recording } from "@timbre/contract/studio/review/guest-schemas.ts";

type Sentence = Recording["sentences"][number];
/** `at` is its position in the recording. */
type PlacedSentence = Sentence & { at: number };

export function paragraphsOf(sentences: readonly Sentence[]): PlacedSentence[][] {
	const paragraphs = Map.groupBy(
		sentences.map((sentence, at) => ({ ...sentence, at })),
		({ paragraph }) => paragraph,
	);
	return [...paragraphs.values()];
}

export const recordingItemId = (snapshotId: string): string => `review-recording:${snapshotId}`;
export const sideItemId = (comparisonId: string, side: string): string => `review-side:${comparisonId}:${side}`;
