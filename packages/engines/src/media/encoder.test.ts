import { describe, expect, it } from "vitest";
import { concatBytes } from "./bytes.ts";
import { decodeAudio } from "./decode.ts";
import { createEncoder, createEncoderPool } from "./encoder.ts";
import {
	contentType,
	fileExtension,
	isOutputFormat,
	type OutputFormat,
	outputFormats,
	parseFormat,
} from "./formats.ts";
import { oggCrc } from "./ogg.ts";
import { finishWav } from "./wav.ts";

const inputRate = 24000;
const seconds = 1.5;

function tone(rate: number, hertz = 440): Float32Array {
	return Float32Array.from({ length: rate * seconds }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / rate));
}

async function encode(format: OutputFormat, pcm: Float32Array, chunk = pcm.length, rate = inputRate) {
	const encoder = await createEncoder(format, rate);
	const parts: Uint8Array[] = [];
	for (let i = 0; i < pcm.length; i += chunk) parts.push(encoder.push(pcm.subarray(i, i + chunk)));
	parts.push(encoder.flush());
	return concatBytes(parts);
}

/** Ratio of the tone to everything else in decibels, regardless of delay and phase. */
function toneToNoise(samples: Float32Array, rate: number, hertz = 440): number {
	const middle = samples.subarray(Math.floor(rate * 0.25), Math.floor(rate * 1.25)); // whole periods
	let sine = 0;
	let cosine = 0;
	let power = 0;
	for (let i = 0; i < middle.length; i++) {
		const sample = middle[i] as number;
		sine += sample * Math.sin((2 * Math.PI * hertz * i) / rate);
		cosine += sample * Math.cos((2 * Math.PI * hertz * i) / rate);
		power += sample * sample;
	}
	const tonePower = (2 * (sine * sine + cosine * cosine)) / middle.length;
	return 10 * Math.log10(tonePower / Math.max(power - tonePower, 1e-12));
}

const minDecibels = { mp3: 35, opus: 25, pcm: 60, wav: 60, ulaw: 30, alaw: 30 };

describe.each(outputFormats)("%s", (format) => {
	const { codec, sampleRate, kbps } = parseFormat(format);

	it("decodes to the same tone at its sample rate, longer by no more than the codec's padding", async () => {
		const decoded = await decodeAudio(await encode(format, tone(inputRate)), format);
		expect(decoded.sampleRate).toBe(sampleRate);
		const length = decoded.samples.length / decoded.sampleRate;
		expect(length).toBeGreaterThanOrEqual(seconds);
		// Below 32 kHz an MP3 frame lasts 24 to 26 ms, and encoder delay plus padding add up to three frames.
		expect(length).toBeLessThan(seconds + (codec === "mp3" && sampleRate < 32000 ? 0.08 : 0.06));
		expect(toneToNoise(decoded.samples, decoded.sampleRate)).toBeGreaterThan(minDecibels[codec]);
		const peak = decoded.samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
		// LAME reduces the level by 5% at constant bitrates to avoid clipping in the decoder.
		expect(peak).toBeGreaterThan(0.46);
		expect(peak).toBeLessThan(0.56);
	});

	it("returns the same bytes however the samples are split", async () => {
		const pcm = tone(inputRate);
		const whole = await encode(format, pcm);
		expect(Buffer.compare(await encode(format, pcm, 333), whole)).toBe(0);
		expect(Buffer.compare(await encode(format, pcm, 4801), whole)).toBe(0);
	});

	it("starts output within 60 ms of audio and keeps its bitrate", async () => {
		const encoder = await createEncoder(format, inputRate);
		expect(encoder.push(tone(inputRate).subarray(0, inputRate * 0.06)).length).toBeGreaterThan(0);
		encoder.close();
		if (!kbps) return;
		const bytes = await encode(format, tone(inputRate));
		const measured = (bytes.length * 8) / seconds / 1000;
		expect(measured).toBeLessThan(kbps * 1.15 + 3);
		if (codec === "mp3") expect(measured).toBeGreaterThan(kbps * 0.98);
	});
});

