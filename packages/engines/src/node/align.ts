import { UnalignableError } from "../alignment/forced.ts";
import { forceAlignApart } from "../alignment/forced-apart.ts";
import { decodeUpload } from "../media/upload.ts";
import { UploadError } from "../media/upload-errors.ts";
import { SpeechBadRequestError } from "./errors.ts";
import type { ForcedAlignment } from "./protocol.ts";

/** Reads a recording of any form and finds the words of a text in it. What cannot be read or found is the sender's to mend. */
export async function alignRecording(
	{ bytes, text, language }: { bytes: Uint8Array; text: string; language?: string },
	signal: AbortSignal,
): Promise<ForcedAlignment> {
	try {
		const { samples, sampleRate } = await decodeUpload(bytes, {}, { signal, maxSampleRate: 16_000 });
		const found = await forceAlignApart({ pcm: samples, sampleRate, text, language, signal });
		return { ...found, duration: samples.length / sampleRate };
	} catch (error) {
		if (error instanceof UploadError || error instanceof UnalignableError)
			throw new SpeechBadRequestError(error.message.replace(/\.$/, ""), { cause: error });
		throw error;
	}
}
