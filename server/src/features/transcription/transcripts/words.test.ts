import type { Transcript } from "@timbre/engines/transcription/transcript.ts";
import { expect, test } from "vitest";
import { joinChunks, textOf, toWords, withoutFillers } from "./words.ts";

const transcriptOf = (text: string, more: Partial<Transcript> = {}): Transcript => {
	const words = text.split(" ").map((word, at) => ({ text: word, start: at, end: at + 0.8, logprob: -0.1 }));
	return {
		language: "en",
		probability: 0.9,
		seconds: words.length,
		segments: [{ start: 0, end: words.length, text, words, voices: [] }],
		events: [],
		...more,
	};
};

test("joins chunks with a space, shifts their times and takes the language of most words", () => {
	const joined = joinChunks([
		{ start: 0, transcript: transcriptOf("Bonjour", { language: "fr" }) },
		{ start: 120, transcript: transcriptOf("Good morning everyone.") },
	]);
	expect(joined.language).toBe("en");
	const words = toWords(joined);
	expect(textOf(words)).toBe("Bonjour Good morning everyone.");
	expect(words[2]).toMatchObject({ text: "Good", start: 120, end: 120.8 });
	expect(words[1]).toMatchObject({ text: " ", type: "spacing", start: 0.8, end: 120 });
});

test("puts sounds where they occur and no spaces into languages without them", () => {
	const words = toWords(
		joinChunks([
			{ start: 0, transcript: transcriptOf("One two", { events: [{ label: "laughter", start: 0.9, end: 1 }] }) },
		]),
	);
	expect(textOf(words)).toBe("One (laughter) two");
	const segment = {
		start: 0,
		end: 1,
		text: "今天很好",
		voices: [],
		words: [
			{ text: "今天", start: 0, end: 0.5, logprob: 0 },
			{ text: "很好", start: 0.5, end: 1, logprob: 0 },
		],
	};
	const chinese = transcriptOf("", { language: "zh", segments: [segment, { ...segment, start: 1 }] });
	expect(textOf(toWords(joinChunks([{ start: 0, transcript: chinese }])))).toBe("今天很好今天很好");
});

test.each([
	["Um, I think uh we should go.", "I think we should go."],
	["Uh, the the plan is good, um.", "The plan is good."],
	["It was very very good that that worked.", "It was very very good that that worked."],
	["Hmm", ""],
])("%s without fillers is %s", (spoken, expected) => {
	expect(textOf(withoutFillers(toWords(joinChunks([{ start: 0, transcript: transcriptOf(spoken) }])), "en"))).toBe(
		expected,
	);
});

test("keeps words of other languages that look like fillers", () => {
	const words = toWords(joinChunks([{ start: 0, transcript: transcriptOf("um acht Uhr", { language: "de" }) }]));
	expect(textOf(withoutFillers(words, "de"))).toBe("um acht Uhr");
});
