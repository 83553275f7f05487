import type { TakeListener } from "../../node/check.ts";

/** The fake engine leaves nothing at all where it swallows a word; somebody's pause between two words is softer, but not nothing. */
const nothing = 0.0002;

/** Hears whether the fake engine swallowed a word: its tone is as long as its text, and silent where a word is missing. For tests. */
export function createFakeEar(): TakeListener {
	return {
		supports: (language) => /^en\b/i.test(language),
		async check({ pcm, spoken }) {
			const words = Array.from(spoken.matchAll(/\S+/g), ({ 0: word, index }) => ({
				word,
				start: index,
				end: index + word.length,
			}));
			const place = (at: number) => Math.floor((pcm.length * at) / Math.max(1, spoken.length));
			const missing = words.filter(({ start, end }) => {
				// The middle of the word: its neighbours may reach a little into it.
				const middle = pcm.subarray(place(start + (end - start) * 0.3), place(end - (end - start) * 0.3));
				return middle.length > 0 && middle.every((sample) => Math.abs(sample) < nothing);
			});
			return {
				verdict: missing.length > 0 ? "misread" : "good",
				words: missing.map(({ word, start, end }) => ({ start, end, expected: word, heard: null, kind: "dropped" })),
				heard: words
					.filter((word) => !missing.includes(word))
					.map(({ word }) => word)
					.join(" "),
				checkedBy: "test ear",
			};
		},
	};
}
