import { describe, expect, test } from "vitest";
import {
	plainText,
	readDocument,
	segmentText,
	speakerName,
	speakersOf,
	type TranscriptDocument,
	type WireWord,
	writeWords,
} from "./document.ts";
import {
	assignNewSpeaker,
	assignSpeaker,
	confirmWord,
	deleteSegment,
	editText,
	mergeWithPrevious,
	positionOfWord,
	renameSpeaker,
	splitSegment,
	splitText,
} from "./edits.ts";

/** Words of half a second with pauses of 0.1 s, starting at `from`. */
function wire(text: string, { from = 0, speaker = "speaker_0" as string | null, gap = " " } = {}): WireWord[] {
	return text.split(" ").flatMap((word, index) => {
		const start = from + index * 0.6;
		return [
			{ text: word, start, end: start + 0.5, type: "word", speaker_id: speaker, logprob: -0.1 * (index + 1) },
			...(gap ? [{ text: gap, start: start + 0.5, end: start + 0.6, type: "spacing", speaker_id: speaker }] : []),
		];
	});
}

const texts = (document: TranscriptDocument) => document.segments.map((segment) => segmentText(segment));
const two = () =>
	readDocument([...wire("We leave at dawn."), ...wire("Why so early?", { from: 3, speaker: "speaker_1" })]);

describe("segments", () => {
	test("start where the speaker changes, after a pause and after a few sentences", () => {
		expect(texts(two())).toEqual(["We leave at dawn.", "Why so early?"]);
		const paused = readDocument([...wire("One two"), ...wire("three four", { from: 5 })]);
		expect(texts(paused)).toEqual(["One two", "three four"]);
		const sentence = "these are ten words that form a sentence of speech.";
		const long = readDocument(wire(Array.from({ length: 12 }, () => sentence).join(" ")));
		expect(long.segments.map(({ words }) => words.length)).toEqual([50, 50, 20]);
	});

	test("are the same after saving and loading, also if all were merged into one", () => {
		const split = splitSegment(two(), 0, 2);
		expect(texts(readDocument(writeWords(split)))).toEqual(["We leave", "at dawn.", "Why so early?"]);
		const sentence = "these are ten words that form a sentence of speech.";
		let document = readDocument(wire(Array.from({ length: 12 }, () => sentence).join(" ")));
		document = mergeWithPrevious(mergeWithPrevious(document, 1), 1);
		expect(document.segments).toHaveLength(1);
		expect(readDocument(writeWords(document)).segments).toHaveLength(1);
	});

	test("keep times, probabilities, speakers and sounds through saving and loading", () => {
		const words: WireWord[] = [
			...wire("Well then"),
			{ text: "(laughter)", start: 1.3, end: 2, type: "audio_event", speaker_id: "speaker_0" },
		];
		const document = readDocument(words);
		expect(readDocument(writeWords(document)).segments).toEqual(document.segments);
		expect(document.segments[0]?.words.at(-1)).toMatchObject({ text: "(laughter)", event: true });
	});
});

describe("editing the text", () => {
	test("keeps the times and probabilities of unchanged words", () => {
		const document = two();
		const edited = editText(document, 0, "We depart at dawn.");
		const [before, after] = [document.segments[0]?.words, edited.segments[0]?.words];
		expect(after?.map(({ text }) => text)).toEqual(["We", "depart", "at", "dawn."]);
		expect(after?.[0]).toBe(before?.[0]);
		expect(after?.[2]).toBe(before?.[2]);
		expect(after?.[1]).toMatchObject({ start: 0.6, end: 1.1, logprob: 0, gap: " " });
		expect(edited.segments[1]).toBe(document.segments[1]);
	});

	test("divides the time of replaced words by length when their number changes", () => {
		const edited = editText(two(), 0, "We are going away at dawn.");
		const words = edited.segments[0]?.words ?? [];
		expect(words.map(({ text }) => text)).toEqual(["We", "are", "going", "away", "at", "dawn."]);
		expect(words[1]?.start).toBeCloseTo(0.6);
		expect(words[1]?.end).toBeCloseTo(0.6 + (0.5 * 3) / 12);
		expect(words[3]?.end).toBeCloseTo(1.1);
		expect(words[4]).toMatchObject({ start: 1.2, end: 1.7 });
	});

	test("puts inserted words into the pause, or into the time of the word before", () => {
		const inPause = editText(two(), 0, "We leave early at dawn.").segments[0]?.words ?? [];
		expect(inPause[2]).toMatchObject({ text: "early", start: 1.1, end: 1.2 });
		const tight = readDocument([
			{ text: "now", start: 0, end: 1, type: "word" },
			{ text: " ", type: "spacing" },
			{ text: "go", start: 1, end: 2, type: "word" },
		]);
		const words = editText(tight, 0, "now and go").segments[0]?.words ?? [];
		expect(words.map(({ text, start, end }) => [text, start, end])).toEqual([
			["now", 0, 0.5],
			["and", 0.5, 1],
			["go", 1, 2],
		]);
	});

	test("never leaves the order of time, whatever is typed", () => {
		const typed = ["dawn. at leave We", "x", "We We We leave at at dawn. dawn. now", "  spaces   everywhere ", "at"];
		for (const text of typed) {
			const words = editText(two(), 0, text).segments[0]?.words ?? [];
			expect(segmentText({ words })).toBe(text.replaceAll(/\s+/g, " ").trim());
			for (const [index, word] of words.entries()) {
				expect(word.end).toBeGreaterThanOrEqual(word.start);
				expect(word.start).toBeGreaterThanOrEqual(words[index - 1]?.start ?? 0);
			}
			expect(new Set(words.map(({ id }) => id)).size).toBe(words.length);
		}
	});

	test("keeps words of languages without spaces", () => {
		const document = readDocument(wire("今日 は 晴れ です", { gap: "" }));
		expect(texts(document)).toEqual(["今日は晴れです"]);
		const edited = editText(document, 0, "今日は雨です");
		expect(texts(edited)).toEqual(["今日は雨です"]);
		expect(edited.segments[0]?.words[1]).toBe(document.segments[0]?.words[1]);
		expect(edited.segments[0]?.words.at(-1)).toMatchObject({ text: "です", start: expect.closeTo(1.8) });
	});

	test("changes nothing if the text is the same, and removes the segment without text", () => {
		const document = two();
		expect(editText(document, 0, " We  leave at dawn. ")).toBe(document);
		expect(texts(editText(document, 0, "  "))).toEqual(["Why so early?"]);
	});
});

