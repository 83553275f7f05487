import type { Conversion } from "@timbre/contract/studio/conversion-schemas.ts";
import { expect, test } from "vitest";
import { type Counts, priceDetails, priceText, shortage } from "./price.ts";
import {
	activeConversions,
	announcement,
	chapterInWork,
	chapterText,
	endText,
	latestEnded,
	percent,
	progressText,
	takeCheckText,
} from "./progress.ts";
import { placeOf, secondsAt, sentenceAt } from "./spoken.ts";

const counts: Counts = {
	characters: 1_204_300,
	new_characters: 380,
	credits: 380,
	sentences: 9_120,
	new_sentences: 4,
	stale_sentences: 0,
	locked_sentences: 0,
	left_out_sentences: 0,
};

test("says what is new and what it costs", () => {
	expect(priceText(counts)).toBe("1,204,300 characters, 380 new: 380 credits");
	expect(priceText({ ...counts, characters: 98, new_characters: 98, credits: 98 })).toBe("98 characters: 98 credits");
	expect(priceText({ ...counts, new_characters: 0, credits: 0 })).toBe("1,204,300 characters, 0 new: free");
	expect(priceText({ ...counts, characters: 0 })).toBe("0 characters");
});

test("explains stale, locked and left out sentences only if there are some", () => {
	expect(priceDetails(counts)).toEqual(["4 of 9,120 sentences are new."]);
	const details = priceDetails({
		...counts,
		new_sentences: 0,
		stale_sentences: 1,
		locked_sentences: 12,
		left_out_sentences: 1,
	});
	expect(details).toEqual([
		"All sentences are already paid for.",
		"1 sentence is stale: its voice, model, settings or pronunciation has changed. It is generated again.",
		"12 sentences are locked and keep their audio.",
		"1 sentence was changed in locked paragraphs. Unlock them to include the changes.",
	]);
	expect(shortage(counts, 380)).toBeNull();
	expect(shortage(counts, undefined)).toBeNull();
	expect(shortage(counts, 200)).toMatch(/^180 credits missing\./);
});

const conversion = (change: Partial<Conversion> = {}): Conversion => ({
	conversion_id: "v1",
	project_id: "p",
	chapter_id: null,
	block_id: null,
	state: "running",
	progress: 0.999,
	queue_position: null,
	characters: 100,
	credits: 100,
	misread: 0,
	mended: 0,
	error: null,
	chapters: [
		{ chapter_id: "a", state: "done", sentences: 3, sentences_done: 3 },
		{ chapter_id: "b", state: "rendering", sentences: 180, sentences_done: 42 },
		{ chapter_id: "c", state: "waiting", sentences: 0, sentences_done: 0 },
	],
	created_at_unix: 10,
	finished_at_unix: null,
	...change,
});
const names: Record<string, string> = { a: "Dawn", b: "Dusk", c: "Night" };
const nameOf = (id: string) => names[id] ?? "?";

test("says which chapter is converted and how far it is, and never 100 percent", () => {
	expect(progressText(conversion(), nameOf)).toEqual({
		title: "Converting Dusk",
		detail: "Chapter 2 of 3, 42 of 180 sentences, 99%",
	});
	expect(percent(conversion())).toBe(99);
	expect(chapterText({ chapter_id: "b", state: "joining", sentences: 1, sentences_done: 1 })).toBe(
		"Putting the audio together",
	);
	const queued = conversion({ state: "queued", queue_position: 2, chapter_id: "b", block_id: "x" });
	expect(progressText(queued, nameOf).title).toBe("Queued: a paragraph of Dusk, 2 conversions ahead");
	expect(progressText({ ...queued, queue_position: 0, block_id: null }, nameOf).title).toBe("Starting to convert Dusk");
});

