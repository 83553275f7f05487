import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { babble, oneAfterTheOther, people, recordingOf, silence } from "../media/testing/person.ts";
import { recordingType } from "../media/upload-kind.ts";
import { readWav } from "../media/wav.ts";
import { createFakeEar } from "../transcription/providers/fake-ear.ts";
import { cosine } from "../voices/speaker.ts";
import { SpeechBadRequestError } from "./errors.ts";
import { createSampleListener, type SampleListener } from "./samples.ts";

let folder: string;
let samples: SampleListener;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-samples-"));
	samples = createSampleListener({ modelsDir: folder, listener: createFakeEar() });
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;
const sentence = "I agree that a voice is made from my recordings.";

test("a recording is described: its length, its speech, its trim, its waveform and whose voice it is", async () => {
	const pcm = oneAfterTheOther(silence(1), babble(people.ada, 4), silence(1));
	const facts = await samples.facts(recordingOf(pcm), 60, signal);
	expect(facts.seconds).toBeCloseTo(6, 2);
	expect(facts.speechSeconds).toBeGreaterThan(3);
	expect(facts.trim?.start).toBeCloseTo(0.9, 0);
	expect(facts.peaks).toHaveLength(200);
	expect(facts.peaks[10]).toBeLessThan(5);
	expect(facts.peaks[100]).toBeGreaterThan(20);
	expect(facts.traits?.pitchHz).toBeGreaterThan(215);
	expect(facts.traits?.pitchHz).toBeLessThan(265);
	const [same, other] = await Promise.all([
		samples.facts(recordingOf(babble(people.ada, 4, 9)), 60, signal),
		samples.facts(recordingOf(babble(people.ben, 4, 9)), 60, signal),
	]);
	expect(cosine(facts.vector, same.vector)).toBeGreaterThan(cosine(facts.vector, other.vector) + 0.2);
});

test("what is said in a reading is written down, and what was left out is missing", async () => {
	const said = await samples.reading(recordingOf(babble(people.ben, 4)), sentence, signal);
	// A word may fall into a pause of the babble.
	expect(said.heard.split(" ").length).toBeGreaterThanOrEqual(9);
	expect(said.vector.length).toBeGreaterThan(0);
	const half = oneAfterTheOther(babble(people.ben, 1.5), silence(2), babble(people.ben, 0.5));
	expect((await samples.reading(recordingOf(half), sentence, signal)).heard.length).toBeLessThan(sentence.length / 1.3);
	expect((await samples.reading(recordingOf(silence(3)), sentence, signal)).heard).toBe("");
});

test("a cut is a wav file of the stretches that were asked for, no longer than allowed", async () => {
	const pcm = oneAfterTheOther(babble(people.ada, 2), silence(2), babble(people.ada, 2));
	const parts = [
		{ start: 0.5, end: 1.5 },
		{ start: 4.5, end: 5.5 },
	];
	const cut = readWav(await samples.cut(recordingOf(pcm), { parts, isolated: false }, signal));
	expect(cut.sampleRate).toBe(24_000);
	expect(cut.samples.length / cut.sampleRate).toBeCloseTo(2, 2);
	const short = readWav(await samples.cut(recordingOf(pcm), { parts, isolated: false, maxSeconds: 1.2 }, signal));
	expect(short.samples.length / 24_000).toBeCloseTo(1.2, 2);
});

test("noise is taken out between the words, and the words stay where they were", async () => {
	const clean = oneAfterTheOther(silence(1), babble(people.ben, 3), silence(1));
	const noisy = clean.map((sample, at) => sample + 0.06 * (((Math.sin(at * 12.9898) * 43_758.5453) % 1) - 0.5));
	const before = readWav(await samples.cut(recordingOf(noisy), { isolated: false }, signal)).samples;
	const after = readWav(await samples.cut(recordingOf(noisy), { isolated: true }, signal)).samples;
	expect(after.length).toBe(before.length);
	const loudness = (pcm: Float32Array, from: number, to: number) =>
		Math.sqrt(pcm.subarray(from * 24_000, to * 24_000).reduce((sum, x) => sum + x * x, 0) / ((to - from) * 24_000));
	// The first half second it listens to what the noise is like.
	expect(loudness(after, 4.3, 4.9)).toBeLessThan(loudness(before, 4.3, 4.9) / 3);
	expect(loudness(after, 1.5, 3.5)).toBeGreaterThan(loudness(before, 1.5, 3.5) / 3);
});

test("two speakers are found", async () => {
	const pcm = oneAfterTheOther(
		babble(people.ada, 5),
		silence(0.5),
		babble(people.ben, 5),
		silence(0.5),
		babble(people.ada, 4, 3),
	);
	expect(await samples.speakers(recordingOf(pcm), signal)).toHaveLength(2);
});

const box = (type: string, ...content: Uint8Array[]) => {
	const body = Buffer.concat(content);
	const head = Buffer.alloc(8);
	head.writeUInt32BE(body.length + 8);
	head.write(type, 4, "latin1");
	return Buffer.concat([head, body]);
};
const handler = (kind: string) =>
	box("hdlr", Buffer.concat([Buffer.alloc(8), Buffer.from(kind, "latin1"), Buffer.alloc(13)]));
const mp4 = (kind: string) =>
	Buffer.concat([box("ftyp", Buffer.from("isomisom")), box("moov", box("trak", box("mdia", handler(kind))))]);

test.each([
	["a video", mp4("vide"), /video/],
	["a video for the web", Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from("webm V_VP9")]), /video/],
	["an old video", Buffer.concat([Buffer.from("RIFF\0\0\0\0AVI LIST"), Buffer.alloc(40)]), /video/],
	["a text", Buffer.from("this is no sound at all, only words"), /./],
	["an archive", Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(500)]), /./],
	["nothing", new Uint8Array(0), /empty/],
	["a wav file cut off in its header", recordingOf(silence(1)).subarray(0, 30), /./],
] as const)("%s is refused with a reason", async (_name, bytes, reason) => {
	const refused = samples.facts(bytes, 60, signal).catch((error: unknown) => error);
	const error = await refused;
	expect(error).toBeInstanceOf(SpeechBadRequestError);
	expect((error as Error).message).toMatch(reason);
});

test("what is longer than allowed is refused, and sound in an mp4 file is not taken for a video", async () => {
	await expect(samples.facts(recordingOf(silence(5)), 4, signal)).rejects.toBeInstanceOf(SpeechBadRequestError);
	expect(recordingType(mp4("soun"))).toBe("audio/mp4");
	await expect(samples.facts(mp4("soun"), 60, signal)).rejects.not.toThrow(/video/);
});
