// The samples of sentences, one after another, from their stored takes.

import { createResampler } from "@timbre/engines/media/resample.ts";
import type { SpeechClient } from "@timbre/engines/node/client.ts";
import type { SpeechRequest } from "@timbre/engines/node/protocol.ts";
import { decodeTake, type Take, toFloat } from "@timbre/engines/node/takes.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { createTakeStore } from "../../../core/storage/take-store.ts";
import { takeKey } from "../../speech/speech.public.ts";
import type { ChosenSentence, SentenceVoice } from "../sentences/types.ts";

/** Most takes have this rate. */
export const sampleRate = 24_000;

export type AudioSource = { storage: Storage; speech: Pick<SpeechClient, "speak"> };
export type SentenceAudio = {
	index: number;
	take: Take;
	pcm: Float32Array;
	/** Samples of silence after it. */
	pause: number;
};

/** Reads the takes of sentences in order, at one sample rate. A take that the storage has lost is rendered again for free. */
export async function* readSentences(
	source: AudioSource,
	workspaceId: string,
	{ sentences, voices }: { sentences: readonly ChosenSentence[]; voices: readonly SentenceVoice[] },
	signal: AbortSignal,
): AsyncIterable<SentenceAudio> {
	for (const [index, sentence] of sentences.entries()) {
		signal.throwIfAborted();
		const voice = voices[sentence.voice];
		if (!voice) throw new Error("a sentence has no voice");
		const take = await readTake(source, workspaceId, sentence, voice, signal);
		yield { index, take, pcm: toRate(take), pause: Math.round(sentence.pause * sampleRate) };
	}
}

/** The samples of a take at that rate. */
export function toRate(take: Take): Float32Array {
	const pcm = toFloat(take.pcm);
	if (take.sampleRate === sampleRate) return pcm;
	const resampler = createResampler(take.sampleRate, sampleRate);
	const [head, tail] = [resampler.push(pcm), resampler.flush()];
	const all = new Float32Array(head.length + tail.length);
	all.set(head);
	all.set(tail, head.length);
	return all;
}

async function readTake(
	{ storage, speech }: AudioSource,
	workspaceId: string,
	{ unit, hash, seed }: Pick<ChosenSentence, "unit" | "hash" | "seed">,
	voice: SentenceVoice,
	signal: AbortSignal,
): Promise<Take> {
	const key = takeKey(workspaceId, hash);
	const store = createTakeStore(storage);
	const read = async () => {
		const bytes = await store.read(key);
		return bytes && decodeTake(bytes);
	};
	const stored = await read();
	if (stored) return stored;
	const request: SpeechRequest = {
		voices: [voice.speech],
		units: [
			{
				...unit,
				start: 0,
				end: unit.text.length,
				...(seed === undefined ? {} : { seed }),
				take: { key, stored: false },
			},
		],
		format: null,
		timing: "known",
		priority: "background",
	};
	for await (const _event of speech.speak(request, signal));
	const again = await read();
	if (!again) throw new Error(`the take ${hash} could not be stored`);
	return again;
}