test("runs before it waits, and the newest result is the one that is shown", () => {
	const queued = conversion({ conversion_id: "v2", state: "queued", queue_position: 1 });
	const next = conversion({ conversion_id: "v3", state: "queued", queue_position: 0 });
	expect(activeConversions([queued, next, conversion()]).map((one) => one.conversion_id)).toEqual(["v1", "v3", "v2"]);
	const ended = conversion({ conversion_id: "v4", state: "failed", finished_at_unix: 20 });
	const before = conversion({ conversion_id: "v5", state: "done", finished_at_unix: 15 });
	expect(latestEnded([before, ended, queued])?.conversion_id).toBe("v4");
	expect(chapterInWork([ended], "b")).toBeUndefined();
	expect(chapterInWork([conversion()], "b")?.sentences_done).toBe(42);
});

test("says what take check did and what to do after a failure", () => {
	expect(takeCheckText({ misread: 0, mended: 0 })).toBe("");
	expect(takeCheckText({ misread: 3, mended: 2 })).toBe(
		"Take check found 3 misread sentences and read 2 of them again, free of charge.",
	);
	expect(takeCheckText({ misread: 1, mended: 1 })).toBe(
		"Take check found 1 misread sentence and read it again, free of charge.",
	);
	expect(takeCheckText({ misread: 2, mended: 0 })).toBe("Take check found 2 misread sentences.");
	expect(endText(conversion({ state: "done", chapter_id: "a" }), nameOf).title).toBe("Dawn is done.");
	expect(endText(conversion({ state: "failed", error: "The voice was deleted." }), nameOf)).toEqual({
		title: "Couldn't convert the project.",
		detail: "The voice was deleted. What was generated stays. Convert again to continue.",
	});
});

test("announces the start, finished chapters and the end, but not each sentence", () => {
	const start = conversion();
	expect(announcement([], [start], nameOf)).toBe("Converting the project.");
	const [dawn, dusk, night] = start.chapters;
	if (!dawn || !dusk || !night) throw new Error("three chapters");
	const further = { ...start, chapters: [dawn, { ...dusk, sentences_done: 90 }, night] };
	expect(announcement([start], [further], nameOf)).toBeNull();
	const second = { ...start, chapters: [dawn, { ...dusk, state: "done" as const }, night] };
	expect(announcement([further], [second], nameOf)).toBe("Dusk is done.");
	const done = conversion({ state: "done", misread: 1, mended: 1 });
	expect(announcement([second], [done], nameOf)).toBe(
		"The project is done. Take check found 1 misread sentence and read it again, free of charge.",
	);
	expect(announcement([done], [done], nameOf)).toBeNull();
});

const sentences = [
	{ block_id: "a", text: "One. ", start_seconds: 0, end_seconds: 1 },
	{ block_id: "a", text: "Two. ", start_seconds: 1.4, end_seconds: 2 },
	{ block_id: "a", text: "Two.", start_seconds: 2.4, end_seconds: 3 },
	{ block_id: "c", text: "Three.", start_seconds: 4, end_seconds: 5 },
];
const texts: Record<string, string> = { a: "One. Two. Two.", b: "New.", c: "Three." };
const textOf = (id: string) => texts[id];

test("finds the sentence that is spoken, also if a text occurs twice or was changed", () => {
	expect([-1, 0, 1.37, 1.4, 9].map((at) => sentenceAt(sentences, at))).toEqual([-1, 0, 0, 1, 3]);
	expect(placeOf(sentences, 1, textOf)).toEqual({ blockId: "a", from: 5, to: 9 });
	expect(placeOf(sentences, 2, textOf)).toEqual({ blockId: "a", from: 10, to: 14 });
	expect(placeOf(sentences, 2, () => "1. Two. Two.")).toEqual({ blockId: "a", from: 8, to: 12 });
	expect(placeOf(sentences, 1, () => "Something else.")).toBeNull();
	expect(placeOf(sentences, 1, () => undefined)).toBeNull();
});

test("plays from the sentence at the cursor, or from the next text that has audio", () => {
	const ids = ["a", "b", "c"];
	const at = (blockId: string, offset: number) => secondsAt(sentences, ids, { blockId, offset }, textOf);
	expect(at("a", 0)).toBe(0);
	expect(at("a", 7)).toBe(1.4);
	expect(at("a", 12)).toBe(2.4);
	expect(at("b", 1)).toBe(4);
	expect(at("gone", 1)).toBeNull();
});
