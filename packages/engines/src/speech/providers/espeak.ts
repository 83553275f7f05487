import { writtenRange } from "../../text/spans.ts";
import { espeakSpeakers, espeakVoice } from "../espeak-speakers.ts";
import { espeak } from "../phonemes/espeak/espeak.ts";
import { type EspeakInput, espeakInput } from "../phonemes/espeak/mnemonics.ts";
import type { SpeechEngine, Synthesis, SynthesisInput, TokenDuration } from "../speech.ts";
import { stretchSynthesis } from "./stretch.ts";

const wordsPerMinute = 165;
const sampleRate = 22_050;

/** A formant synthesizer: robotic, but very cheap and available in every language. */
export function createEspeakEngine(): SpeechEngine {
	async function synthesize({ text, speaker, speed, overrides = [] }: SynthesisInput): Promise<Synthesis> {
		const synthesizer = await espeak();
		const voice = espeakVoice(speaker);
		const input = espeakInput(text, overrides, voice);
		const at = (rate: number) => synthesizer.synthesize(input.text, voice, wordsPerMinute * rate);
		const { pcm, durations } = speed === 1 ? at(1) : stretchTo(at(speed), at(1).pcm.length / speed);
		return { pcm, durations: toOriginalOffsets(durations ?? [], text, input), unsupported: input.unsupported };
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
			await synthesize({ text: "Hello.", speaker: "en-gb", language: "en-GB", speed: 1 });
		},
		synthesize,
		async close() {},
	};
}

/**
 * espeak-ng's pauses don't scale with its rate and its rate is limited, so the result is stretched to the exact length.
 */
function stretchTo(synthesis: Synthesis, length: number): Synthesis {
	return stretchSynthesis(synthesis, sampleRate, Math.round(length));
}

/** Maps offsets in the text passed to espeak-ng back to offsets in the requested text. */
function toOriginalOffsets(durations: readonly TokenDuration[], written: string, input: EspeakInput): TokenDuration[] {
	const both = { written, spoken: input.text, spans: input.spans };
	return durations.map((duration) =>
		duration.start === undefined || duration.end === undefined
			? duration
			: { ...duration, ...writtenRange(both, duration.start, duration.end) },
	);
}
