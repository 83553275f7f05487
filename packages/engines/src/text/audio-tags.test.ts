import { expect, test } from "vitest";
import { stripAudioTags, unfinishedTagStart } from "./audio-tags.ts";

test.each([
	["[laughs] [whispers] Come closer.", "Come closer.", ["[laughs]", "[whispers]"]],
	["Wait [sighs], what?", "Wait, what?", ["[sighs]"]],
	["No way! [laughs harder]", "No way!", ["[laughs harder]"]],
	["[strong French accent] Bonjour. [clears throat] [jumping in] Hi.", "Bonjour. Hi.", undefined],
	["[in a sad tone] Goodbye.", "Goodbye.", undefined],
	["[SARCASTIC] Great. [short pause] Really.", "Great. Really.", undefined],
	["Well[laughs]come", "Wellcome", undefined],
])("removes the audio tags of %s", (source, text, tags) => {
	const stripped = stripAudioTags(source);
	expect(stripped.text).toBe(text);
	if (tags) expect(stripped.tags.map((tag) => tag.text)).toEqual(tags);
	for (const { start, end, text: written } of stripped.tags) expect(source.slice(start, end)).toBe(written);
	for (let at = 0; at < text.length; at++) expect(source.charAt(stripped.offsets(at)), `${at}`).toBe(text.charAt(at));
});

test.each([
	"See [1] and [citation needed].",
	"He [the king] spoke [sic].",
	"An array[index] and [ ] and [] and [[x]].",
	"[the throat] [his voice] [a tone] [very much]",
	"Read [laughs](https://example.com).",
	"[laughs",
	"[happy birthday]",
	"[lacht] [笑]",
])("keeps brackets that are not audio tags: %s", (source) => {
	expect(stripAudioTags(source)).toMatchObject({ text: source, tags: [] });
});

test("finds the start of a tag that is still being written", () => {
	expect(unfinishedTagStart("Hello [lau")).toBe(6);
	expect(unfinishedTagStart(`${"Hello ".repeat(20)}[short pa`)).toBe(120);
	expect(unfinishedTagStart("Hello [laughs] there")).toBeUndefined();
	expect(unfinishedTagStart("Hello")).toBeUndefined();
});
