// Files to deliver, from mastered samples: mono at 44.1 kHz.
import { littleEndianBytes, writeInt16 } from "../media/bytes.ts";
import { createEncoder } from "../media/encoder.ts";
import { wavHeader } from "../media/wav.ts";
import { masterRate } from "./render.ts";
import { inSlices, type Pcm } from "./slices.ts";

/** ACX takes MP3 with 192 kbps. The smaller ones are for e-books, where an archive of 50 hours must stay under 4 GB. */
export const exportFormats = [
	"mp3_44100_192",
	"mp3_44100_128",
	"mp3_44100_64",
	"wav_44100_16",
	"wav_44100_24",
] as const;
export type ExportFormat = (typeof exportFormats)[number];
type Mp3Format = Extract<ExportFormat, `mp3_${string}`>;

/** LAME turns audio down at constant bitrates, which would miss the target by 0.26 or 0.45 dB. */
const lameScales: Record<Mp3Format, number> = { mp3_44100_192: 0.97, mp3_44100_128: 0.95, mp3_44100_64: 0.95 };
/** What an encoder and a decoder add at the start, as nothing in the file tells players to drop it. */
const mp3DelaySamples = 1105;

export const isMp3 = (format: ExportFormat): format is Mp3Format => format.startsWith("mp3");

/** Silence that the format adds at the start: add it to times in the samples. */
export function exportDelaySeconds(format: ExportFormat): number {
	return isMp3(format) ? mp3DelaySamples / masterRate : 0;
}

/** Streams a file of exactly `samples` samples. MP3 has a constant bitrate. */
export async function* encodeExport(
	pcm: Pcm,
	format: ExportFormat,
	samples: number,
	signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
	if (isMp3(format)) yield* encodeMp3(pcm, format, signal);
	else yield* encodeWav(pcm, format === "wav_44100_16" ? 16 : 24, samples, signal);
}

async function* encodeMp3(pcm: Pcm, format: Mp3Format, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
	const encoder = await createEncoder(format, masterRate);
	const gain = 1 / lameScales[format];
	try {
		for await (const slice of inSlices(pcm, signal)) {
			const bytes = encoder.push(slice.map((sample) => sample * gain));
			if (bytes.length > 0) yield bytes;
		}
		yield encoder.flush();
	} finally {
		encoder.close();
	}
}

async function* encodeWav(pcm: Pcm, bits: 16 | 24, samples: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
	const header = wavHeader(masterRate, { dataBytes: (samples * bits) / 8 });
	const view = new DataView(header.buffer);
	view.setUint32(28, (masterRate * bits) / 8, true);
	view.setUint16(32, bits / 8, true);
	view.setUint16(34, bits, true);
	yield header;
	let written = 0;
	for await (const slice of inSlices(pcm, signal)) {
		written += slice.length;
		yield bits === 16 ? int16Bytes(slice) : int24Bytes(slice);
	}
	// The header already states the length.
	if (written !== samples) throw new RangeError(`expected ${samples} samples, got ${written}`);
	// Chunks have an even length.
	if ((samples * bits) % 16 !== 0) yield new Uint8Array(1);
}

function int16Bytes(pcm: Float32Array): Uint8Array {
	const samples = new Int16Array(pcm.length);
	writeInt16(pcm, samples);
	return littleEndianBytes(samples);
}

function int24Bytes(pcm: Float32Array): Uint8Array {
	const bytes = Buffer.alloc(pcm.length * 3);
	for (let at = 0; at < pcm.length; at++) {
		const value = Math.round((pcm[at] as number) * 8_388_607);
		bytes.writeIntLE(Math.max(-8_388_608, Math.min(8_388_607, value)), at * 3, 3);
	}
	return bytes;
}
