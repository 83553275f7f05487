// Which words of a sentence were heard otherwise: by sound, not by spelling, with words free to run together or fall apart.
import { normalise } from "../text/normalise.ts";
import { type Sounds, soundDistance, soundsOf } from "./sounds.ts";
import { spokenWords } from "./spoken-form.ts";

/** `start` and `end` are into the text that the word comes from. Digits can be read in more than one way. */
export type Word = { text: string; start: number; end: number; readings: Sounds[] };

/** Words `from`..`to` of what was expected stand against words `heardFrom`..`heardTo` of what was heard. */
export type Pairing = { from: number; to: number; heardFrom: number; heardTo: number; distance: number };

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

async function readingsOf(word: string): Promise<Sounds[]> {
	const spellings = /\p{N}/u.test(word)
		? [
				spokenWords(word, "number"),
				spokenWords(word, "number").flatMap((one) => (one === "hundred" ? [one, "and"] : [one])),
				spokenWords(word, "year"),
				normalise(word, "en-US", "on")
					.toLowerCase()
					.split(/[^\p{L}']+/u),
				spokenWords(word.replace(/\D/g, "").split("").join(" ")),
			]
		: [spokenWords(word)];
	const different = new Map(spellings.map((words) => [words.join(" "), words]));
	return Promise.all(
		[...different.values()].map(async (words) => (await Promise.all(words.map((one) => soundsOf(one)))).flat()),
	);
}

function readingsOfAll(words: readonly Word[]): Sounds[] {
	return words.reduce<Sounds[]>(
		(sofar, { readings }) => sofar.flatMap((before) => readings.map((sounds) => [...before, ...sounds])),
		[[]],
	);
}

function distance(expected: readonly Word[], heard: readonly Word[]): number {
	let least = Number.POSITIVE_INFINITY;
	for (const a of readingsOfAll(expected))
		for (const b of readingsOfAll(heard)) least = Math.min(least, soundDistance(a, b));
	return least;
}

const mostTogether = 3;
const mostWordsOfANumber = 9;
/** Pairing one with one is preferred when the sounds allow it. */
const joining = 0.15;

/** The pairing of both lists with the least difference in sound. Groups that sound alike have distance 0. */
export function pairUp(expected: readonly Word[], heard: readonly Word[]): Pairing[] {
	const width = heard.length + 1;
	const costs = new Float64Array((expected.length + 1) * width).fill(Number.POSITIVE_INFINITY);
	const steps: (Pairing | undefined)[] = [];
	costs[0] = 0;
	const relax = (from: number, to: number, heardFrom: number, heardTo: number) => {
		const apart = distance(expected.slice(from, to), heard.slice(heardFrom, heardTo));
		const extra = Math.max(0, to - from + heardTo - heardFrom - 2) * joining;
		const cost = (costs[from * width + heardFrom] as number) + apart + extra;
		const place = to * width + heardTo;
		if (cost >= (costs[place] as number)) return;
		costs[place] = cost;
		steps[place] = { from, to, heardFrom, heardTo, distance: apart };
	};
	for (let i = 0; i <= expected.length; i++)
		for (let j = 0; j <= heard.length; j++) {
			if (i < expected.length) relax(i, i + 1, j, j);
			if (j < heard.length) relax(i, i, j, j + 1);
			for (let many = 1; many <= mostTogether && i + many <= expected.length; many++)
				for (let few = 1; many + few <= mostTogether + 1 && j + few <= heard.length; few++)
					relax(i, i + many, j, j + few);
			if (/\p{N}/u.test(heard[j]?.text ?? ""))
				for (let many = mostTogether + 1; many <= mostWordsOfANumber && i + many <= expected.length; many++)
					relax(i, i + many, j, j + 1);
		}
	const pairings: Pairing[] = [];
	for (let place = expected.length * width + heard.length; place > 0; ) {
		const step = steps[place] as Pairing;
		pairings.unshift(step);
		place = step.from * width + step.heardFrom;
	}
	return pairings;
}