describe("encoders", () => {
	it("accept 22.05 and 48 kHz input", async () => {
		for (const rate of [22050, 48000]) {
			for (const format of ["mp3_44100_128", "opus_48000_64", "pcm_16000"] as const) {
				const decoded = await decodeAudio(await encode(format, tone(rate), 1000, rate), format);
				expect(toneToNoise(decoded.samples, decoded.sampleRate)).toBeGreaterThan(25);
				expect(decoded.samples.length / decoded.sampleRate).toBeCloseTo(seconds, 1);
			}
		}
	});

	it("clip samples outside the range and turn NaN into silence", async () => {
		const encoder = await createEncoder("pcm_24000", 24000);
		const bytes = encoder.push(Float32Array.of(2, -2, Number.NaN, 0.5));
		expect([...new Int16Array(bytes.buffer)]).toEqual([32767, -32768, 0, 16384]);
	});

	it("write a valid file for empty input", async () => {
		for (const format of ["opus_48000_64", "wav_24000"] as const) {
			const decoded = await decodeAudio(await encode(format, new Float32Array(0)), format);
			expect(decoded.samples.length).toBeLessThan(960);
			expect(decoded.samples.every((sample) => Math.abs(sample) < 1e-3)).toBe(true);
		}
	});

	it("that are abandoned do not affect later ones", async () => {
		const pcm = tone(inputRate);
		const clean = await encode("mp3_44100_128", pcm);
		const abandoned = await createEncoder("mp3_44100_128", inputRate);
		abandoned.push(tone(inputRate, 3000));
		abandoned.close();
		abandoned.close();
		expect(() => abandoned.push(pcm)).toThrow("closed");
		const [first, second] = await Promise.all([encode("mp3_44100_128", pcm, 700), encode("mp3_44100_128", pcm, 900)]);
		expect(Buffer.compare(first, clean)).toBe(0);
		expect(Buffer.compare(second, clean)).toBe(0);
	});

	it("write Ogg pages in order with correct checksums, at most 100 ms each, and flag the last one", async () => {
		const bytes = await encode("opus_48000_64", tone(inputRate));
		const view = new DataView(bytes.buffer);
		const pages: { flags: number; granule: number; sequence: number }[] = [];
		for (let offset = 0; offset < bytes.length; ) {
			const lacing = bytes.subarray(offset + 27, offset + 27 + (bytes[offset + 26] as number));
			const size = 27 + lacing.length + lacing.reduce((sum, value) => sum + value, 0);
			const page = bytes.slice(offset, offset + size);
			page.fill(0, 22, 26);
			expect(oggCrc(page)).toBe(view.getUint32(offset + 22, true));
			pages.push({
				flags: bytes[offset + 5] as number,
				granule: Number(view.getBigUint64(offset + 6, true)),
				sequence: view.getUint32(offset + 18, true),
			});
			offset += size;
		}
		expect(pages.map((page) => page.sequence)).toEqual(pages.map((_, i) => i));
		expect(pages[0]?.flags).toBe(2);
		expect(pages.at(-1)?.flags).toBe(4);
		const preSkip = view.getUint16(28 + 10, true);
		expect(pages.at(-1)?.granule).toBe(48000 * seconds + preSkip);
		for (let i = 2; i < pages.length; i++) {
			expect((pages[i]?.granule ?? 0) - (pages[i - 1]?.granule ?? 0)).toBeLessThanOrEqual(4800);
		}
	});
});

describe("wav", () => {
	it("streams with an unknown length that finishWav replaces with the true one", async () => {
		const bytes = await encode("wav_24000", tone(inputRate));
		const view = new DataView(bytes.buffer);
		expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([0xffffffff, 0xffffffff]);
		finishWav(bytes);
		expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([bytes.length - 8, bytes.length - 44]);
		expect(() => finishWav(new Uint8Array(100))).toThrow("not a wav");
	});
});

describe("formats", () => {
	it("are parsed into codec, sample rate and bitrate", () => {
		expect(parseFormat("mp3_44100_128")).toEqual({ codec: "mp3", sampleRate: 44100, kbps: 128 });
		expect(parseFormat("ulaw_8000")).toEqual({ codec: "ulaw", sampleRate: 8000 });
		expect(isOutputFormat("mp3_44100_128")).toBe(true);
		expect(isOutputFormat("mp3_44100_129")).toBe(false);
	});

	it("have a content type and a file extension", () => {
		const named = (format: OutputFormat) => [contentType(format), fileExtension(format)];
		expect(named("mp3_22050_32")).toEqual(["audio/mpeg", "mp3"]);
		expect(named("opus_48000_64")).toEqual(["audio/ogg", "ogg"]);
		expect(named("wav_16000")).toEqual(["audio/wav", "wav"]);
		expect(named("pcm_16000")).toEqual(["audio/pcm;rate=16000", "pcm"]);
		expect(named("ulaw_8000")).toEqual(["audio/basic", "ulaw"]);
		expect(named("alaw_8000")).toEqual(["audio/PCMA;rate=8000", "alaw"]);
	});
});

it("each pool reuses its own mp3 encoders, and an encoder without a pool is not shared", async () => {
	const [one, other] = [createEncoderPool(), createEncoderPool()];
	const encoder = await createEncoder("mp3_44100_128", 24_000, one);
	encoder.push(new Float32Array(2_400));
	encoder.flush();
	(await createEncoder("mp3_44100_128", 24_000)).close();
	expect([one.lames.length, other.lames.length]).toEqual([1, 0]);
	const reused = await createEncoder("mp3_44100_128", 24_000, one);
	expect(one.lames).toHaveLength(0);
	reused.close();
});
