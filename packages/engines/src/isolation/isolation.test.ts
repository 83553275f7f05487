import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resample } from "../media/resample.ts";
import { babble, people } from "../media/testing/person.ts";
import { decodeUpload } from "../media/upload.ts";
import { openIsolator } from "./isolation.ts";
import { createTransform } from "./transform.ts";

test("a spectrum leads back to the frame it came from", () => {
	const transform = createTransform(64);
	const frame = Float32Array.from({ length: 64 }, (_, at) => Math.sin(at * 0.7) + 0.3 * Math.cos(at * 2.1));
	const spectrum = transform.forward(frame);
	expect(spectrum.re).toHaveLength(33);
	const back = transform.back(spectrum);
	for (const [at, sample] of frame.entries()) expect(back[at]).toBeCloseTo(sample, 5);
});

/** Where the words are. What lies below is rumble, which some recordings have more of than of speech and which every isolator takes away. */
const heardHz = [100, 6_400] as const;
const size = 512;

/** Each frequency of each frame: its real and its imaginary part. */
function spectra(pcm: Float32Array): Float32Array {
	const transform = createTransform(size);
	const bins = heardHz.map((hz) => Math.round((hz * size) / 16_000)) as [number, number];
	const frames = Math.floor((pcm.length - size) / (size / 2)) + 1;
	const found = new Float32Array(frames * 2 * (bins[1] - bins[0]));
	let place = 0;
	const frame = new Float32Array(size);
	for (let at = 0; at + size <= pcm.length; at += size / 2) {
		for (let k = 0; k < size; k++) frame[k] = (pcm[at + k] as number) * Math.sin((Math.PI * (k + 0.5)) / size);
		const { re, im } = transform.forward(frame);
		for (let bin = bins[0]; bin < bins[1]; bin++) {
			found[place++] = re[bin] as number;
			found[place++] = im[bin] as number;
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

/** How much louder the speech is than all else, in decibels, where it was: one that comes late, or twice, is no speech. */
function clearness(speech: Float32Array, sound: Float32Array): number {
	const [wanted, got] = [spectra(speech), spectra(sound)];
	const target = product(wanted, got) ** 2 / product(wanted, wanted);
	return 10 * Math.log10(target / Math.max(1e-12, product(got, got) - target));
}

/** The noise so loud that the speech is `decibels` louder. */
function under(speech: Float32Array, noise: Float32Array, decibels: number): Float32Array {
	const gain = Math.sqrt(power(speech) / power(noise) / 10 ** (decibels / 10));
	return speech.map((sample, at) => sample + gain * (noise[at] ?? 0));
}

let dir: string;
beforeAll(async () => {
	dir = await mkdtemp(join(tmpdir(), "timbre-isolation-"));
});
afterAll(async () => rm(dir, { recursive: true, force: true }));

/** With the weights that lie in `dir`. */
async function cleaned(noisy: Float32Array): Promise<{ id: string; sound: Float32Array }> {
	const isolator = await openIsolator(dir);
	const input = resample(noisy, 16_000, isolator.sampleRate);
	const output = await isolator.isolate(input);
	expect(output).toHaveLength(input.length);
	await isolator.close();
	return { id: isolator.id, sound: resample(output, isolator.sampleRate, 16_000) };
}

test("RNNoise takes a hiss from under a voice and leaves the voice alone as and where it is", async () => {
	const voice = babble(people.ben, 4);
	let state = 7;
	const hiss = voice.map(() => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 31 - 1;
	});
	const noisy = under(voice, hiss, 5);
	const { id, sound } = await cleaned(noisy);
	expect(id).toBe("rnnoise");
	expect(clearness(voice, sound)).toBeGreaterThan(clearness(voice, noisy) + 2);
	expect(clearness(voice, (await cleaned(voice)).sound)).toBeGreaterThan(15);
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

	async function gains(readers: readonly Float32Array[]): Promise<{ id: string; gain: number; least: number }> {
		const found: number[] = [];
		let id = "";
		for (const speech of readers)
			for (const noise of clip("noise")) {
				const noisy = under(speech, noise, 5);
				const after = await cleaned(noisy);
				id = after.id;
				found.push(clearness(speech, after.sound) - clearness(speech, noisy));
			}
		return { id, gain: found.reduce((sum, one) => sum + one, 0) / found.length, least: Math.min(...found) };
	}

	test("RNNoise, which comes with the packages, makes speech clearer and leaves clean speech as and where it is", async () => {
		for (const speech of clip("speech")) expect(clearness(speech, (await cleaned(speech)).sound)).toBeGreaterThan(14);
		const { id, gain, least } = await gains(clip("speech"));
		expect(id).toBe("rnnoise");
		console.log(`RNNoise: ${gain.toFixed(1)} dB clearer, at least ${least.toFixed(1)}`);
		expect(gain).toBeGreaterThan(3);
		expect(least).toBeGreaterThan(1.5);
	});

	test("where the weights of GTCRN lie it is that, which does it better", async () => {
		await mkdir(join(dir, "gtcrn"));
		await copyFile(join(data, "gtcrn_simple.onnx"), join(dir, "gtcrn", "gtcrn_simple.onnx"));
		const { id, gain, least } = await gains(clip("speech").slice(0, 1));
		expect(id).toBe("gtcrn");
		console.log(`GTCRN: ${gain.toFixed(1)} dB clearer, at least ${least.toFixed(1)}`);
		expect(gain).toBeGreaterThan(5);
	});
});
