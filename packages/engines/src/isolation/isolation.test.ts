import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resample } from "../media/resample.ts";
import { babble, people } from "../media/testing/person.ts";
import { decodeUpload } from "../media/upload/upload.ts";
import { openIsolator } from "./isolation.ts";
import { createTransform } from "./transform.ts";

test("restores a frame from its spectrum", () => {
	const transform = createTransform(64);
	const frame = Float32Array.from({ length: 64 }, (_, at) => Math.sin(at * 0.7) + 0.3 * Math.cos(at * 2.1));
	const spectrum = transform.forward(frame);
	expect(spectrum.re).toHaveLength(33);
	const back = transform.inverse(spectrum);
	for (const [at, sample] of frame.entries()) expect(back[at]).toBeCloseTo(sample, 5);
});

/** The speech band. Below it is rumble, which can be louder than the speech and which every isolator removes. */
const speechBandHz = [100, 6_400] as const;
const size = 512;

/** The real and imaginary part of each bin of each frame. */
function spectra(pcm: Float32Array): Float32Array {
	const transform = createTransform(size);
	const bins = speechBandHz.map((hz) => Math.round((hz * size) / 16_000)) as [number, number];
	const frames = Math.floor((pcm.length - size) / (size / 2)) + 1;
	const found = new Float32Array(frames * 2 * (bins[1] - bins[0]));
	let position = 0;
	const frame = new Float32Array(size);
	for (let at = 0; at + size <= pcm.length; at += size / 2) {
		for (let k = 0; k < size; k++) frame[k] = (pcm[at + k] as number) * Math.sin((Math.PI * (k + 0.5)) / size);
		const { re, im } = transform.forward(frame);
		for (let bin = bins[0]; bin < bins[1]; bin++) {
			found[position++] = re[bin] as number;
			found[position++] = im[bin] as number;
		}
	}
	return found;
}

function product(one: Float32Array, other: Float32Array): number {
	let sum = 0;
	for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
	return sum;
}

const power = (pcm: Float32Array) => product(spectra(pcm), spectra(pcm));

/** Signal-to-noise ratio of the speech in decibels. Speech that is delayed or repeated counts as noise. */
function signalToNoise(speech: Float32Array, audio: Float32Array): number {
	const [expected, actual] = [spectra(speech), spectra(audio)];
	const target = product(expected, actual) ** 2 / product(expected, expected);
	return 10 * Math.log10(target / Math.max(1e-12, product(actual, actual) - target));
}

/** Adds noise at the given signal-to-noise ratio. */
function addNoise(speech: Float32Array, noise: Float32Array, decibels: number): Float32Array {
	const gain = Math.sqrt(power(speech) / power(noise) / 10 ** (decibels / 10));
	return speech.map((sample, at) => sample + gain * (noise[at] ?? 0));
}

let dir: string;
beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), "timbre-isolation-"));
});
afterAll(async () => rm(dir, { recursive: true, force: true }));

/** Isolates with the weights in `dir`. */
async function isolate(noisy: Float32Array): Promise<{ id: string; audio: Float32Array }> {
	const isolator = await openIsolator(dir);
	const input = resample(noisy, 16_000, isolator.sampleRate);
	const output = await isolator.isolate(input);
	expect(output).toHaveLength(input.length);
	await isolator.close();
	return { id: isolator.id, audio: resample(output, isolator.sampleRate, 16_000) };
}

test("RNNoise removes a hiss and leaves a clean voice unchanged", async () => {
	const voice = babble(people.ben, 4);
	let state = 7;
	const hiss = voice.map(() => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 31 - 1;
	});
	const noisy = addNoise(voice, hiss, 5);
	const { id, audio } = await isolate(noisy);
	expect(id).toBe("rnnoise");
	expect(signalToNoise(voice, audio)).toBeGreaterThan(signalToNoise(voice, noisy) + 2);
	expect(signalToNoise(voice, (await isolate(voice)).audio)).toBeGreaterThan(15);
});

const data = join(import.meta.dirname, "../../../../../shared/engines/data");
const seconds = 3;

const noData = existsSync(data) ? "" : " [skipped: the recordings of ../shared are not here]";
describe.skipIf(noData)(`on recordings${noData}`, () => {
	const clips = new Map<string, Float32Array>();
	beforeAll(async () => {
		for (const name of [
			"speech/1688-142285-0006.flac",
			"speech/1998-15444-0004.flac",
			"noise/rain.wav",
			"noise/vacuum_cleaner.wav",
		]) {
			const { samples, sampleRate } = await decodeUpload(await readFile(join(data, name)));
			clips.set(name, resample(samples, sampleRate, 16_000).subarray(0, seconds * 16_000));
		}
	});
	const clip = (kind: "speech" | "noise") => [...clips].filter(([name]) => name.startsWith(kind)).map(([, pcm]) => pcm);

	async function measureGain(clean: readonly Float32Array[]): Promise<{ id: string; gain: number; min: number }> {
		const found: number[] = [];
		let id = "";
		for (const speech of clean)
			for (const noise of clip("noise")) {
				const noisy = addNoise(speech, noise, 5);
				const after = await isolate(noisy);
				id = after.id;
				found.push(signalToNoise(speech, after.audio) - signalToNoise(speech, noisy));
			}
		return { id, gain: found.reduce((sum, one) => sum + one, 0) / found.length, min: Math.min(...found) };
	}

	test("RNNoise makes noisy speech clearer and leaves clean speech unchanged", async () => {
		for (const speech of clip("speech"))
			expect(signalToNoise(speech, (await isolate(speech)).audio)).toBeGreaterThan(14);
		const { id, gain, min } = await measureGain(clip("speech"));
		expect(id).toBe("rnnoise");
		console.log(`RNNoise: ${gain.toFixed(1)} dB clearer, at least ${min.toFixed(1)}`);
		expect(gain).toBeGreaterThan(3);
		expect(min).toBeGreaterThan(1.5);
	});

	test("uses GTCRN if its weights are installed and removes more noise", async () => {
		await mkdir(join(dir, "gtcrn"));
		await copyFile(join(data, "gtcrn_simple.onnx"), join(dir, "gtcrn", "gtcrn_simple.onnx"));
		const { id, gain, min } = await measureGain(clip("speech").slice(0, 1));
		expect(id).toBe("gtcrn");
		console.log(`GTCRN: ${gain.toFixed(1)} dB clearer, at least ${min.toFixed(1)}`);
		expect(gain).toBeGreaterThan(5);
	});
});
