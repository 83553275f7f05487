import { resample } from "@timbre/engines/media/resample.ts";
import { readWav } from "@timbre/engines/media/wav.ts";
import { ensureModel, modelFile } from "@timbre/engines/models/store.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { createVoiceLab } from "@timbre/engines/node/voices.ts";
import { createWorkerEngine } from "@timbre/engines/speech/in-worker.ts";
import { previewSentence } from "@timbre/engines/speech/preview-sentences.ts";
import { createEngineRegistry } from "@timbre/engines/speech/speech.ts";
import { createMoonshine } from "@timbre/engines/transcription/providers/moonshine.ts";
import { TRANSCRIBER_SAMPLE_RATE } from "@timbre/engines/transcription/transcription.ts";
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { auditionVoices, type VoiceAudition } from "@timbre/engines/voices/audition.ts";
import { type Design, type DesignedVoice, designVoices } from "@timbre/engines/voices/design.ts";
import { spectralDistance, type Traits } from "@timbre/engines/voices/measure/traits.ts";
import { type TraitResult, traitResults } from "@timbre/engines/voices/trait-results.ts";

export type Studio = Awaited<ReturnType<typeof openStudio>>;
export type Preview = {
	voice: DesignedVoice;
	traits: Traits;
	verdicts: TraitResult[];
	/** The transcript. */
	heard: string;
	errors: number;
	words: number;
};
export type Designed = { design: Design; previews: Preview[]; difference: number };

const text = previewSentence("en");

/** Voice design and matching with real weights, without a server. */
export async function openStudio(modelsDir: string, threads = 2) {
	const kokoro = await ensureModel("kokoro", { dir: modelsDir });
	const transcriberModel = await ensureModel("moonshine-tiny", { dir: modelsDir });
	const engine = createWorkerEngine({
		provider: "kokoro",
		options: { modelFile: modelFile(kokoro, "model.onnx"), stylesDir: `${kokoro.dir}/voices`, threads },
	});
	const works = createVoiceLab({
		registry: createEngineRegistry([engine]),
		scheduler: createScheduler({ capacity: 16 }),
	});
	const moonshine = await createMoonshine({ modelDir: transcriberModel.dir, threads });
	const signal = new AbortController().signal;

	async function audition({
		engine: id,
		speaker,
		language,
	}: DesignedVoice): Promise<VoiceAudition & { heard: string }> {
		const { traits, bytes } = await works.audition(
			{ engine: id, speaker, language, text, format: "wav_24000", priority: "interactive" },
			signal,
		);
		const { samples, sampleRate } = readWav(bytes);
		const { text: heard } = await moonshine.transcribe(resample(samples, sampleRate, TRANSCRIBER_SAMPLE_RATE), "en");
		return { traits, heard, misheard: wordErrors(text, heard).rate };
	}

	return {
		works,
		/** Designs three voices like the product: synthesized, measured, corrected once, and replaced if misheard. */
		async design(description: string, seed: number): Promise<Designed> {
			const design = designVoices({ description, engine: "kokoro", seed });
			const previews = (await auditionVoices(design, audition)).map(
				({ voice, audition: { traits, heard } }): Preview => {
					const { errors, words } = wordErrors(text, heard);
					return { voice, traits, verdicts: traitResults(design, voice, traits), heard, errors, words };
				},
			);
			const distances = previews.flatMap((one, at) =>
				previews.slice(at + 1).map((other) => spectralDistance(one.traits, other.traits)),
			);
			return { design, previews, difference: Math.min(...distances) };
		},
		async close() {
			await works.close();
			await engine.close();
			await moonshine.close();
		},
	};
}
