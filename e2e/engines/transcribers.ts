import { resample } from "@timbre/engines/media/resample.ts";
import { ensureModel } from "@timbre/engines/models/store.ts";
import { createMoonshine } from "@timbre/engines/transcription/providers/moonshine.ts";
import { createWhisper } from "@timbre/engines/transcription/providers/whisper.ts";
import type { Transcriber } from "@timbre/engines/transcription/transcription.ts";
import { loadConfig } from "@timbre/server/core/config.ts";

const config = loadConfig();

export async function moonshine(): Promise<Transcriber> {
	const { dir } = await ensureModel("moonshine-tiny", { dir: config.MODELS_DIR });
	return createMoonshine({ modelDir: dir, threads: 2 });
}

export async function whisper(): Promise<Transcriber> {
	const { dir } = await ensureModel("whisper-base", { dir: config.MODELS_DIR });
	return createWhisper({ modelDir: dir, threads: 2 });
}

/** Converts raw 16-bit samples, as the API returns them, to the transcribers' input. */
export function toTranscriberInput(pcm16: Uint8Array, sampleRate: number): Float32Array {
	const samples = new Int16Array(pcm16.buffer, pcm16.byteOffset, pcm16.byteLength >> 1);
	return resample(
		Float32Array.from(samples, (sample) => sample / 32_768),
		sampleRate,
		16_000,
	);
}
