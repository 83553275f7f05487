import { previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { primaryLanguage } from "@timbre/engines/text/language.ts";
import type { TranscriptionModel } from "@timbre/engines/transcription/transcript.ts";
import { type Bench, never, type Voice } from "./clips.ts";

const voices: Voice[] = [
	{ engine: "kokoro", speaker: "af_heart", language: "en-US" },
	{ engine: "kokoro", speaker: "ef_dora", language: "es" },
	{ engine: "kokoro", speaker: "ff_siwis", language: "fr" },
	{ engine: "kokoro", speaker: "if_sara", language: "it" },
	{ engine: "kokoro", speaker: "pf_dora", language: "pt-BR" },
	{ engine: "kokoro", speaker: "hf_alpha", language: "hi" },
	{ engine: "kokoro", speaker: "zf_xiaobei", language: "zh" },
	{ engine: "kokoro", speaker: "jf_alpha", language: "ja" },
	{ engine: "espeak", speaker: "de", language: "de" },
];

/** How often the language of a sentence is detected. */
export async function measureLanguages(
	{ recognizer, clips, show }: Bench,
	models: readonly TranscriptionModel[],
): Promise<string[]> {
	const figures: string[] = [];
	for (const model of models.filter((one) => one !== "moonshine")) {
		const wrong: string[] = [];
		for (const voice of voices) {
			const expected = primaryLanguage(voice.language);
			const { pcm } = await clips.speak(previewSentence(voice.language), voice);
			const { language, probability, segments } = await recognizer.transcribe(pcm, { model }, never);
			if (language !== expected) wrong.push(`${expected} as ${language}`);
			if (show) console.log(expected, language, probability.toFixed(2), segments.map(({ text }) => text).join(" "));
		}
		const right = voices.length - wrong.length;
		figures.push(
			`${model} ${right} of ${voices.length} right (goal 8)${wrong.length > 0 ? `: ${wrong.join(", ")}` : ""}`,
		);
	}
	return figures;
}
