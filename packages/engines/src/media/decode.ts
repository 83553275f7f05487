import { type OutputFormat, parseFormat } from "./formats.ts";
import { decodeALaw, decodeMuLaw } from "./g711.ts";
import { readWav } from "./wav.ts";

export type DecodedAudio = { sampleRate: number; samples: Float32Array };

/** Decodes what `createEncoder` wrote. Trusts both the format and the bytes; uploads go through upload.ts. */
export async function decodeAudio(bytes: Uint8Array, format: OutputFormat): Promise<DecodedAudio> {
	const { codec, sampleRate } = parseFormat(format);
	if (codec === "mp3") return decodeMp3(bytes);
	if (codec === "opus") return decodeOpus(bytes);
	if (codec === "wav") return readWav(bytes);
	const samples = new Float32Array(codec === "pcm" ? bytes.length >> 1 : bytes.length);
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const decode = codec === "ulaw" ? decodeMuLaw : decodeALaw;
	for (let i = 0; i < samples.length; i++) {
		samples[i] = (codec === "pcm" ? view.getInt16(i * 2, true) : decode(bytes[i] as number)) / 32768;
	}
	return { sampleRate, samples };
}

async function decodeMp3(bytes: Uint8Array): Promise<DecodedAudio> {
	const { MPEGDecoder } = await import("mpg123-decoder");
	const decoder = new MPEGDecoder();
	await decoder.ready;
	const { channelData, sampleRate } = decoder.decode(bytes);
	decoder.free();
	return { sampleRate, samples: channelData[0] ?? new Float32Array(0) };
}

async function decodeOpus(bytes: Uint8Array): Promise<DecodedAudio> {
	const { OggOpusDecoder } = await import("ogg-opus-decoder");
	const decoder = new OggOpusDecoder();
	await decoder.ready;
	const { channelData, sampleRate } = await decoder.decodeFile(bytes);
	decoder.free();
	return { sampleRate, samples: channelData[0] ?? new Float32Array(0) };
}
