import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Application, createEncoder as createOpusEncoder, Signal } from "libopus-wasm";
import { WasmMediaEncoder } from "wasm-media-encoders";
import { concatBytes, lowerByteFirst, toInt16, writeInt16 } from "./bytes.ts";
import { type OutputFormat, parseFormat } from "./formats.ts";
import { encodeALaw, encodeMuLaw } from "./g711.ts";
import { createOggOpusWriter } from "./ogg.ts";
import { createResampler } from "./resample.ts";
import { wavHeader } from "./wav.ts";

/** Mono samples in, file bytes out, as early as the codec allows. How the samples are cut into pushes changes no byte. */
export type AudioEncoder = {
	push(pcm: Float32Array): Uint8Array;
	/** The rest of the file. Nothing may be pushed after it. */
	flush(): Uint8Array;
	/** Frees the codec's memory; needed only when a stream is given up before `flush`. */
	close(): void;
};

export async function createEncoder(format: OutputFormat, inputSampleRate: number): Promise<AudioEncoder> {
	const { codec, sampleRate, kbps = 64 } = parseFormat(format);
	if (codec === "opus") return resampled(await opusEncoder(kbps, inputSampleRate), inputSampleRate);
	const encoder = codec === "mp3" ? await mp3Encoder(sampleRate, kbps) : sampleEncoder(codec, sampleRate);
	return resampled(encoder, inputSampleRate);
}

/** Compiles the codecs, so that the first listener does not wait for it. */
export async function warmEncoders(): Promise<void> {
	for (const format of ["mp3_44100_128", "opus_48000_64"] as const) {
		const encoder = await createEncoder(format, 24000);
		encoder.push(new Float32Array(24000));
		encoder.flush();
	}
}

type RawEncoder = AudioEncoder & { sampleRate: number };

const nothing = new Uint8Array(0);

function resampled(encoder: RawEncoder, inputSampleRate: number): AudioEncoder {
	const resampler = createResampler(inputSampleRate, encoder.sampleRate);
	return {
		push: (pcm) => (pcm.length === 0 ? nothing : encoder.push(resampler.push(pcm))),
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
	let header = codec === "wav" ? wavHeader(sampleRate) : nothing;
	const encode = codec === "ulaw" ? encodeMuLaw : encodeALaw;
	const wide = (pcm: Float32Array) => {
		const samples = new Int16Array(pcm.length);
		writeInt16(pcm, samples);
		const bytes = lowerByteFirst(samples);
		if (header.length === 0) return bytes;
		const whole = concatBytes([header, bytes]);
		header = nothing;
		return whole;
	};
	const narrow = (pcm: Float32Array) => {
		const bytes = new Uint8Array(pcm.length);
		for (let i = 0; i < pcm.length; i++) bytes[i] = encode(toInt16(pcm[i] as number));
		return bytes;
	};
	return {
		sampleRate,
		push: codec === "pcm" || codec === "wav" ? wide : narrow,
		flush: () => nothing,
		close() {},
	};
}

type Lame = Awaited<ReturnType<typeof newLame>>;

let lameModule: Promise<WebAssembly.Module> | undefined;
// An instance has its own memory and takes milliseconds to make, so finished ones are used again.
const idleLames: Lame[] = [];
const maxIdleLames = 16;

// Not import.meta.resolve: Vite's module runner, which runs the setup of test suites, does not have it.
const packageFile = createRequire(import.meta.url).resolve;

async function newLame() {
	lameModule ??= readFile(packageFile("wasm-media-encoders/wasm/mp3")).then((bytes) => WebAssembly.compile(bytes));
	return WasmMediaEncoder.create("audio/mpeg", await lameModule);
}

async function mp3Encoder(sampleRate: number, kbps: number): Promise<RawEncoder> {
	let lame: Lame | undefined = idleLames.pop() ?? (await newLame());
	// LAME would choose a lower rate of its own at low bitrates unless the output rate is named.
	lame.configure({ channels: 1, sampleRate, bitrate: kbps, outputSampleRate: sampleRate } as Parameters<
		Lame["configure"]
	>[0]);
	const open = () => {
		if (!lame) throw new Error("the encoder is closed");
		return lame;
	};
	return {
		sampleRate,
		// What LAME returns is a window into its memory that the next call overwrites.
		push: (pcm) => (pcm.length === 0 ? nothing : open().encode([pcm]).slice()),
		flush: () => open().finalize().slice(),
		close() {
			if (lame && idleLames.length < maxIdleLames) idleLames.push(lame);
			lame = undefined;
		},
	};
}

const opusFrameMs = 20;
const oggSerial = 1;

async function opusEncoder(kbps: number, inputSampleRate: number): Promise<RawEncoder> {
	// Opus decodes at 48 kHz whatever it was given, so speech of 24 kHz and less needs no detour over 48.
	const sampleRate = inputSampleRate <= 24000 ? 24000 : 48000;
	const scale = 48000 / sampleRate;
	const frameSize = (sampleRate * opusFrameMs) / 1000;
	const codec = await createOpusEncoder({
		channels: 1,
		sampleRate,
		frameSize,
		bitrate: kbps * 1000,
		application: Application.Audio,
		// With the signal named as voice, or a higher complexity, libopus tries its speech coder too: up to five times the
		// work for no gain at 32 kbps and more.
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
			const parts = [push(nothingHeard)];
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

const nothingHeard = new Float32Array(0);
