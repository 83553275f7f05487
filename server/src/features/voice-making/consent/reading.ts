// Consent sentences and how a reading is verified. The first part of a sentence states the consent; the second is
// random, made of words that are easy to say and hard to confuse, so that an older recording cannot be reused.
import { randomInt } from "node:crypto";
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";

/** Recordings with a higher similarity count as the same speaker. Measured on read speech, see docs/voices.md. */
export const minSpeakerSimilarity = 0.65;
/** With more word errors, something else was read. */
export const maxWordErrorRate = 0.34;
/** Share of the random words that must be recognized. */
const minNewWords = 0.5;

/** There are no sentences in other languages, and no transcriber was measured in them. */
export const sentenceLanguage = "en" as const;

const agreement = "I agree that a voice is made from my recordings.";

const qualities = [
	"quiet",
	"golden",
	"narrow",
	"hungry",
	"purple",
	"gentle",
	"wooden",
	"famous",
	"frozen",
	"honest",
	"broken",
	"silver",
	"careful",
	"modern",
	"simple",
	"orange",
	"friendly",
	"empty",
	"yellow",
	"heavy",
	"clever",
	"distant",
	"lucky",
	"ancient",
] as const;
const people = [
	"teacher",
	"farmer",
	"sailor",
	"doctor",
	"painter",
	"captain",
	"neighbour",
	"baker",
	"pilot",
	"singer",
	"gardener",
	"student",
	"builder",
	"hunter",
	"dancer",
	"tailor",
	"driver",
	"lawyer",
	"waiter",
	"poet",
	"soldier",
	"banker",
	"writer",
	"princess",
] as const;
const deeds = [
	"carries",
	"paints",
	"borrows",
	"watches",
	"repairs",
	"forgets",
	"discovers",
	"remembers",
	"follows",
	"collects",
	"measures",
	"protects",
	"hides",
	"washes",
	"admires",
	"describes",
	"imagines",
	"delivers",
	"examines",
	"ignores",
] as const;
const things = [
	"window",
	"mountain",
	"garden",
	"button",
	"blanket",
	"pencil",
	"kitchen",
	"bottle",
	"hammer",
	"ribbon",
	"basket",
	"mirror",
	"island",
	"turtle",
	"engine",
	"pepper",
	"jacket",
	"candle",
	"puzzle",
	"ladder",
	"camera",
	"umbrella",
	"balloon",
	"piano",
] as const;
const places = [
	"behind the castle",
	"near the river",
	"under the bridge",
	"beside the market",
	"above the valley",
	"inside the tower",
	"across the harbour",
	"before the winter",
	"during the summer",
	"without the children",
	"after the concert",
	"around the village",
] as const;

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** One of eighty million combinations. */
export function createSentence(): string {
	return `${agreement} The ${pick(qualities)} ${pick(people)} ${pick(deeds)} the ${pick(qualities)} ${pick(things)} ${pick(places)}.`;
}

const randomWords: ReadonlySet<string> = new Set(
	[...qualities, ...people, ...deeds, ...things, ...places]
		.flatMap((words) => words.split(" "))
		.filter((word) => word !== "the"),
);

const wordsIn = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** Share of the random words that were recognized. The fixed part alone could come from an older recording. */
export function newWordsRatio(sentence: string, transcript: string): number {
	const expected = wordsIn(sentence.slice(agreement.length)).filter((word) => randomWords.has(word));
	const recognized = new Set(wordsIn(transcript).map(stem));
	return expected.filter((word) => recognized.has(stem(word))).length / Math.max(1, expected.length);
}

/** Transcribers spell some words in several ways. */
const stem = (word: string) => word.replace(/our\b/, "or").replace(/ie?s\b|s\b/, "");

export type ReadingResult = { wordErrorRate: number; rejection?: string };

/** Returns why a reading is rejected, if it is. `similarity` is null if there are no samples to compare with. */
export function verifyReading(sentence: string, transcript: string, similarity: number | null): ReadingResult {
	const wordErrorRate = wordErrors(sentence, transcript).rate;
	const rejected = (rejection: string) => ({ wordErrorRate, rejection });
	if (transcript === "")
		return rejected("No speech was recognized. Read the sentence clearly, close to the microphone.");
	if (wordErrorRate > maxWordErrorRate || newWordsRatio(sentence, transcript) < minNewWords)
		return rejected(`That is not the sentence. We recognized: ${transcript.slice(0, 300)}`);
	if (similarity !== null && similarity < minSpeakerSimilarity)
		return rejected(
			`This voice does not match the recordings: similarity ${similarity.toFixed(2)}, required ${minSpeakerSimilarity.toFixed(2)}.`,
		);
	return { wordErrorRate };
}
