import { writtenBehind } from "../../text/spans.ts";
import { espeakSpeakers, espeakVoice } from "../espeak-speakers.ts";
import { espeak } from "../phonemes/espeak.ts";
import { type EspeakInput, espeakInput } from "../phonemes/espeak-mnemonics.ts";
import type { SpeechEngine, Synthesis, SynthesisInput, TokenDuration } from "../speech.ts";
import { stretched } from "./stretch.ts";

const wordsPerMinute = 165;
const sampleRate = 22_050;

/** A formant synthesiser: robotic, but it speaks every language, and its speech costs next to nothing. */
export function createEspeakEngine(): SpeechEngine {
	async function synthesise({ text, speaker, speed, overrides = [] }: SynthesisInput): Promise<Synthesis> {
		const speaking = await espeak();
		const voice = espeakVoice(speaker);
		const input = espeakInput(text, overrides, voice);
		const at = (asked: number) => speaking.synthesise(input.text, voice, wordsPerMinute * asked);
		const { pcm, durations } = speed === 1 ? at(1) : exactly(at(speed), at(1).pcm.length / speed);
		return { pcm, durations: inWritten(durations ?? [], text, input), unhonoured: input.unhonoured };
	}
	return {
		info: {
			id: "espeak",
			name: "espeak-ng",
			version: "espeak-ng-emscripten-0.3.5-exact1",
			sampleRate,
			languages: [...new Set(espeakSpeakers.map(({ language }) => language))],
			speakers: espeakSpeakers.length,
			tier: "basic",
			capabilities: {
				speed: true,
				seed: false,
				stability: false,
				style: false,
				similarity: false,
				speakerBoost: false,
				phonemes: true,
				alignment: true,
			},
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

/** Its pauses do not follow its pace, and its pace has limits; saying it twice to know the right length costs next to nothing. */
function exactly(made: Synthesis, length: number): Synthesis {
	return stretched(made, sampleRate, Math.round(length));
}

/** Places in what was handed to espeak-ng → places in the text that was asked for. */
function inWritten(durations: readonly TokenDuration[], written: string, input: EspeakInput): TokenDuration[] {
	const both = { written, spoken: input.text, spans: input.spans };
	return durations.map((duration) =>
		duration.start === undefined || duration.end === undefined
			? duration
			: { ...duration, ...writtenBehind(both, duration.start, duration.end) },
	);
}
