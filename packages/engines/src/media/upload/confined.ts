import { createSampleCollector, type MonoAudio, type UploadLimits } from "./decode.ts";
import { decodeFile } from "./decode-file.ts";
import { withTemporaryFile } from "./temporary-file.ts";

const maxSampleRate = 48_000;

/** Decodes a file with FFmpeg, in a confined process. */
export async function decodeConfined(
	bytes: Uint8Array,
	limits: UploadLimits,
	signal?: AbortSignal,
): Promise<MonoAudio> {
	const sampleRate = Math.min(maxSampleRate, limits.maxSampleRate);
	const collector = createSampleCollector({ ...limits, maxSampleRate: sampleRate });
	// A file and not a pipe, because an MP4 index may be at the end.
	await withTemporaryFile(bytes, (file) =>
		decodeFile(file, { sampleRate, channels: 1, maxSeconds: limits.maxSeconds, signal }, (samples) =>
			collector.push(samples, sampleRate),
		),
	);
	return collector.finish("audio");
}
