// When each sentence of a snapshot is spoken. Stored beside the audio, because a chapter can have thousands.
import type { CharacterTimes } from "@timbre/engines/alignment/characters.ts";
import { z } from "zod";
import type { Storage } from "../../../core/storage/storage.ts";

export type TimedSentence = {
	blockId: string;
	/** Offsets in the text of the block. */
	start: number;
	end: number;
	text: string;
	voiceId: string;
	/** The take that is heard. */
	hash: string;
	/** Seconds. */
	from: number;
	to: number;
	/** Seconds from the start of the sentence, if the engine reports them. */
	characters?: CharacterTimes;
};

const stored = z.object({
	version: z.literal(1),
	sentences: z.array(
		z.object({
			blockId: z.string(),
			start: z.number(),
			end: z.number(),
			text: z.string(),
			voiceId: z.string(),
			hash: z.string(),
			from: z.number(),
			to: z.number(),
			characters: z
				.object({ characters: z.array(z.string()), starts: z.array(z.number()), ends: z.array(z.number()) })
				.optional(),
		}),
	),
});

export async function storeTimes(storage: Storage, key: string, sentences: readonly TimedSentence[]): Promise<void> {
	await storage.put(key, Buffer.from(JSON.stringify({ version: 1, sentences })), "application/json", {
		replaceable: true,
	});
}

export async function loadTimes(storage: Storage, key: string): Promise<TimedSentence[]> {
	const object = await storage.get(key);
	if (!object) throw new Error(`the times of a snapshot are missing: ${key}`);
	return stored.parse(JSON.parse(Buffer.concat(await object.body.toArray()).toString("utf8"))).sentences;
}

export type Alignment = {
	characters: string[];
	character_start_times_seconds: number[];
	character_end_times_seconds: number[];
};

/** The times of all characters, one entry per block. Where an engine reports none, they are spread over the sentence. */
export function alignmentsOf(sentences: readonly TimedSentence[]): Alignment[] {
	const blocks: Alignment[] = [];
	let block: string | undefined;
	for (const sentence of sentences) {
		const last = block === sentence.blockId ? blocks.at(-1) : undefined;
		const alignment = last ?? { characters: [], character_start_times_seconds: [], character_end_times_seconds: [] };
		if (!last) blocks.push(alignment);
		block = sentence.blockId;
		const { characters, starts, ends } = sentence.characters ?? spread(sentence);
		for (const [at, character] of characters.entries()) {
			alignment.characters.push(character);
			alignment.character_start_times_seconds.push(round(sentence.from + (starts[at] ?? 0)));
			alignment.character_end_times_seconds.push(round(sentence.from + (ends[at] ?? 0)));
		}
	}
	return blocks;
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

function spread({ text, from, to }: TimedSentence): CharacterTimes {
	const characters = [...text];
	const each = (to - from) / Math.max(1, characters.length);
	return {
		characters,
		starts: characters.map((_, at) => at * each),
		ends: characters.map((_, at) => (at + 1) * each),
	};
}
