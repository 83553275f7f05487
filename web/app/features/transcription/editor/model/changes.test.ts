import { expect, test } from "vitest";
import { changesBetween, type WordChange } from "./changes.ts";
import { readDocument, type WireWord, writeWords } from "./document.ts";
import { assignSpeaker, deleteSegment, editText, mergeWithPrevious, splitSegment } from "./edits.ts";

function applied(words: readonly WireWord[], changes: readonly WordChange<WireWord>[]): WireWord[] {
	let at = 0;
	const result: WireWord[] = [];
	for (const { from, count, words: others } of changes) {
		expect(from).toBeGreaterThanOrEqual(at);
		result.push(...words.slice(at, from), ...others);
		at = from + count;
	}
	return [...result, ...words.slice(at)];
}

const transcript: WireWord[] = Array.from({ length: 6_000 }, (_, index) => {
	const speaker_id = `speaker_${Math.floor(index / 40) % 3}`;
	const [start, end] = [index * 0.4, index * 0.4 + 0.3];
	const text = `word${index % 97}${index % 12 === 11 ? "." : ""}`;
	return [
		{ text, start, end, type: "word", speaker_id, logprob: -0.1 },
		{ text: " ", start: end, end: (index + 1) * 0.4, type: "spacing", speaker_id, logprob: 0 },
	];
}).flat();

test("the first save sends only the ends of segments, and later ones only what was edited", () => {
	const document = readDocument(transcript);
	const first = writeWords(document);
	const changes = changesBetween(transcript, first);
	expect(applied(transcript, changes)).toEqual(first);
	expect(changes.flatMap(({ words }) => words).length).toBeLessThan(document.segments.length * 3);
	expect(changesBetween(first, writeWords(document))).toEqual([]);

	const edited = writeWords(editText(document, 70, "something entirely different"));
	const edit = changesBetween(first, edited);
	expect(applied(first, edit)).toEqual(edited);
	expect(edit.reduce((sum, { words }) => sum + words.length, 0)).toBeLessThan(10);
});

test("every edit is reproduced from its changes", () => {
	let document = readDocument(transcript);
	let saved = writeWords(document);
	const edits = [
		() => editText(document, 0, "one two three"),
		() => editText(document, document.segments.length - 1, "the end"),
		() => splitSegment(document, 20, 7),
		() => mergeWithPrevious(document, 33),
		() => deleteSegment(document, 5),
		() => assignSpeaker(document, 44, "speaker_9"),
		() => ({ ...document, segments: document.segments.slice(100) }),
		() => ({ ...document, segments: [] }),
	];
	for (const edit of edits) {
		document = edit();
		const next = writeWords(document);
		expect(applied(saved, changesBetween(saved, next))).toEqual(next);
		saved = next;
	}
});
