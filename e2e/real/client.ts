import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { expect, inject } from "vitest";
import { measurePitch } from "../engines/pitch.ts";
import { toTranscriberInput, whisper } from "../engines/transcribers.ts";

export const server = inject("realServer");
/** The official client, unchanged but for the base URL. */
export const client = new ElevenLabsClient({ apiKey: server.apiKey, baseUrl: server.url, maxRetries: 0 });

export const voices = {
	kokoro: voiceId("kokoro", "af_heart"),
	piper: voiceId("piper", "libritts-45"),
	/** Another speaker of similar pitch, different enough to be told apart. */
	otherPiper: voiceId("piper", "libritts-46"),
	spanish: voiceId("kokoro", "ef_dora"),
};

/** Piper adds no noise at full stability: the same text gives the same audio on every run. */
export const steady = { stability: 1 };
/** Sample rate of raw audio in the tests. */
export const sampleRate = 24_000;
/** Maximum word error rate. */
export const maxMisheard = 0.1;

export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<{ bytes: Buffer; chunks: number }> {
	const parts: Uint8Array[] = [];
	for await (const part of stream) parts.push(part);
	return { bytes: Buffer.concat(parts), chunks: parts.length };
}

export async function generate(voice: string, text: string, voiceSettings = {}): Promise<Buffer> {
	const request = { text, voiceSettings, outputFormat: "pcm_24000" } as const;
	return (await bytesOf(await client.textToSpeech.convert(voice, request))).bytes;
}

/** Generates a recording of a Piper speaker. */
export async function recordingOf(voice: string, text: string): Promise<File> {
	const request = { text, voiceSettings: steady, outputFormat: "wav_24000" } as const;
	const { bytes } = await bytesOf(await client.textToSpeech.convert(voice, request));
	return new File([Uint8Array.from(bytes)], "recording.wav", { type: "audio/wav" });
}

let transcriber: ReturnType<typeof whisper> | undefined;

/** Uses Whisper in this process: the product's first choice is Moonshine, and a model must not judge itself. */
async function transcribe(pcm: Uint8Array, rate: number): Promise<string> {
	transcriber ??= whisper();
	return (await (await transcriber).transcribe(toTranscriberInput(pcm, rate), "en")).text;
}

export async function expectSpoken(text: string, pcm: Uint8Array, rate = sampleRate): Promise<void> {
	const transcript = await transcribe(pcm, rate);
	expect(wordErrors(text, transcript).rate, `transcribed as: ${transcript}`).toBeLessThanOrEqual(maxMisheard);
}

export const pitchOf = (pcm: Uint8Array) => measurePitch(toTranscriberInput(pcm, sampleRate), 16_000).hertz;

/** Endpoints that the SDK has no method for. */
export async function request<T>(method: string, path: string, body?: FormData): Promise<{ status: number; body: T }> {
	const response = await fetch(server.url + path, {
		method,
		headers: { "xi-api-key": server.apiKey },
		...(body ? { body } : {}),
	});
	return { status: response.status, body: (await response.json()) as T };
}

export const errorOf = (call: PromiseLike<unknown>): Promise<unknown> =>
	Promise.resolve(call).then(
		() => undefined,
		(error: unknown) => error,
	);
