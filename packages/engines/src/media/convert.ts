import { createEncoder } from "./encoder.ts";
import { type OutputFormat, parseFormat } from "./formats.ts";
import { decodeALaw, decodeMuLaw } from "./g711.ts";

type StreamDecoder = {
	push(bytes: Uint8Array): Promise<Float32Array>;
	flush(): Promise<Float32Array>;
	close(): void;
};

const silence = new Float32Array(0);

/**
 * Converts audio from one output format to another in constant memory. Reads only what `createEncoder` writes; uploads
 * go through upload.ts.
 */
export async function* convertAudio(
	body: AsyncIterable<Uint8Array>,
	from: OutputFormat,
	to: OutputFormat,
): AsyncGenerator<Uint8Array> {
	const decoder = await createDecoder(from);
	try {
		const encoder = await createEncoder(to, decodedRate(from));
		let finished = false;
		try {
			for await (const bytes of body) {
				const encoded = encoder.push(await decoder.push(bytes));
				if (encoded.length > 0) yield encoded;
			}
			const last = encoder.push(await decoder.flush());
			if (last.length > 0) yield last;
			finished = true;
			yield encoder.flush();
		} finally {
			if (!finished) encoder.close();
		}
	} finally {
		decoder.close();
	}
}

/** The sample rate after decoding. Opus always decodes at 48 kHz. */
export function decodedRate(format: OutputFormat): number {
	const { codec, sampleRate } = parseFormat(format);
	return codec === "opus" ? 48_000 : sampleRate;
}

async function createDecoder(format: OutputFormat): Promise<StreamDecoder> {
	const { codec } = parseFormat(format);
	if (codec === "mp3") return mp3Decoder();
	if (codec === "opus") return opusDecoder();
	return rawDecoder(codec);
}

async function mp3Decoder(): Promise<StreamDecoder> {
	const { MPEGDecoder } = await import("mpg123-decoder");
	const decoder = new MPEGDecoder();
	await decoder.ready;
	return {
		push: async (bytes) => decoder.decode(bytes).channelData[0] ?? silence,
		flush: async () => silence,
		close: () => decoder.free(),
	};
}

async function opusDecoder(): Promise<StreamDecoder> {
	const { OggOpusDecoder } = await import("ogg-opus-decoder");
	const decoder = new OggOpusDecoder();
	await decoder.ready;
	return {
		push: async (bytes) => (await decoder.decode(bytes)).channelData[0] ?? silence,
		flush: async () => (await decoder.flush()).channelData[0] ?? silence,
		close: () => decoder.free(),
	};
}

function rawDecoder(codec: "pcm" | "wav" | "ulaw" | "alaw"): StreamDecoder {
	let skip = codec === "wav" ? 44 : 0;
	let remainder = new Uint8Array(0);
	const wide = codec === "pcm" || codec === "wav";
	const decode = codec === "ulaw" ? decodeMuLaw : decodeALaw;
	return {
		push: async (piece) => {
			const skipped = Math.min(skip, piece.length);
			skip -= skipped;
			const bytes = Buffer.concat([remainder, piece.subarray(skipped)]);
			const samples = new Float32Array(wide ? bytes.length >> 1 : bytes.length);
			for (let i = 0; i < samples.length; i++)
				samples[i] = (wide ? bytes.readInt16LE(i * 2) : decode(bytes[i] as number)) / 32768;
			remainder = wide ? new Uint8Array(bytes.subarray(samples.length * 2)) : remainder;
			return samples;
		},
		flush: async () => silence,
		close() {},
	};
}
