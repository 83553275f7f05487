// How a reading of a consent sentence is verified.
import type { ConsentLanguage } from "@timbre/contract/voice-making/rules.ts";
import { editDistance, wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { randomPart } from "./sentences.ts";

/** Recordings with a higher similarity count as the same speaker. Measured on read speech, see docs/voices.md. */
export const minSpeakerSimilarity = 0.65;
/** With more word errors, something else was read. */
export const maxWordErrorRate = 0.34;
/** Share of the random words that must be recognized. */
const minNewWords = 0.5;

export type Sentence = { text: string; language: ConsentLanguage };

/** Articles and other short words occur in every sentence, so they prove nothing. */
const minNewWordLength = 4;

/** Share of the random words that were recognized. The fixed part alone could come from an older recording. */
export function newWordsRatio({ text, language }: Sentence, transcript: string): number {
	const expected = spellings(language, randomPart(language, text)).filter((word) => word.length >= minNewWordLength);
	const recognized = spellings(language, transcript);
	const found = expected.filter((word) => recognized.some((other) => isSameWord(language, word, other)));
	return found.length / Math.max(1, expected.length);
}

/** Share of the words that differ. Transcripts of English may have digits and abbreviations. */
function wordErrorRate({ text, language }: Sentence, transcript: string): number {
	if (language === "en") return wordErrors(text, transcript).rate;
	const expected = spellings(language, text);
	return editDistance(expected, spellings(language, transcript)) / Math.max(1, expected.length);
}

/** Letters that transcribers write in two ways and that have no accent to remove. */
const ligatures: Partial<Record<ConsentLanguage, readonly (readonly [string, string])[]>> = {
	de: [
		["ß", "ss"],
		["ä", "ae"],
		["ö", "oe"],
		["ü", "ue"],
	],
	fr: [
		["œ", "oe"],
		["æ", "ae"],
	],
};

/**
 * The words of a text in the spelling that is compared: lowercase, without accents and punctuation. An apostrophe
 * separates words, because transcribers write "l'hiver" with and without a space.
 */
export function spellings(language: ConsentLanguage, text: string): string[] {
	const lower = text.normalize("NFC").toLowerCase();
	const spelled = (ligatures[language] ?? []).reduce((all, [from, to]) => all.replaceAll(from, to), lower);
	return (
		spelled
			.normalize("NFD")
			.replaceAll(/\p{M}/gu, "")
			.match(/\p{L}+/gu) ?? []
	);
}

/** From this length on, words that differ in one letter are the same word in another form. */
const minInflectedLength = 5;

function isSameWord(language: ConsentLanguage, word: string, other: string): boolean {
	if (language === "en") return stem(word) === stem(other);
	return (
		word === other || (word.length >= minInflectedLength && editDistance(Array.from(word), Array.from(other)) <= 1)
	);
}

/** Transcribers spell some words in several ways. */
const stem = (word: string) => word.replace(/our\b/, "or").replace(/ie?s\b|s\b/, "");

export type ReadingResult = { wordErrorRate: number; rejection?: string };

/** Returns why a reading is rejected, if it is. `similarity` is null if there are no samples to compare with. */
export function verifyReading(sentence: Sentence, transcript: string, similarity: number | null): ReadingResult {
	const rate = wordErrorRate(sentence, transcript);
	const rejected = (rejection: string) => ({ wordErrorRate: rate, rejection });
	if (transcript === "")
		return rejected("No speech was recognized. Read the sentence clearly, close to the microphone.");
	if (rate > maxWordErrorRate || newWordsRatio(sentence, transcript) < minNewWords)
		return rejected(`That is not the sentence. We recognized: ${transcript.slice(0, 300)}`);
	if (similarity !== null && similarity < minSpeakerSimilarity)
		return rejected(
			`This voice does not match the recordings: similarity ${similarity.toFixed(2)}, required ${minSpeakerSimilarity.toFixed(2)}.`,
		);
	return { wordErrorRate: rate };
}
