import { beforeAll, describe, expect, test } from "vitest";
import { createEspeakEngine } from "../../speech/providers/espeak.ts";
import { decodeAudio } from "../decode.ts";
import { createEncoder } from "../encoder.ts";
import type { OutputFormat } from "../formats.ts";
import { resample } from "../resample.ts";
import {
	comparableSeconds,
	createFingerprinter,
	createMatcher,
	type Fingerprint,
	fingerprintRate,
	indexKeys,
	packWords,
	queryKeys,
	unpackWords,
} from "./fingerprint.ts";

const texts = [
	"The harbour lay quiet under a thin fog, and the first boats of the morning were already far out beyond the light.",
	"Nobody had told the gardener that the roses were to be moved, so he watered them as he had done for thirty years.",
];
const rate = 22_050;
const clips: Float32Array[] = [];

beforeAll(async () => {
	const engine = createEspeakEngine();
	for (const text of texts)
		clips.push((await engine.synthesize({ text, speaker: "en-us", language: "en-US", speed: 1 })).pcm);
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

/** Adds deterministic noise at the given signal-to-noise ratio. */
function addNoise(pcm: Float32Array, decibels: number): Float32Array {
	const power = pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length;
	const size = Math.sqrt(power * 10 ** (-decibels / 10) * 3);
	let state = 7;
	return pcm.map((sample) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return sample + size * (state / 2 ** 31 - 1);
	});
}

const audio = (at = 0) => clips[at] as Float32Array;
const shared = (clip: Fingerprint, known: Fingerprint) => {
	const keys = new Set(indexKeys(known.words));
	return queryKeys(clip).filter((key) => keys.has(key)).length;
};

describe("recognizes audio", () => {
	test.each<[string, () => Promise<Fingerprint>]>([
		["unchanged", () => fingerprint(audio())],
		["at a different volume", () => fingerprint(audio().map((sample) => sample * 0.2))],
		[
			"encoded as MP3 at 32 kbit/s",
			async () => {
				const { samples, sampleRate } = await encoded(audio(), "mp3_22050_32");
				return fingerprint(samples, sampleRate);
			},
		],
		[
			"encoded as Opus at 32 kbit/s",
			async () => {
				const { samples, sampleRate } = await encoded(audio(), "opus_48000_32");
				return fingerprint(samples, sampleRate);
			},
		],
		[
			"encoded for the telephone",
			async () => {
				const { samples, sampleRate } = await encoded(audio(), "ulaw_8000");
				return fingerprint(samples, sampleRate);
			},
		],
		["with noise 20 dB below it", () => fingerprint(addNoise(audio(), 20))],
	])("%s", async (_, createClip) => {
		const clip = await createClip();
		const known = await fingerprint(audio());
		expect(shared(clip, known)).toBeGreaterThan(3);
		const [part, ...more] = createMatcher(clip)(known.words);
		expect(more).toEqual([]);
		expect(part?.start).toBeLessThan(0.5);
		expect(part?.end).toBeGreaterThan(clip.seconds - 0.7);
		expect(part?.bitErrors).toBeLessThan(0.2);
	});

	test("cut from the middle at any offset", async () => {
		const known = await fingerprint(audio());
		for (const start of [1, 1.0037, 1.0061]) {
			const clip = await fingerprint(audio().slice(start * rate, (start + 4) * rate));
			const [part] = createMatcher(clip)(known.words);
			expect(part?.end ?? 0, `cut at ${start}`).toBeGreaterThan(3);
		}
	});

	test("between other audio, and reports where", async () => {
		const joined = new Float32Array(audio(1).length + 4 * rate + audio(1).length);
		joined.set(audio(1));
		joined.set(audio().subarray(rate, 5 * rate), audio(1).length);
		joined.set(audio(1), audio(1).length + 4 * rate);
		const clip = await fingerprint(joined);
		const parts = createMatcher(clip)((await fingerprint(audio())).words);
		expect(parts).toHaveLength(1);
		const at = audio(1).length / rate;
		expect(Math.abs((parts[0]?.start ?? 0) - at)).toBeLessThan(1.2);
		expect(Math.abs((parts[0]?.end ?? 0) - at - 4)).toBeLessThan(1.2);
	});
});

test("does not confuse different words in the same voice", async () => {
	const clip = await fingerprint(audio(1));
	const known = await fingerprint(audio());
	expect(createMatcher(clip)(known.words)).toEqual([]);
	expect(createMatcher(known)(clip.words)).toEqual([]);
});

test("finds nothing to compare in silence", async () => {
	const silence = await fingerprint(new Float32Array(5 * rate));
	expect(comparableSeconds(silence)).toBe(0);
	expect(indexKeys(silence.words)).toEqual([]);
	expect(createMatcher(silence)(silence.words)).toEqual([]);
});

test("gives the same fingerprint however the audio is split", async () => {
	const pcm = resample(audio(), rate, fingerprintRate);
	const pieces = createFingerprinter();
	for (let at = 0; at < pcm.length; at += 1_777) await pieces.push(pcm.subarray(at, at + 1_777));
	const whole = createFingerprinter();
	await whole.push(pcm);
	expect(pieces.finish()).toEqual(whole.finish());
});

test("packs words into bytes and unpacks them again", () => {
	const words = Int32Array.from([1, -1, 2 ** 31 - 1, -(2 ** 31), 0]);
	expect(unpackWords(packWords(words))).toEqual(words);
});
