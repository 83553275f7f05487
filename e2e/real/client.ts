import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { expect, inject } from "vitest";
import { heard, whisper } from "../engines/ears.ts";
import { melodyOf } from "../engines/melody.ts";

export const server = inject("realServer");
/** The official client, unchanged but for the base URL. */
export const client = new ElevenLabsClient({ apiKey: server.apiKey, baseUrl: server.url, maxRetries: 0 });

export const voices = {
	kokoro: voiceId("kokoro", "af_heart"),
	piper: voiceId("piper", "libritts-45"),
	/** Another speaker of about the same pitch, far enough away to be told apart. */
	otherPiper: voiceId("piper", "libritts-46"),
};

/** Piper adds no noise at full stability: the same text gives the same audio on every run. */
export const steady = { stability: 1 };
/** Of raw audio in the tests. */
export const sampleRate = 24_000;
/** At most one word in ten may be misheard. */
export const mostMisheard = 0.1;

export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<{ bytes: Buffer; chunks: number }> {
	const parts: Uint8Array[] = [];
	for await (const part of stream) parts.push(part);
	return { bytes: Buffer.concat(parts), chunks: parts.length };
}

export async function generate(voice: string, text: string, voiceSettings = {}): Promise<Buffer> {
	const request = { text, voiceSettings, outputFormat: "pcm_24000" } as const;
	return (await bytesOf(await client.textToSpeech.convert(voice, request))).bytes;
}

/** A recording of a speaker, made by Piper. */
export async function recordingOf(voice: string, text: string): Promise<File> {
	const request = { text, voiceSettings: steady, outputFormat: "wav_24000" } as const;
	const { bytes } = await bytesOf(await client.textToSpeech.convert(voice, request));
	return new File([Uint8Array.from(bytes)], "recording.wav", { type: "audio/wav" });
}

let transcriber: ReturnType<typeof whisper> | undefined;

/** By Whisper in this process: the product's first choice is Moonshine, and nothing may judge itself. */
async function transcribe(pcm: Uint8Array): Promise<string> {
	transcriber ??= whisper();
	return (await (await transcriber).transcribe(heard(pcm, sampleRate), "en")).text;
}

export async function expectSpoken(text: string, pcm: Uint8Array): Promise<void> {
	const transcript = await transcribe(pcm);
	expect(wordErrors(text, transcript).rate, `heard: ${transcript}`).toBeLessThanOrEqual(mostMisheard);
}

export const pitchOf = (pcm: Uint8Array) => melodyOf(heard(pcm, sampleRate), 16_000).hertz;

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
