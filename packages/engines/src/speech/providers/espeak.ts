import { espeakSpeakers, espeakVoice } from "../espeak-speakers.ts";
import { espeak } from "../phonemes/espeak.ts";
import type { SpeechEngine, SynthesisInput } from "../speech.ts";

const wordsPerMinute = 165;

/** A formant synthesiser: robotic, but it speaks every language, and its speech costs next to nothing. */
export function createEspeakEngine(): SpeechEngine {
	async function synthesise({ text, speaker, speed }: SynthesisInput) {
		const voice = await espeak();
		return { pcm: voice.synthesise(text, espeakVoice(speaker), wordsPerMinute * speed) };
	}
	return {
		info: {
			id: "espeak",
			name: "espeak-ng",
			version: "espeak-ng-emscripten-0.3.5",
			sampleRate: 22_050,
			languages: [...new Set(espeakSpeakers.map(({ language }) => language))],
			speakers: espeakSpeakers.length,
			tier: "basic",
			capabilities: { speed: true, seed: false, alignment: false },
		},
		parallel: 1,
		speakers: () => espeakSpeakers,
		async load() {
			await synthesise({ text: "Hello.", speaker: "en-gb", language: "en-GB", speed: 1 });
		},
		synthesise,
		async close() {},
	};
}
