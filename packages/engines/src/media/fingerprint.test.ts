import { beforeAll, describe, expect, test } from "vitest";
import { createEspeakEngine } from "../speech/providers/espeak.ts";
import { decodeAudio } from "./decode.ts";
import { createEncoder } from "./encoder.ts";
import {
	createFingerprinter,
	createMatcher,
	type Fingerprint,
	fingerprintRate,
	heardSeconds,
	keysOf,
	packWords,
	soughtKeys,
	unpackWords,
} from "./fingerprint.ts";
import type { OutputFormat } from "./formats.ts";
import { resample } from "./resample.ts";

const texts = [
	"The harbour lay quiet under a thin fog, and the first boats of the morning were already far out beyond the light.",
	"Nobody had told the gardener that the roses were to be moved, so he watered them as he had done for thirty years.",
];
const rate = 22_050;
const sounds: Float32Array[] = [];

beforeAll(async () => {
	const engine = createEspeakEngine();
	for (const text of texts)
		sounds.push((await engine.synthesise({ text, speaker: "en-us", language: "en-US", speed: 1 })).pcm);
});

async function fingerprint(pcm: Float32Array, from = rate): Promise<Fingerprint> {
	const fingerprinter = createFingerprinter();
	await fingerprinter.push(resample(pcm, from, fingerprintRate));
	return fingerprinter.finish();
}

async function encoded(pcm: Float32Array, format: OutputFormat) {
	const encoder = await createEncoder(format, rate);
	return decodeAudio(Buffer.concat([encoder.push(pcm), encoder.flush()]), format);
}

/** Noise of the same kind each time. */
function noisy(pcm: Float32Array, decibels: number): Float32Array {
	const power = pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length;
	const size = Math.sqrt(power * 10 ** (-decibels / 10) * 3);
	let state = 7;
	return pcm.map((sample) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return sample + size * (state / 2 ** 31 - 1);
	});
}

const sound = (at = 0) => sounds[at] as Float32Array;
const shared = (clip: Fingerprint, known: Fingerprint) => {
	const keys = new Set(keysOf(known.words));
	return soughtKeys(clip).filter((key) => keys.has(key)).length;
};

describe("a sound is recognised", () => {
	test.each<[string, () => Promise<Fingerprint>]>([
		["as it is", () => fingerprint(sound())],
		["at another level", () => fingerprint(sound().map((sample) => sample * 0.2))],
		[
			"as an mp3 of 32 kbit/s",
			async () => {
				const { samples, sampleRate } = await encoded(sound(), "mp3_22050_32");
				return fingerprint(samples, sampleRate);
			},
		],
		[
			"as Opus of 32 kbit/s",
			async () => {
				const { samples, sampleRate } = await encoded(sound(), "opus_48000_32");
				return fingerprint(samples, sampleRate);
			},
		],
		[
			"over a telephone",
			async () => {
				const { samples, sampleRate } = await encoded(sound(), "ulaw_8000");
				return fingerprint(samples, sampleRate);
			},
		],
		["with noise 20 dB under it", () => fingerprint(noisy(sound(), 20))],
	])("%s", async (_, heard) => {
		const clip = await heard();
		const known = await fingerprint(sound());
		expect(shared(clip, known)).toBeGreaterThan(3);
		const [part, ...more] = createMatcher(clip)(known.words);
		expect(more).toEqual([]);
		expect(part?.start).toBeLessThan(0.5);
		expect(part?.end).toBeGreaterThan(clip.seconds - 0.7);
		expect(part?.bitErrors).toBeLessThan(0.2);
	});

	test("cut out of the middle, wherever the cut falls", async () => {
		const known = await fingerprint(sound());
		for (const start of [1, 1.0037, 1.0061]) {
			const clip = await fingerprint(sound().slice(start * rate, (start + 4) * rate));
			const [part] = createMatcher(clip)(known.words);
			expect(part?.end ?? 0, `cut at ${start}`).toBeGreaterThan(3);
		}
	});

	test("between other sound, and told where", async () => {
		const whole = new Float32Array(sound(1).length + 4 * rate + sound(1).length);
		whole.set(sound(1));
		whole.set(sound().subarray(rate, 5 * rate), sound(1).length);
		whole.set(sound(1), sound(1).length + 4 * rate);
		const clip = await fingerprint(whole);
		const parts = createMatcher(clip)((await fingerprint(sound())).words);
		expect(parts).toHaveLength(1);
		const at = sound(1).length / rate;
		expect(Math.abs((parts[0]?.start ?? 0) - at)).toBeLessThan(1.2);
		expect(Math.abs((parts[0]?.end ?? 0) - at - 4)).toBeLessThan(1.2);
	});
});

test("other words in the same voice are another sound", async () => {
	const clip = await fingerprint(sound(1));
	const known = await fingerprint(sound());
	expect(createMatcher(clip)(known.words)).toEqual([]);
	expect(createMatcher(known)(clip.words)).toEqual([]);
});

test("silence is recognised as nothing", async () => {
	const silence = await fingerprint(new Float32Array(5 * rate));
	expect(heardSeconds(silence)).toBe(0);
	expect(keysOf(silence.words)).toEqual([]);
	expect(createMatcher(silence)(silence.words)).toEqual([]);
});

test("how a sound is cut into pieces on its way changes nothing of it", async () => {
	const pcm = resample(sound(), rate, fingerprintRate);
	const pieces = createFingerprinter();
	for (let at = 0; at < pcm.length; at += 1_777) await pieces.push(pcm.subarray(at, at + 1_777));
	const whole = createFingerprinter();
	await whole.push(pcm);
	expect(pieces.finish()).toEqual(whole.finish());
});

test("signs come back from bytes as they went", () => {
	const words = Int32Array.from([1, -1, 2 ** 31 - 1, -(2 ** 31), 0]);
	expect(unpackWords(packWords(words))).toEqual(words);
});
