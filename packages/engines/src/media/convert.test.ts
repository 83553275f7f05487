import { expect, test } from "vitest";
import { convertAudio, decodedRate } from "./convert.ts";
import { decodeAudio } from "./decode.ts";
import { createEncoder } from "./encoder.ts";
import type { OutputFormat } from "./formats.ts";

const seconds = 2;

/** A 440 Hz tone in the given format. */
async function tone(format: OutputFormat): Promise<Uint8Array> {
	const rate = 24_000;
	const samples = Float32Array.from(
		{ length: rate * seconds },
		(_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / rate),
	);
	const encoder = await createEncoder(format, rate);
	return Buffer.concat([encoder.push(samples), encoder.flush()]);
}

/** Splits at odd sizes, so that samples, frames and headers are cut anywhere. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let from = 0, size = 7; from < bytes.length; from += size, size = (size * 3) % 4001) {
		yield bytes.subarray(from, from + size);
	}
}

/** Pitch in Hz, by counting upward zero crossings. */
function pitch(samples: Float32Array, sampleRate: number): number {
	const middle = samples.subarray(Math.floor(samples.length / 4), Math.floor((samples.length * 3) / 4));
	let crossings = 0;
	for (let i = 1; i < middle.length; i++) if ((middle[i - 1] as number) < 0 && (middle[i] as number) >= 0) crossings++;
	return (crossings * sampleRate) / middle.length;
}

test.each([
	["mp3_44100_128", "wav_44100"],
	["mp3_22050_32", "wav_22050"],
	["opus_48000_64", "mp3_44100_128"],
	["opus_48000_32", "wav_48000"],
	["pcm_24000", "mp3_44100_128"],
	["wav_16000", "mp3_44100_128"],
	["ulaw_8000", "mp3_44100_128"],
	["alaw_8000", "wav_8000"],
] as const)("converts %s to %s with the same pitch and length", async (from, to) => {
	const parts: Uint8Array[] = [];
	for await (const bytes of convertAudio(pieces(await tone(from)), from, to)) parts.push(bytes);
	const decoded = await decodeAudio(Buffer.concat(parts), to);
	expect(decoded.sampleRate).toBe(decodedRate(to));
	expect(decoded.samples.length / decoded.sampleRate).toBeCloseTo(seconds, 0);
	expect(Math.abs(decoded.samples.length / decoded.sampleRate - seconds)).toBeLessThan(0.12);
	expect(pitch(decoded.samples, decoded.sampleRate)).toBeCloseTo(440, -1);
});
