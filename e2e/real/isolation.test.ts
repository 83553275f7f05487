// Voice isolation of a Kokoro sentence with planted noise, through the public API.

import { resample } from "@timbre/engines/media/resample.ts";
import { decodeUpload } from "@timbre/engines/media/upload/upload.ts";
import { finishWav, wavHeader } from "@timbre/engines/media/wav.ts";
import { expect, test } from "vitest";
import { bytesOf, client, generate, sampleRate, voices } from "./client.ts";

const dot = (some: Float32Array, other: Float32Array) =>
	some.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

/** Scale-invariant signal-to-distortion ratio in decibels. */
function siSdr(clean: Float32Array, audio: Float32Array): number {
	const scale = dot(clean, audio) / dot(clean, clean);
	const rest = clean.map((value, at) => (audio[at] ?? 0) - scale * value);
	return 10 * Math.log10((scale ** 2 * dot(clean, clean)) / dot(rest, rest));
}

/** MP3 encoders add silence at the start: find the shift at which the audio fits best. */
function aligned(clean: Float32Array, audio: Float32Array): Float32Array {
	let best = { shift: 0, fit: 0 };
	for (let shift = 0; shift < 3_000; shift++) {
		const fit = dot(clean, audio.subarray(shift, shift + clean.length));
		if (fit > best.fit) best = { shift, fit };
	}
	return audio.slice(best.shift, best.shift + clean.length);
}

test("[ISOLATOR-001] a sentence with planted noise becomes at least 3 dB clearer", async () => {
	const pcm = await generate(voices.kokoro, "The harbor lay quiet under a thin fog.");
	const voice = Float32Array.from({ length: pcm.length / 2 }, (_, at) => pcm.readInt16LE(at * 2) / 32_768);
	let state = 7;
	const hiss = voice.map(() => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 31 - 1;
	});
	const gain = Math.sqrt(dot(voice, voice) / dot(hiss, hiss) / 10 ** 0.5);
	const noisy = voice.map((value, at) => 0.7 * (value + gain * (hiss[at] ?? 0)));
	const samples = Buffer.alloc(noisy.length * 2);
	for (const [at, value] of noisy.entries())
		samples.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), at * 2);
	const file = finishWav(Buffer.concat([wavHeader(sampleRate), samples]));
	const stream = await client.audioIsolation.convert({ audio: new File([Uint8Array.from(file)], "noisy.wav") });
	const isolated = await decodeUpload((await bytesOf(stream)).bytes);
	const audio = aligned(voice, resample(isolated.samples, isolated.sampleRate, sampleRate));
	expect(siSdr(voice, audio)).toBeGreaterThan(siSdr(voice, noisy) + 3);
});
