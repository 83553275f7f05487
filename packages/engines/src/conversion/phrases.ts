import type { TimeRange } from "../isolation/silence.ts";
import type { SpokenWord } from "./conversion.ts";

/** What is spoken between two pauses. */
export type Phrase = TimeRange & { text: string };

/** Longer phrases are split after a sentence or clause, so that their words stay close to their times. */
const maxPhraseSeconds = 12;
const sentenceEnd = /[.!?…。!?]["'”’)]*$/u;
const clauseEnd = /[,;:،、,;:]["'”’)]*$/u;

/**
 * Groups words into the stretches of speech they are in. The times of words may be off by a tenth of a second or two, so
 * the edges of a phrase are those of the speech itself. Speech without words, such as a laugh, becomes no phrase.
 */
export function phrasesOf(words: readonly SpokenWord[], speech: readonly TimeRange[]): Phrase[] {
	const groups = new Map<TimeRange, SpokenWord[]>();
	for (const word of words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))) {
		const range = nearestRange(word, speech) ?? { start: word.start, end: word.end };
		groups.set(range, [...(groups.get(range) ?? []), word]);
	}
	return [...groups]
		.toSorted(([one], [other]) => one.start - other.start)
		.flatMap(([range, group]) => split(range, group));
}

function nearestRange(word: SpokenWord, ranges: readonly TimeRange[]): TimeRange | undefined {
	const overlap = (range: TimeRange) => Math.min(word.end, range.end) - Math.max(word.start, range.start);
	return ranges.reduce<TimeRange | undefined>(
		(best, range) => (best === undefined || overlap(range) > overlap(best) ? range : best),
		undefined,
	);
}

function split(range: TimeRange, words: readonly SpokenWord[]): Phrase[] {
	const text = words
		.map((word) => word.text.trim())
		.join(" ")
		.trim();
	if (range.end - range.start <= maxPhraseSeconds || words.length < 2) return [{ ...range, text }];
	const at = cutAfter(words);
	const cut = Math.min(range.end, Math.max(range.start, ((words[at]?.end ?? 0) + (words[at + 1]?.start ?? 0)) / 2));
	return [
		...split({ start: range.start, end: cut }, words.slice(0, at + 1)),
		...split({ start: cut, end: range.end }, words.slice(at + 1)),
	];
}

/** The best word to cut after: the end of a sentence, else of a clause, else any, as near the middle as possible. */
function cutAfter(words: readonly SpokenWord[]): number {
	const middle = (words.length - 2) / 2;
	const candidates = words.slice(0, -1).map((word, at) => ({
		at,
		rank: sentenceEnd.test(word.text.trim()) ? 0 : clauseEnd.test(word.text.trim()) ? 1 : 2,
	}));
	return candidates.reduce((best, one) =>
		one.rank < best.rank || (one.rank === best.rank && Math.abs(one.at - middle) < Math.abs(best.at - middle))
			? one
			: best,
	).at;
}
