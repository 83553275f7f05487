import loadEspeak from "@echogarden/espeak-ng-emscripten";
import { type EspeakEvent, eventDurations } from "../../../alignment/espeak-events.ts";
import type { TokenDuration } from "../../speech.ts";

type EspeakWorker = {
	set_voice(name: string, language: string, gender: number, age: number, variant: number): number;
	set_rate(wordsPerMinute: number): void;
	get_samplerate(): number;
	convert_to_phonemes(text: string, ipa: boolean): { ptr: number };
	synthesize(text: string, onAudio: (samples: Int16Array, events: EspeakEvent[]) => boolean): void;
};

type Espeak = {
	sampleRate: number;
	/** Phonemizes text without punctuation: one list of phonemes per word. */
	phonemes(text: string, voice: string): string[][];
	/** Durations come from espeak-ng's own events and add up to the samples. */
	synthesize(text: string, voice: string, wordsPerMinute: number): { pcm: Float32Array; durations: TokenDuration[] };
};

let shared: Promise<Espeak> | undefined;

/** One instance per thread, because starting it takes a third of a second. */
export function espeak(): Promise<Espeak> {
	shared ??= start();
	return shared;
}

async function start(): Promise<Espeak> {
	const module = await loadEspeak();
	const worker: EspeakWorker = new module.eSpeakNGWorker();
	let current = "";

	const useVoice = (voice: string) => {
		if (voice === current) return;
		if (worker.set_voice("", voice, 0, 0, 0) !== 0) throw new Error(`espeak-ng has no voice ${voice}`);
		current = voice;
	};

	return {
		sampleRate: worker.get_samplerate(),
		phonemes(text, voice) {
			useVoice(voice);
			// The binding returns a pointer to a C string.
			const { ptr } = worker.convert_to_phonemes(text, true);
			const heap: Uint8Array = module.HEAPU8;
			const output = new TextDecoder().decode(heap.subarray(ptr, heap.indexOf(0, ptr)));
			return output
				.replaceAll("|", " ")
				.replace(/\([a-z-]+\)/g, "")
				.split(/\s+/)
				.map((word) => word.split("_").filter((phoneme) => phoneme !== "" && phoneme !== "-"))
				.filter((word) => word.length > 0);
		},
		synthesize(text, voice, wordsPerMinute) {
			useVoice(voice);
			worker.set_rate(Math.round(Math.min(450, Math.max(80, wordsPerMinute))));
			const parts: Int16Array[] = [];
			const events: EspeakEvent[] = [];
			worker.synthesize(text, (samples, batch) => {
				if (samples.length > 0) parts.push(samples);
				events.push(...batch);
				return false;
			});
			const pcm = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
			let at = 0;
			for (const part of parts) for (const sample of part) pcm[at++] = sample / 32768;
			return { pcm, durations: eventDurations(text, events, pcm.length, worker.get_samplerate()) };
		},
	};
}