describe("splitting and merging", () => {
	test("splits in front of a word and merges again", () => {
		const split = splitSegment(two(), 0, 2);
		expect(texts(split)).toEqual(["We leave", "at dawn.", "Why so early?"]);
		expect(split.segments[1]).toMatchObject({ speaker: "speaker_0" });
		expect(texts(mergeWithPrevious(split, 1))).toEqual(["We leave at dawn.", "Why so early?"]);
		expect(splitSegment(split, 0, 0)).toBe(split);
		expect(mergeWithPrevious(split, 0)).toBe(split);
	});

	test("splits at the cursor, together with what was typed", () => {
		const text = "We leave very early. At dawn.";
		expect(texts(splitText(two(), 0, text, text.indexOf("At")))).toEqual([
			"We leave very early.",
			"At dawn.",
			"Why so early?",
		]);
		// Inside a word, the whole word moves.
		expect(texts(splitText(two(), 0, "We leave at dawn.", 5)).slice(0, 2)).toEqual(["We", "leave at dawn."]);
		expect(positionOfWord(two().segments[0] ?? { words: [] }, 2)).toBe("We leave ".length);
	});

	test("gives merged segments the first speaker", () => {
		const merged = mergeWithPrevious(two(), 1);
		expect(merged.segments).toMatchObject([{ speaker: "speaker_0" }]);
		expect(texts(merged)).toEqual(["We leave at dawn. Why so early?"]);
	});

	test("deletes a segment", () => {
		expect(texts(deleteSegment(two(), 0))).toEqual(["Why so early?"]);
	});
});

describe("speakers", () => {
	test("are renamed everywhere at once, and an empty name restores the default", () => {
		const named = renameSpeaker(two(), "speaker_1", " Mara ");
		expect(speakersOf(named).map((speaker) => speakerName(named.names, speaker))).toEqual(["Speaker 1", "Mara"]);
		expect(renameSpeaker(named, "speaker_1", "").names).toEqual({});
	});

	test("are reassigned for one segment, also to a new speaker", () => {
		expect(assignSpeaker(two(), 1, "speaker_0").segments[1]).toMatchObject({ speaker: "speaker_0" });
		const added = assignNewSpeaker(two(), 1, "Guest");
		expect(added.segments[1]).toMatchObject({ speaker: "speaker_2" });
		expect(added.names).toEqual({ speaker_2: "Guest" });
	});
});

test("the plain text has a paragraph for each segment, with or without speakers", () => {
	const named = renameSpeaker(two(), "speaker_1", "Mara");
	expect(plainText(named, true)).toBe("Speaker 1: We leave at dawn.\n\nMara: Why so early?");
	expect(plainText(named, false)).toBe("We leave at dawn.\n\nWhy so early?");
});

test("a confirmed word has no doubt left", () => {
	const document = two();
	const id = document.segments[0]?.words[3]?.id ?? -1;
	expect(confirmWord(document, id).segments[0]?.words[3]).toMatchObject({
		text: "dawn.",
		logprob: 0,
		start: expect.closeTo(1.8),
	});
});
