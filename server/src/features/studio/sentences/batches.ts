// Sentences that have no audio yet, in batches that are rendered and paid one by one.
import { creditsFor, newCharactersOf, type PlannedUnit, takeKey } from "../../speech/speech.public.ts";
import type { ChosenPlan, ChosenSentence, SentenceVoice } from "./types.ts";

/** A sentence to render, with the voice that speaks it. */
export type Work = { sentence: ChosenSentence; voice: SentenceVoice };

/** About a minute of speech, so that what is lost in a crash is small, and several nodes share a chapter. */
const maxBatchCharacters = 1_200;
const maxBatchSentences = 24;

/** The sentences without a take in this project, each text and voice once. `rendered` gets their hashes. */
export function sentencesToRender({ sentences, voices }: ChosenPlan, rendered: Set<string>): Work[] {
	const work: Work[] = [];
	for (const sentence of sentences) {
		const voice = voices[sentence.voice];
		if (sentence.takeId !== undefined || !voice || rendered.has(sentence.hash)) continue;
		rendered.add(sentence.hash);
		work.push({ sentence, voice });
	}
	return work;
}

/** A batch has one engine, and so one model. */
export function toBatches(work: readonly Work[]): Work[][] {
	const batches: Work[][] = [];
	for (const ofEngine of Map.groupBy(work, ({ voice }) => voice.speech.engine).values()) {
		let batch: Work[] = [];
		let characters = 0;
		for (const one of ofEngine) {
			const { length } = one.sentence.unit.text;
			if (batch.length > 0 && (characters + length > maxBatchCharacters || batch.length >= maxBatchSentences)) {
				batches.push(batch);
				batch = [];
				characters = 0;
			}
			batch.push(one);
			characters += length;
		}
		if (batch.length > 0) batches.push(batch);
	}
	return batches;
}

/** A sentence in the form in which it is priced and rendered, as if it was not paid. `line` is the index of its voice. */
export function toUnit(workspaceId: string, { sentence, voice }: Work, line: number): PlannedUnit {
	const { unit, start, characters, hash, seed } = sentence;
	return {
		...unit,
		start,
		end: start + characters,
		voice: line,
		...(seed === undefined ? {} : { seed }),
		take: { key: takeKey(workspaceId, hash), stored: false },
		unpaid: true,
		paidCharacters: 0,
		hash,
		line,
		rate: voice.rate,
	};
}

/** What a batch costs. Each is rounded up to full credits, as when it is charged. */
export function priceOf(units: readonly PlannedUnit[], cost: number): { characters: number; credits: number } {
	let characters = 0;
	let weighted = 0;
	for (const unit of units) {
		const added = newCharactersOf(unit, unit.end - unit.start);
		characters += added;
		weighted += added * unit.rate;
	}
	return { characters, credits: creditsFor(weighted, cost) };
}
