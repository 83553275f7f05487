export type WordPlace = { start: number; end: number };

const spaceless =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Letters and figures, and signs that are read aloud though they are neither. */
const said = /[\p{L}\p{N}\p{Extended_Pictographic}&@%+=#$€£¥°§]/u;
const hangs = /\p{M}/u;
let segmenter: Intl.Segmenter | undefined;

/** The places of a text's words, without the marks around them; what a script writes without spaces is cut by a dictionary. */
export function wordPlaces(text: string): WordPlace[] {
	const places: WordPlace[] = [];
	for (const { 0: found, index } of text.matchAll(/[^\s\u2013\u2014\u2026]+/gu)) {
		if (spaceless.test(found)) {
			segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
			for (const { segment, index: at, isWordLike } of segmenter.segment(found)) {
				if (isWordLike) places.push({ start: index + at, end: index + at + segment.length });
			}
			continue;
		}
		const place = withoutMarks(found);
		if (place) places.push({ start: index + place.start, end: index + place.end });
	}
	return places;
}

/** By hand and not by a pattern: one for the end of a text takes quadratic time on a long row of marks. */
function withoutMarks(word: string): WordPlace | undefined {
	let start: number | undefined;
	let end = 0;
	let at = 0;
	for (const character of word) {
		const next = at + character.length;
		if (said.test(character)) {
			start ??= at;
			end = next;
		} else if (end === at && hangs.test(character)) end = next;
		at = next;
	}
	return start === undefined ? undefined : { start, end };
}
