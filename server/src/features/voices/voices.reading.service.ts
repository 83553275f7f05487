// Sentences that somebody reads aloud to lend a voice, and what a reading has to be. The first part of a sentence says what is agreed to;
// the second is made anew each time, of words that are easy to say and hard to mistake, so that no older recording will do.
import { randomInt } from "node:crypto";
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";

/** Two recordings nearer than this are taken for one person's: measured on read speech, docs/voices.md. */
export const sameSpeaker = 0.65;
/** More wrong words than this, and something else was read. */
export const mostWordErrors = 0.34;
/** So much of what was new in the sentence must be heard. */
const leastNewWords = 0.5;

/** There are no sentences in other languages, and no ear that was measured in them. */
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

const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** One of eighty million. */
export function newSentence(): string {
	return `${agreement} The ${oneOf(qualities)} ${oneOf(people)} ${oneOf(deeds)} the ${oneOf(qualities)} ${oneOf(things)} ${oneOf(places)}.`;
}

const changing: ReadonlySet<string> = new Set(
	[...qualities, ...people, ...deeds, ...things, ...places]
		.flatMap((words) => words.split(" "))
		.filter((word) => word !== "the"),
);

const wordsIn = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** How much of what was new in a sentence was heard: the agreement alone anybody could have recorded before. */
export function newWordsHeard(sentence: string, heard: string): number {
	const asked = wordsIn(sentence.slice(agreement.length)).filter((word) => changing.has(word));
	const said = new Set(wordsIn(heard).map(plain));
	return asked.filter((word) => said.has(plain(word))).length / Math.max(1, asked.length);
}

/** Ears write one word in several ways. */
const plain = (word: string) => word.replace(/our\b/, "or").replace(/ie?s\b|s\b/, "");

export type Judged = { wordErrorRate: number; refusal?: string };

/** What was wrong with a reading, in words; nothing when it is the sentence in the right voice. `similarity` is null where there is nothing to compare with. */
export function judgeReading(sentence: string, heard: string, similarity: number | null): Judged {
	const wordErrorRate = wordErrors(sentence, heard).rate;
	const refused = (refusal: string) => ({ wordErrorRate, refusal });
	if (heard === "") return refused("Nothing was understood. Read the sentence clearly, near the microphone.");
	if (wordErrorRate > mostWordErrors || newWordsHeard(sentence, heard) < leastNewWords)
		return refused(`That was not the sentence. Understood was: ${heard.slice(0, 300)}`);
	if (similarity !== null && similarity < sameSpeaker)
		return refused(
			`The voice that read does not sound like the recordings: similarity ${similarity.toFixed(2)}, needed ${sameSpeaker.toFixed(2)}.`,
		);
	return { wordErrorRate };
}
