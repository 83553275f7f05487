import { describe, expect, test } from "vitest";
import { readDocument, segmentText, type WireWord } from "./document.ts";
import { defaultThreshold, doubtfulWords, doubtOf, nextPlace } from "./doubt.ts";
import { findMatches, replaceAll, replaceMatch } from "./search.ts";
import { timelineOf, wordAtTime } from "./timeline.ts";
import { change, redo, undo, undoable } from "./undo.ts";

const word = (text: string, start: number, probability = 1, speaker = "speaker_0"): WireWord[] => [
	{ text, start, end: start + 0.4, type: "word", speaker_id: speaker, logprob: Math.log(probability) },
	{ text: " ", type: "spacing" },
];
const document = readDocument([
	...word("The", 0),
	...word("Straße", 0.5, 0.5),
	...word("of", 1),
	...word("the", 1.5, 0.1),
	...word("strasse,", 4, 0.55, "speaker_1"),
	...word("there", 4.5, 1, "speaker_1"),
]);

describe("doubtful words", () => {
	test("are those below the threshold, strongly so below half of it", () => {
		const [, , , the] = document.segments[0]?.words ?? [];
		expect(doubtfulWords(document, defaultThreshold).map(({ segment, word }) => [segment, word])).toEqual([
			[0, 1],
			[0, 3],
			[1, 0],
		]);
		expect(the && doubtOf(the, 0.6)).toBe("strong");
		expect(the && doubtOf(the, 0.15)).toBe("some");
		expect(doubtfulWords(document, 0)).toEqual([]);
	});

	test("are reviewed one after the other in both directions, around the ends", () => {
		const places = doubtfulWords(document, defaultThreshold);
		expect(nextPlace(places, null, 1)).toMatchObject({ segment: 0, word: 1 });
		expect(nextPlace(places, { segment: 0, word: 1 }, 1)).toMatchObject({ segment: 0, word: 3 });
		expect(nextPlace(places, { segment: 0, word: 2 }, -1)).toMatchObject({ segment: 0, word: 1 });
		expect(nextPlace(places, { segment: 1, word: 0 }, 1)).toMatchObject({ segment: 0, word: 1 });
		expect(nextPlace([], null, 1)).toBeUndefined();
	});
});

describe("find and replace", () => {
	const options = { text: "the", matchCase: false, wholeWords: false };

	test("finds text across words, with case and whole words as options", () => {
		expect(findMatches(document, options)).toHaveLength(3);
		expect(findMatches(document, { ...options, matchCase: true })).toHaveLength(2);
		expect(findMatches(document, { ...options, wholeWords: true })).toHaveLength(2);
		expect(findMatches(document, { ...options, text: "of  the" })).toEqual([
			{ segment: 0, from: 11, to: 17, firstWord: 2, lastWord: 3 },
		]);
		expect(findMatches(document, { ...options, text: " " })).toEqual([]);
	});

	test("replaces one match or all of them, and keeps the times", () => {
		const [match] = findMatches(document, { ...options, text: "straße" });
		const one = match && replaceMatch(document, match, "street");
		expect(one?.segments[0]?.words[1]).toMatchObject({ text: "street", start: 0.5, end: 0.9 });
		const all = replaceAll(document, { ...options, wholeWords: true }, "a");
		expect(all.count).toBe(2);
		expect(all.document.segments.map((segment) => segmentText(segment))).toEqual(["a Straße of a", "strasse, there"]);
		expect(all.document.segments[0]?.words[3]).toMatchObject({ start: 1.5, end: 1.9 });
	});

	test("removes a segment whose text is replaced with nothing", () => {
		const gone = replaceAll(document, { ...options, text: "the straße of the" }, "");
		expect(gone.document.segments).toHaveLength(1);
	});
});

test("finds the word being spoken, and none in a long pause", () => {
	const timeline = timelineOf(document);
	const id = (seconds: number) => wordAtTime(timeline, seconds)?.id;
	expect(id(0)).toBe(0);
	expect(id(0.95)).toBe(1);
	expect(id(1.2)).toBe(2);
	expect(id(3)).toBeUndefined();
	expect(wordAtTime(timeline, 4.1)).toEqual({ id: 4, segment: 1 });
});

test("undo and redo walk through the versions; a change drops the undone ones", () => {
	let state = change(change(undoable("a"), "b"), "c");
	expect(change(state, "c")).toBe(state);
	state = undo(state);
	expect(state.present).toBe("b");
	expect(redo(state).present).toBe("c");
	expect(redo(change(state, "d")).present).toBe("d");
	expect(undo(undo(undo(state))).present).toBe("a");
});
