import { forceAlignInWorker } from "../../alignment/forced/in-worker.ts";
import { recordingError } from "../../errors.ts";
import { decodeUpload } from "../../media/upload/upload.ts";
import type { ForcedAlignment } from "../protocol.ts";

/** Decodes a recording and aligns a text with it. Throws SpeechBadRequestError if it cannot be decoded or aligned. */
export async function alignRecording(
	{ bytes, text, language }: { bytes: Uint8Array; text: string; language?: string },
	signal: AbortSignal,
): Promise<ForcedAlignment> {
	try {
		const { samples, sampleRate } = await decodeUpload(bytes, {}, { signal, maxSampleRate: 16_000 });
		const found = await forceAlignInWorker({ pcm: samples, sampleRate, text, language, signal });
		return { ...found, duration: samples.length / sampleRate };
	} catch (error) {
		throw recordingError(error);
	}
}
