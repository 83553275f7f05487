// Plants one error in a sentence, seeded by the sentence's number, so every run affects the same words.
import { espeak } from "@timbre/engines/speech/phonemes/espeak/espeak.ts";

export type ErrorKind = "drop" | "repeat" | "swap";
export type PlantedError = {
	kind: ErrorKind /** The text to synthesize. */;
	text: string /** Index of the affected word. */;
	word: number;
};

type Word = { text: string; start: number; end: number };

const functionWords = new Set(
	"a an the of to in on at by for from with and or but so if as than is are was were be been has have had do does did will would can could should must not no he she it we you they i his her its our their my your this that these those there who what when where until".split(
		" ",
	),
);

export function wordsOf(text: string): Word[] {
	return [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu)].map((match) => ({
		text: match[0],
		start: match.index,
		end: match.index + match[0].length,
	}));
}

function random(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Any word can be affected. A swapped word comes from another sentence, function words for function words, and never sounds the same. */
export async function plantError(sentences: readonly string[], index: number, kind: ErrorKind): Promise<PlantedError> {
	const sentence = sentences[index] as string;
	const words = wordsOf(sentence);
	const chance = random(index * 31 + kind.length * 7919);
	const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
	const word = Math.floor(chance() * words.length);
	const { text, start, end } = words[word] as Word;
	const isFunctionWord = functionWords.has(text.toLowerCase());
	if (kind === "repeat") return { kind, word, text: `${sentence.slice(0, end)} ${text}${sentence.slice(end)}` };
	if (kind === "drop") {
		const rest = `${sentence.slice(0, start).trimEnd()} ${sentence.slice(end)}`.trim();
		return { kind, word, text: rest.replace(/ (?=[,.;:!?])/g, "").replace(/^./, (first) => first.toUpperCase()) };
	}
	const { phonemes } = await espeak();
	const sound = (of: string) => phonemes(of, "en-us").flat().join("");
	for (;;) {
		const other = pick(wordsOf(pick(sentences))).text.toLowerCase();
		if (functionWords.has(other) !== isFunctionWord || sound(other) === sound(text)) continue;
		return { kind, word, text: `${sentence.slice(0, start)}${other}${sentence.slice(end)}` };
	}
}
