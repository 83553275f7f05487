import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
import { MPEGDecoder } from "mpg123-decoder";
import { inject } from "vitest";

export const server = inject("sdkServer");
/** The official client, with only the base URL changed. */
export const client = new ElevenLabsClient({ apiKey: server.apiKey, baseUrl: server.url, maxRetries: 0 });

export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const part of stream) parts.push(part);
	return Buffer.concat(parts);
}

/** Duration and peak level of an mp3, by an independent decoder. */
export async function decodeMp3(mp3: Uint8Array): Promise<{ seconds: number; peak: number }> {
	const decoder = new MPEGDecoder();
	await decoder.ready;
	const { channelData, samplesDecoded, sampleRate } = decoder.decode(mp3);
	const peak = (channelData[0] ?? new Float32Array()).reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
	decoder.free();
	return { seconds: samplesDecoded / sampleRate, peak };
}

export const catchError = (call: PromiseLike<unknown>): Promise<unknown> =>
	Promise.resolve(call).then(
		() => undefined,
		(error: unknown) => error,
	);
