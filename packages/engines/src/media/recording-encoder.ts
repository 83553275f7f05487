import { littleEndianBytes, writeInt16 } from "./bytes.ts";
import { newLame } from "./encoder.ts";
import { wavHeader } from "./wav.ts";

export type RecordingFormat = { sampleRate: 16_000 | 48_000; channels: 1 | 2 };

/**
 * Encodes a recording at its own rate, mono or stereo, with interleaved samples. The output does not depend on how the
 * samples are split into pushes.
 */
export type RecordingEncoder = { push(samples: Float32Array): Uint8Array; flush(): Uint8Array };

/** What players need of one channel for speech at this rate. */
const kbpsPerChannel = { 16000: 64, 48000: 96 } as const;

export async function createRecordingMp3({ sampleRate, channels }: RecordingFormat): Promise<RecordingEncoder> {
	const lame = await newLame();
	lame.configure({
		channels,
		sampleRate,
		bitrate: channels === 1 && sampleRate === 48_000 ? 128 : kbpsPerChannel[sampleRate] * channels,
		outputSampleRate: sampleRate,
	} as Parameters<typeof lame.configure>[0]);
	return {
		// LAME returns a view of its memory that the next call overwrites, hence the copies.
		push: (samples) => (samples.length === 0 ? noBytes : lame.encode(split(samples, channels)).slice()),
		flush: () => lame.finalize().slice(),
	};
}

const noBytes = new Uint8Array(0);

/** `frames` is the number of samples of each channel. */
export function createRecordingWav({ sampleRate, channels }: RecordingFormat, frames: number): RecordingEncoder {
	let header: Uint8Array = wavHeader(sampleRate, { channels, dataBytes: frames * channels * 2 });
	return {
		push(samples) {
			const pcm = new Int16Array(samples.length);
			writeInt16(samples, pcm);
			const bytes = Buffer.concat([header, littleEndianBytes(pcm)]);
			header = noBytes;
			return bytes;
		},
		flush: () => header,
	};
}

function split(samples: Float32Array, channels: number): [Float32Array] | [Float32Array, Float32Array] {
	if (channels === 1) return [samples];
	const [left, right] = [new Float32Array(samples.length >> 1), new Float32Array(samples.length >> 1)];
	for (let at = 0; at < left.length; at++) {
		left[at] = samples[at * 2] as number;
		right[at] = samples[at * 2 + 1] as number;
	}
	return [left, right];
}
