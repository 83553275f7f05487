import type { TakeChecker } from "../../node/check.ts";
import { isEnglish } from "../../text/language.ts";

/** The fake engine leaves digital silence where it drops a word; a natural pause is quiet but never this quiet. */
const silenceThreshold = 0.0002;

/**
 * Detects words that the fake engine dropped: its tone is proportional to the text and silent where a word is missing.
 * For tests.
 */
export function createFakeTranscriber(): TakeChecker {
	return {
		supports: isEnglish,
		async check({ pcm, spoken }) {
			const words = Array.from(spoken.matchAll(/\S+/g), ({ 0: word, index }) => ({
				word,
				start: index,
				end: index + word.length,
			}));
			const offset = (at: number) => Math.floor((pcm.length * at) / Math.max(1, spoken.length));
			const missing = words.filter(({ start, end }) => {
				// Only the middle of the word, because its neighbors may reach into it.
				const middle = pcm.subarray(offset(start + (end - start) * 0.3), offset(end - (end - start) * 0.3));
				return middle.length > 0 && middle.every((sample) => Math.abs(sample) < silenceThreshold);
			});
			return {
				verdict: missing.length > 0 ? "misread" : "good",
				words: missing.map(({ word, start, end }) => ({ start, end, expected: word, heard: null, kind: "dropped" })),
				transcript: words
					.filter((word) => !missing.includes(word))
					.map(({ word }) => word)
					.join(" "),
				checkedBy: "fake-transcriber",
			};
		},
	};
}
