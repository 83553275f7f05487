// Compares a sentence with its transcript by pronunciation, not spelling; words may be joined or split.
import { normalize } from "../text/normalize.ts";
import { type Phonemes, phonemeDistance, phonemesOf } from "./phonemes.ts";
import { spokenWords } from "./spoken-form.ts";

/** A word with its range in its text and its possible pronunciations; digits can be read in more than one way. */
export type Word = { text: string; start: number; end: number; readings: Phonemes[] };

/** Words `from`..`to` of the sentence are paired with words `transcriptFrom`..`transcriptTo` of the transcript. */
export type Pairing = { from: number; to: number; transcriptFrom: number; transcriptTo: number; distance: number };

export async function wordsOf(text: string): Promise<Word[]> {
	const found = [...text.matchAll(/[$£€]?[\p{L}\p{M}\p{N}]+(?:[.,:]\p{N}+)*(?:['’]\p{L}+)*%?/gu)];
	return Promise.all(
		found.map(async (match) => ({
			text: match[0],
			start: match.index,
			end: match.index + match[0].length,
			readings: await readingsOf(match[0].replace("’", "'")),
		})),
	);
}

async function readingsOf(word: string): Promise<Phonemes[]> {
	const spellings = /\p{N}/u.test(word)
		? [
				spokenWords(word, "number"),
				spokenWords(word, "number").flatMap((one) => (one === "hundred" ? [one, "and"] : [one])),
				spokenWords(word, "year"),
				normalize(word, "en-US", "on")
					.toLowerCase()
					.split(/[^\p{L}']+/u),
				spokenWords(word.replace(/\D/g, "").split("").join(" ")),
			]
		: [spokenWords(word)];
	const different = new Map(spellings.map((words) => [words.join(" "), words]));
	return Promise.all(
		[...different.values()].map(async (words) => (await Promise.all(words.map((one) => phonemesOf(one)))).flat()),
	);
}

function combinedReadings(words: readonly Word[]): Phonemes[] {
	return words.reduce<Phonemes[]>(
		(all, { readings }) => all.flatMap((before) => readings.map((phonemes) => [...before, ...phonemes])),
		[[]],
	);
}

function distance(expected: readonly Word[], transcript: readonly Word[]): number {
	let min = Number.POSITIVE_INFINITY;
	for (const a of combinedReadings(expected))
		for (const b of combinedReadings(transcript)) min = Math.min(min, phonemeDistance(a, b));
	return min;
}

const maxGroupSize = 3;
const maxNumberWords = 9;
/** Makes one-to-one pairs win over groups of equal distance. */
const groupPenalty = 0.15;

/** Returns the pairing of both lists with the smallest phonetic distance. Groups pronounced alike have distance 0. */
export function pairWords(expected: readonly Word[], transcript: readonly Word[]): Pairing[] {
	const width = transcript.length + 1;
	const costs = new Float64Array((expected.length + 1) * width).fill(Number.POSITIVE_INFINITY);
	const steps: (Pairing | undefined)[] = [];
	costs[0] = 0;
	const relax = (from: number, to: number, transcriptFrom: number, transcriptTo: number) => {
		const phonetic = distance(expected.slice(from, to), transcript.slice(transcriptFrom, transcriptTo));
		const extra = Math.max(0, to - from + transcriptTo - transcriptFrom - 2) * groupPenalty;
		const cost = (costs[from * width + transcriptFrom] as number) + phonetic + extra;
		const cell = to * width + transcriptTo;
		if (cost >= (costs[cell] as number)) return;
		costs[cell] = cost;
		steps[cell] = { from, to, transcriptFrom, transcriptTo, distance: phonetic };
	};
	for (let i = 0; i <= expected.length; i++)
		for (let j = 0; j <= transcript.length; j++) {
			if (i < expected.length) relax(i, i + 1, j, j);
			if (j < transcript.length) relax(i, i, j, j + 1);
			for (let many = 1; many <= maxGroupSize && i + many <= expected.length; many++)
				for (let few = 1; many + few <= maxGroupSize + 1 && j + few <= transcript.length; few++)
					relax(i, i + many, j, j + few);
			if (/\p{N}/u.test(transcript[j]?.text ?? ""))
				for (let many = maxGroupSize + 1; many <= maxNumberWords && i + many <= expected.length; many++)
					relax(i, i + many, j, j + 1);
		}
	const pairings: Pairing[] = [];
	for (let cell = expected.length * width + transcript.length; cell > 0; ) {
		const step = steps[cell] as Pairing;
		pairings.unshift(step);
		cell = step.from * width + step.transcriptFrom;
	}
	return pairings;
}
