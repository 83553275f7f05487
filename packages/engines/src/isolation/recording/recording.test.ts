import { beforeAll, expect, test } from "vitest";
import { resample } from "../../media/resample.ts";
import { babble, people } from "../../media/testing/person.ts";
import { createTransform } from "../transform.ts";
import { createRecordingIsolator, type IsolateRecording } from "./in-worker.ts";
import type { IsolationChunk } from "./isolate.ts";
import { summarizeLevels } from "./levels.ts";

const rate = 48_000;
const signal = new AbortController().signal;
let isolate: IsolateRecording;
let voice: Float32Array;
let noisy: Float32Array;

beforeAll(() => {
	isolate = createRecordingIsolator({ modelsDir: "/nowhere" });
	// Two sentences with a second of silence between them.
	const sentence = resample(babble(people.ben, 2), 16_000, rate);
	voice = new Float32Array(sentence.length * 2 + rate);
	voice.set(sentence);
	voice.set(sentence, sentence.length + rate);
	let state = 7;
	noisy = voice.map((sample) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return 0.7 * sample + 0.02 * (state / 2 ** 31 - 1);
	});
});

const toPcm = (samples: Float32Array) => {
	const pcm = Buffer.alloc(samples.length * 2);
	for (const [at, sample] of samples.entries()) pcm.writeInt16LE(Math.round(sample * 32_767), at * 2);
	return pcm;
};
const fromPcm = (pcm: Uint8Array) => {
	const bytes = Buffer.from(pcm);
	return Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2) / 32_767);
};

const whole: IsolationChunk = { sampleRate: rate, channels: 1, before: 0, after: 0 };

const power = (pcm: Float32Array) => pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length;
const difference = (some: Float32Array, other: Float32Array) => some.map((sample, at) => sample - (other[at] ?? 0));

test("frames of 1,536 samples are restored from their spectrum", () => {
	const transform = createTransform(1_536);
	const frame = Float32Array.from({ length: 1_536 }, (_, at) => Math.sin(at * 0.7) + 0.3 * Math.cos(at * 2.1));
	const spectrum = transform.forward(frame);
	expect(spectrum.re).toHaveLength(769);
	for (const [at, sample] of transform.inverse(spectrum).entries()) expect(sample).toBeCloseTo(frame[at] as number, 4);
});

test("removes the noise of a recording and measures how much is left", async () => {
	const { engine, levels, pcm } = await isolate(whole, toPcm(noisy), signal);
	expect(engine).toBe("rnnoise");
	expect(pcm).toHaveLength(noisy.length * 2);
	const measured = summarizeLevels([levels]);
	// The planted noise: 0.02 at random, -38.7 dB.
	expect(measured?.noiseFloorDb.before).toBeCloseTo(-38.7, 0);
	expect(measured?.noiseFloorDb.after).toBeLessThan(-48);
	expect(measured?.snrDb.after).toBeGreaterThan((measured?.snrDb.before ?? 0) + 8);
	const clean = voice.map((sample) => 0.7 * sample);
	expect(power(difference(fromPcm(pcm), clean))).toBeLessThan(power(difference(noisy, clean)));
});

test("changes both channels by the same amount", async () => {
	const stereo = new Float32Array(noisy.length * 2);
	for (const [at, sample] of noisy.entries()) {
		stereo[at * 2] = sample;
		stereo[at * 2 + 1] = sample / 4;
	}
	const { pcm } = await isolate({ ...whole, channels: 2 }, toPcm(stereo), signal);
	const output = fromPcm(pcm);
	expect(output).toHaveLength(stereo.length);
	const left = output.filter((_, at) => at % 2 === 0);
	const right = output.filter((_, at) => at % 2 === 1);
	expect(Math.sqrt(power(left) / power(right))).toBeCloseTo(4, 1);
});

test("what surrounds a chunk is not returned, and makes its end fit the next one", async () => {
	const middle = Math.round(noisy.length / 2);
	const context = rate;
	const later: IsolationChunk = { ...whole, before: context };
	const [first, second, together] = await Promise.all([
		isolate({ ...whole, after: context }, toPcm(noisy.subarray(0, middle + context)), signal),
		isolate(later, toPcm(noisy.subarray(middle - context)), signal),
		isolate(whole, toPcm(noisy), signal),
	]);
	expect(first.pcm).toHaveLength(middle * 2);
	expect(second.pcm).toHaveLength((noisy.length - middle) * 2);
	const joined = fromPcm(Buffer.concat([first.pcm, second.pcm]));
	const expected = fromPcm(together.pcm);
	const around = (pcm: Float32Array) => pcm.subarray(middle - rate / 10, middle + rate / 10);
	// Around the join, it differs from the recording in one piece by less than -80 dB.
	expect(power(difference(around(joined), around(expected)))).toBeLessThan(1e-8);
});

test("isolates 16 kHz recordings at their own rate", async () => {
	const narrow = resample(noisy, rate, 16_000);
	const { pcm } = await isolate({ ...whole, sampleRate: 16_000 }, toPcm(narrow), signal);
	expect(pcm).toHaveLength(narrow.length * 2);
});

test("rejects chunks of another rate and chunks that are too long", async () => {
	const wrong = { ...whole, sampleRate: 44_100 } as unknown as IsolationChunk;
	await expect(isolate(wrong, new Uint8Array(4), signal)).rejects.toThrow("sample rate");
	await expect(isolate(whole, new Uint8Array(48_000 * 4 * 121), signal)).rejects.toThrow("too long");
});
