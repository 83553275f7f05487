export type WordSpan = { start: number; end: number };

const spaceless =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Letters, digits and symbols that are read aloud. */
const spoken = /[\p{L}\p{N}\p{Extended_Pictographic}&@%+=#$€£¥°§]/u;
const combining = /\p{M}/u;
let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the range of each word without surrounding punctuation. Scripts without spaces are segmented by dictionary.
 */
export function wordSpans(text: string): WordSpan[] {
	const spans: WordSpan[] = [];
	for (const { 0: found, index } of text.matchAll(/[^\s\u2013\u2014\u2026]+/gu)) {
		if (spaceless.test(found)) {
			segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
			for (const { segment, index: at, isWordLike } of segmenter.segment(found)) {
				if (isWordLike) spans.push({ start: index + at, end: index + at + segment.length });
			}
			continue;
		}
		const span = withoutMarks(found);
		if (span) spans.push({ start: index + span.start, end: index + span.end });
	}
	return spans;
}

/** Not a regular expression: one anchored at the end takes quadratic time on a long run of marks. */
function withoutMarks(word: string): WordSpan | undefined {
	let start: number | undefined;
	let end = 0;
	let at = 0;
	for (const character of word) {
		const next = at + character.length;
		if (spoken.test(character)) {
			start ??= at;
			end = next;
		} else if (end === at && combining.test(character)) end = next;
		at = next;
	}
	return start === undefined ? undefined : { start, end };
}
