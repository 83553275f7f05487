import { type Reading, spokenWords } from "./spoken-form.ts";

export type WordErrors = { errors: number; words: number; rate: number };

/** Returns the minimum number of insertions, deletions and substitutions that turn one list into the other. */
export function editDistance<T>(from: readonly T[], to: readonly T[]): number {
	let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let i = 1; i <= from.length; i++) {
		const current = [i];
		for (let j = 1; j <= to.length; j++)
			current.push(
				Math.min(
					(previous[j] as number) + 1,
					(current[j - 1] as number) + 1,
					(previous[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1),
				),
			);
		previous = current;
	}
	return previous[to.length] as number;
}

/**
 * Returns the word error rate of a transcript against the written text. Digits may be read as a number or a year on
 * either side, because a transcriber may write either: the reading with the fewest errors counts.
 */
export function wordErrors(written: string, transcript: string): WordErrors {
	const readings: Reading[] = ["number", "year"];
	let best: WordErrors | undefined;
	for (const a of readings)
		for (const b of readings) {
			const reference = spokenWords(written, a);
			const errors = editDistance(reference, spokenWords(transcript, b));
			if (!best || errors < best.errors)
				best = { errors, words: reference.length, rate: errors / Math.max(1, reference.length) };
		}
	return best as WordErrors;
}

/** Returns the character error rate, for languages written without spaces. */
export function characterErrors(written: string, transcript: string): WordErrors {
	const letters = (text: string) =>
		Array.from(
			text
				.normalize("NFKC")
				.toLowerCase()
				.replace(/[^\p{L}\p{M}\p{N}]/gu, ""),
		);
	const reference = letters(written);
	const errors = editDistance(reference, letters(transcript));
	return { errors, words: reference.length, rate: errors / Math.max(1, reference.length) };
}

/** Returns one rate for many sentences: all errors divided by all words. */
export function pooledRate(parts: readonly WordErrors[]): number {
	const errors = parts.reduce((sum, part) => sum + part.errors, 0);
	return (
		errors /
		Math.max(
			1,
			parts.reduce((sum, part) => sum + part.words, 0),
		)
	);
}
