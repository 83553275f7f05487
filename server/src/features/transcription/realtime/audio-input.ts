// Turns the audio of messages into what transcribers take: 16-bit little-endian PCM, mono at 16 kHz.
import { AppError } from "@timbre/contract/errors.ts";
import {
	maxRealtimeChunkSeconds,
	type RealtimeFormat,
	type RealtimeMessage,
} from "@timbre/contract/transcription/realtime-schemas.ts";
import { littleEndianBytes, writeInt16 } from "@timbre/engines/media/bytes.ts";
import { decodeMuLaw } from "@timbre/engines/media/g711.ts";
import { createResampler } from "@timbre/engines/media/resample.ts";
import { RealtimeError } from "./errors.ts";

export const listeningRate = 16_000;

export type AudioInput = {
	sampleRate: number;
	/** Throws if the audio of the message can't be used. */
	decode(message: RealtimeMessage): Uint8Array;
};

export function createAudioInput(format: RealtimeFormat): AudioInput {
	const sampleRate = Number(format.split("_")[1]);
	const muLaw = format === "ulaw_8000";
	const bytesPerSample = muLaw ? 1 : 2;
	const maxBytes = sampleRate * bytesPerSample * maxRealtimeChunkSeconds;
	const resampler = createResampler(sampleRate, listeningRate);
	/** Half a sample, if a chunk ended there. */
	let rest: Buffer = Buffer.alloc(0);

	function samplesOf(bytes: Buffer): Float32Array {
		if (muLaw) return Float32Array.from(bytes, (byte) => decodeMuLaw(byte) / 32_767);
		const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
		const samples = new Float32Array(all.length >> 1);
		for (let at = 0; at < samples.length; at++) samples[at] = all.readInt16LE(at * 2) / 32_767;
		rest = all.subarray(samples.length * 2);
		return samples;
	}

	return {
		sampleRate,
		decode({ audio_base_64: text, sample_rate: rate }) {
			if (rate != null && rate !== sampleRate)
				throw new AppError("invalid_request", `sample_rate is ${rate}, but the session's audio_format is ${format}.`);
			// Four characters for every three bytes.
			if (text.length > Math.ceil(maxBytes / 3) * 4)
				throw new RealtimeError(
					"chunk_size_exceeded",
					"payload_too_large",
					`A chunk can have at most ${maxRealtimeChunkSeconds} seconds of audio. This one was ignored; send smaller ones.`,
				);
			if (!/^[\w+/-]*={0,2}$/.test(text))
				throw new AppError("invalid_request", "audio_base_64: Send the audio as base64.");
			const pcm = resampler.push(samplesOf(Buffer.from(text, "base64")));
			const samples = new Int16Array(pcm.length);
			writeInt16(pcm, samples);
			return littleEndianBytes(samples);
		},
	};
}
