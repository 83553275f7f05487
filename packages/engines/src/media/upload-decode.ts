import { setImmediate } from "node:timers/promises";
import { createResampler, type Resampler } from "./resample.ts";
import { tooLong, UploadError, unreadable } from "./upload-errors.ts";
import { claimedSeconds, sniffUpload } from "./upload-sniff.ts";
import { readWavPieces } from "./upload-wav.ts";

export type UploadLimits = { maxSeconds: number; maxSampleRate: number };
export type MonoAudio = { sampleRate: number; samples: Float32Array };

/** Compressed silence can hold minutes in a kilobyte: no more than this is handed to a decoder at once. */
const chunkBytes = 4096;
const mostPhases = 2000;

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
 * Reads what can be read without another program. Runs in a thread of its own (upload-worker.ts): the decoders are other people's and
 * a hostile file may make one run for ever. `onProgress` is called while it is getting on.
 */
export async function decodeHere(
	bytes: Uint8Array,
	limits: UploadLimits,
	onProgress: () => void = () => {},
): Promise<MonoAudio> {
	const kind = sniffUpload(bytes);
	if (kind === "other") throw new UploadError("unsupported", "This kind of file is not read here.");
	if ((claimedSeconds(bytes, kind) ?? 0) > limits.maxSeconds) throw tooLong(limits.maxSeconds);
	const collected = collector(limits);
	if (kind === "wav") {
		const wav = readWavPieces(bytes);
		if (!wav) throw new UploadError("unsupported", "This encoding of a wav file is not read here.");
		for (const piece of wav.pieces) collected.push(piece, wav.sampleRate);
		return collected.finish(kind);
	}
	const decoder = await decoders[kind]();
	await decoder.ready;
	try {
		for (let at = 0, turn = 0; at < bytes.length; at += chunkBytes, turn++) {
			const { channelData, sampleRate } = await decoder.decode(bytes.subarray(at, at + chunkBytes));
			collected.push(mono(channelData), sampleRate);
			onProgress();
			if (turn % 64 === 63) await setImmediate();
		}
		const rest = await decoder.flush?.();
		if (rest) collected.push(mono(rest.channelData), rest.sampleRate);
	} catch (error) {
		if (error instanceof UploadError) throw error;
		// What was decoded before a broken place is still worth hearing.
		if (collected.empty()) throw unreadable(kind);
	} finally {
		await decoder.free();
	}
	return collected.finish(kind);
}

function mono(channels: readonly Float32Array[]): Float32Array {
	const [first] = channels;
	if (!first || channels.length === 1) return first ?? new Float32Array(0);
	const mixed = new Float32Array(first.length);
	for (const channel of channels)
		for (let at = 0; at < mixed.length; at++) mixed[at] = (mixed[at] ?? 0) + (channel[at] ?? 0);
	return mixed.map((sample) => sample / channels.length);
}

/** Rates that have next to nothing in common need a filter of many megabytes: nothing that records has such a rate. */
function thinner(from: number, to: number): Resampler {
	if (to / commonDivisor(from, to) > mostPhases) {
		throw new UploadError("unsupported", `A rate of ${from} samples a second is not read here.`);
	}
	return createResampler(from, to);
}

function commonDivisor(a: number, b: number): number {
	return b === 0 ? a : commonDivisor(b, a % b);
}

/** Gathers pieces up to the limit, at most at the highest rate asked for. */
export function collector({ maxSeconds, maxSampleRate }: UploadLimits) {
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
				if (rate > maxSampleRate) resampler = thinner(rate, maxSampleRate);
			}
			// A chained file may change its rate halfway; what follows is then another recording.
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
