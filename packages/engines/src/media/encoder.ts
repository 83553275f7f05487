import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Application, createEncoder as createOpusEncoder, Signal } from "libopus-wasm";
import { WasmMediaEncoder } from "wasm-media-encoders";
import { concatBytes, littleEndianBytes, toInt16, writeInt16 } from "./bytes.ts";
import { type OutputFormat, parseFormat } from "./formats.ts";
import { encodeALaw, encodeMuLaw } from "./g711.ts";
import { createOggOpusWriter } from "./ogg.ts";
import { createResampler } from "./resample.ts";
import { wavHeader } from "./wav.ts";

/** Encodes mono samples as they arrive. The output does not depend on how the samples are split into pushes. */
export type AudioEncoder = {
	push(pcm: Float32Array): Uint8Array;
	/** Returns the rest of the file. Nothing may be pushed afterwards. */
	flush(): Uint8Array;
	/** Frees the codec's memory. Only needed if the stream is abandoned before `flush`. */
	close(): void;
};

/** Reuses codec instances. Without it, each encoder creates its own. */
export type EncoderPool = { lames: Lame[] };

export function createEncoderPool(): EncoderPool {
	return { lames: [] };
}

export async function createEncoder(
	format: OutputFormat,
	inputSampleRate: number,
	pool?: EncoderPool,
): Promise<AudioEncoder> {
	const { codec, sampleRate, kbps = 64 } = parseFormat(format);
	if (codec === "opus") return resampled(await opusEncoder(kbps, inputSampleRate), inputSampleRate);
	const encoder = codec === "mp3" ? await mp3Encoder(sampleRate, kbps, pool) : sampleEncoder(codec, sampleRate);
	return resampled(encoder, inputSampleRate);
}

/** Compiles the codecs and fills the pool, so that the first request does not wait for it. */
export async function warmEncoders(pool?: EncoderPool): Promise<void> {
	for (const format of ["mp3_44100_128", "opus_48000_64"] as const) {
		const encoder = await createEncoder(format, 24000, pool);
		encoder.push(new Float32Array(24000));
		encoder.flush();
	}
}

type RawEncoder = AudioEncoder & { sampleRate: number };

const noBytes = new Uint8Array(0);

function resampled(encoder: RawEncoder, inputSampleRate: number): AudioEncoder {
	const resampler = createResampler(inputSampleRate, encoder.sampleRate);
	return {
		push: (pcm) => (pcm.length === 0 ? noBytes : encoder.push(resampler.push(pcm))),
		flush() {
			const rest = encoder.push(resampler.flush());
			const bytes = concatBytes([rest, encoder.flush()]);
			encoder.close();
			return bytes;
		},
		close: encoder.close,
	};
}

function sampleEncoder(codec: "pcm" | "wav" | "ulaw" | "alaw", sampleRate: number): RawEncoder {
	let header = codec === "wav" ? wavHeader(sampleRate) : noBytes;
	const encode = codec === "ulaw" ? encodeMuLaw : encodeALaw;
	const wide = (pcm: Float32Array) => {
		const samples = new Int16Array(pcm.length);
		writeInt16(pcm, samples);
		const bytes = littleEndianBytes(samples);
		if (header.length === 0) return bytes;
		const withHeader = concatBytes([header, bytes]);
		header = noBytes;
		return withHeader;
	};
	const narrow = (pcm: Float32Array) => {
		const bytes = new Uint8Array(pcm.length);
		for (let i = 0; i < pcm.length; i++) bytes[i] = encode(toInt16(pcm[i] as number));
		return bytes;
	};
	return {
		sampleRate,
		push: codec === "pcm" || codec === "wav" ? wide : narrow,
		flush: () => noBytes,
		close() {},
	};
}

type Lame = Awaited<ReturnType<typeof newLame>>;

let lameModule: Promise<WebAssembly.Module> | undefined;
/** Creating an instance takes milliseconds, so a pool keeps some. */
const maxIdleLames = 16;

// Not import.meta.resolve: Vite's module runner, which runs the setup of test suites, does not have it.
const packageFile = createRequire(import.meta.url).resolve;

export async function newLame() {
	lameModule ??= readFile(packageFile("wasm-media-encoders/wasm/mp3")).then((bytes) => WebAssembly.compile(bytes));
	return WasmMediaEncoder.create("audio/mpeg", await lameModule);
}

async function mp3Encoder(sampleRate: number, kbps: number, pool?: EncoderPool): Promise<RawEncoder> {
	let lame: Lame | undefined = pool?.lames.pop() ?? (await newLame());
	// Without outputSampleRate, LAME picks a lower rate at low bitrates.
	lame.configure({ channels: 1, sampleRate, bitrate: kbps, outputSampleRate: sampleRate } as Parameters<
		Lame["configure"]
	>[0]);
	const open = () => {
		if (!lame) throw new Error("the encoder is closed");
		return lame;
	};
	return {
		sampleRate,
		// LAME returns a view of its memory that the next call overwrites, hence the copies.
		push: (pcm) => (pcm.length === 0 ? noBytes : open().encode([pcm]).slice()),
		flush: () => open().finalize().slice(),
		close() {
			if (lame && pool && pool.lames.length < maxIdleLames) pool.lames.push(lame);
			lame = undefined;
		},
	};
}

const opusFrameMs = 20;
const oggSerial = 1;

async function opusEncoder(kbps: number, inputSampleRate: number): Promise<RawEncoder> {
	// Opus decodes at 48 kHz whatever the input rate, so input of up to 24 kHz need not be upsampled to 48.
	const sampleRate = inputSampleRate <= 24000 ? 24000 : 48000;
	const scale = 48000 / sampleRate;
	const frameSize = (sampleRate * opusFrameMs) / 1000;
	const codec = await createOpusEncoder({
		channels: 1,
		sampleRate,
		frameSize,
		bitrate: kbps * 1000,
		application: Application.Audio,
		// Signal.Voice or a higher complexity makes libopus also try its speech coder: up to five times the work, with no
		// gain from 32 kbps on.
		signal: Signal.Auto,
		complexity: 5,
	});
	const preSkip = codec.getLookahead() * scale;
	const ogg = createOggOpusWriter({ preSkip, inputSampleRate, serial: oggSerial });
	const frame = new Float32Array(frameSize);
	let filled = 0;
	let received = 0;
	let encoded = 0;
	let started = false;

	function push(pcm: Float32Array): Uint8Array {
		const parts: Uint8Array[] = [];
		if (!started) parts.push(ogg.header());
		started = true;
		received += pcm.length;
		for (let offset = 0; offset < pcm.length; ) {
			const count = Math.min(frameSize - filled, pcm.length - offset);
			frame.set(pcm.subarray(offset, offset + count), filled);
			offset += count;
			filled += count;
			if (filled === frameSize) encodeFrame(parts);
		}
		return concatBytes(parts);
	}

	function encodeFrame(parts: Uint8Array[]): void {
		const page = ogg.packet(codec.encodeFloat(frame), frameSize * scale);
		if (page) parts.push(page);
		encoded += frameSize;
		filled = 0;
	}

	return {
		sampleRate,
		push,
		flush() {
			const total = received;
			const parts = [push(noSamples)];
			while (encoded * scale < total * scale + preSkip) {
				frame.fill(0, filled);
				encodeFrame(parts);
			}
			parts.push(ogg.end(total * scale));
			return concatBytes(parts);
		},
		close: () => codec.free(),
	};
}

const noSamples = new Float32Array(0);
