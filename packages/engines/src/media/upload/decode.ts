import { setImmediate } from "node:timers/promises";
import { tooLong, UploadError, unreadable } from "../../errors.ts";
import { createResampler, type Resampler } from "../resample.ts";
import { claimedSeconds, sniffUpload } from "./sniff.ts";
import { readWavPieces } from "./wav.ts";

export type UploadLimits = { maxSeconds: number; maxSampleRate: number };
export type MonoAudio = { sampleRate: number; samples: Float32Array };

/** Decode in small chunks, because a kilobyte of compressed silence can expand to minutes. */
const chunkBytes = 4096;
const maxPhases = 2000;

type Decoded = { channelData: Float32Array[]; sampleRate: number };
type Decoder = {
	ready: Promise<void>;
	decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
	flush?(): Promise<Decoded>;
	free(): void | Promise<void>;
};

const decoders = {
	mp3: async (): Promise<Decoder> => new (await import("mpg123-decoder")).MPEGDecoder(),
	opus: async (): Promise<Decoder> => new (await import("ogg-opus-decoder")).OggOpusDecoder(),
	vorbis: async (): Promise<Decoder> => new (await import("@wasm-audio-decoders/ogg-vorbis")).OggVorbisDecoder(),
	flac: async (): Promise<Decoder> => new (await import("@wasm-audio-decoders/flac")).FLACDecoder(),
};

/**
 * Decodes the built-in formats. Runs in a worker (worker.ts), because the decoders are third-party code and a
 * hostile file may make one run forever. `onProgress` is called while decoding advances.
 */
export async function decodeInProcess(
	bytes: Uint8Array,
	limits: UploadLimits,
	onProgress: () => void = () => {},
): Promise<MonoAudio> {
	const kind = sniffUpload(bytes);
	if (kind === "other") throw new UploadError("unsupported", "This file format is not supported.");
	if ((claimedSeconds(bytes, kind) ?? 0) > limits.maxSeconds) throw tooLong(limits.maxSeconds);
	const collector = createSampleCollector(limits);
	if (kind === "wav") {
		const wav = readWavPieces(bytes);
		if (!wav) throw new UploadError("unsupported", "This wav encoding is not supported.");
		for (const piece of wav.pieces) collector.push(piece, wav.sampleRate);
		return collector.finish(kind);
	}
	const decoder = await decoders[kind]();
	await decoder.ready;
	try {
		for (let at = 0, turn = 0; at < bytes.length; at += chunkBytes, turn++) {
			const { channelData, sampleRate } = await decoder.decode(bytes.subarray(at, at + chunkBytes));
			collector.push(mono(channelData), sampleRate);
			onProgress();
			if (turn % 64 === 63) await setImmediate();
		}
		const rest = await decoder.flush?.();
		if (rest) collector.push(mono(rest.channelData), rest.sampleRate);
	} catch (error) {
		if (error instanceof UploadError) throw error;
		// Keep what was decoded before the damaged part.
		if (collector.empty()) throw unreadable(kind);
	} finally {
		await decoder.free();
	}
	return collector.finish(kind);
}

function mono(channels: readonly Float32Array[]): Float32Array {
	const [first] = channels;
	if (!first || channels.length === 1) return first ?? new Float32Array(0);
	const sum = new Float32Array(first.length);
	for (const channel of channels) for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (channel[at] ?? 0);
	return sum.map((sample) => sample / channels.length);
}

/** Rejects unusual rates whose resampling filter would take many megabytes. */
function createDownsampler(from: number, to: number): Resampler {
	if (to / commonDivisor(from, to) > maxPhases) {
		throw new UploadError("unsupported", `A sample rate of ${from} Hz is not supported.`);
	}
	return createResampler(from, to);
}

function commonDivisor(a: number, b: number): number {
	return b === 0 ? a : commonDivisor(b, a % b);
}

/** Collects decoded pieces up to the length limit, downsampled to the maximum rate. */
export function createSampleCollector({ maxSeconds, maxSampleRate }: UploadLimits) {
	const parts: Float32Array[] = [];
	let rate = 0;
	let resampler: Resampler | undefined;
	let seconds = 0;
	const outputRate = () => (rate > maxSampleRate ? maxSampleRate : rate);
	return {
		empty: () => parts.length === 0,
		push(piece: Float32Array, sampleRate: number): void {
			if (piece.length === 0) return;
			if (rate === 0) {
				rate = sampleRate;
				if (rate > maxSampleRate) resampler = createDownsampler(rate, maxSampleRate);
			}
			// A chained file may change its rate; the rest is then a different recording and is ignored.
			if (sampleRate !== rate) return;
			seconds += piece.length / rate;
			if (seconds > maxSeconds) throw tooLong(maxSeconds);
			for (let at = 0; at < piece.length; at++) if (!Number.isFinite(piece[at])) piece[at] = 0;
			parts.push(resampler ? resampler.push(piece) : piece);
		},
		finish(kind: string): MonoAudio {
			if (resampler) parts.push(resampler.flush());
			const samples = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
			let at = 0;
			for (const part of parts) {
				samples.set(part, at);
				at += part.length;
			}
			if (samples.length === 0) throw unreadable(kind);
			return { sampleRate: outputRate(), samples };
		},
	};
}
