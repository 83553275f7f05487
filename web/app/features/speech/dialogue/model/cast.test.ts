import { expect, test } from "vitest";
import { type CastVoice, castScript, contrastingVoice } from "./cast.ts";
import { parsePastedScript } from "./pasted-script.ts";
import { newLine } from "./script.ts";

const voice = (voice_id: string, language: string, labels: Record<string, string>): CastVoice => ({
	voice_id,
	name: voice_id,
	language,
	labels: { tier: "quality", ...labels },
});
const heart = voice("Heart", "en-US", { gender: "female", pitch: "medium" });
const bella = voice("Bella", "en-US", { gender: "female", pitch: "medium" });
const adam = voice("Adam", "en-US", { gender: "male", pitch: "medium" });
const onyx = voice("Onyx", "en-US", { gender: "male", pitch: "low" });
const robot = voice("Robot", "en-US", { gender: "male", pitch: "low", tier: "basic" });
const dora = voice("Dora", "es", { gender: "male", pitch: "low" });
const voices = [heart, bella, robot, dora, adam, onyx];

test("the second voice differs from the first in gender and pitch, in the same language and quality", () => {
	expect(contrastingVoice(voices, [heart])).toBe(onyx);
	expect(contrastingVoice(voices, [onyx])).toBe(heart);
	expect(contrastingVoice(voices, [heart, onyx])).toBe(bella);
	expect(contrastingVoice([heart], [heart])).toBe(heart);
	expect(contrastingVoice([], [])).toBeUndefined();
});

test("a pasted script becomes lines with speakers", () => {
	const script = "Anna: Hello.\n\n**Ben (softly):** Hi, Anna.\nHow are you?\r\nDR. WHO: Fine: just fine.";
	expect(parsePastedScript(script)).toEqual([
		{ speaker: "Anna", text: "Hello." },
		{ speaker: "Ben", text: "Hi, Anna. How are you?" },
		{ speaker: "DR. WHO", text: "Fine: just fine." },
	]);
});

test.each([
	"",
	"Just a sentence.",
	"One thing: this is prose.",
	"See https://example.org\nand https://example.com",
	"10:30 tea\n11:00 coffee",
	"Note: read this.\nThen go on.\nAnd on.\nAnd on.\nTip: stop.",
	"Hello.\nAnna: Hi.\nBen: Hi.",
])("%j is not a script", (text) => expect(parsePastedScript(text)).toBeNull());

test("speakers get the voice of their name, then the current cast, then one that differs", () => {
	const spoken = parsePastedScript("Ann: One.\nOnyx: Two.\nCarl: Three.\nAnn: Four.") ?? [];
	const lines = castScript(spoken, voices, [newLine("Bella", "x")]);
	expect(lines.map(({ voiceId, text }) => [voiceId, text])).toEqual([
		["Bella", "One."],
		["Onyx", "Two."],
		["Heart", "Three."],
		["Bella", "Four."],
	]);
});
