import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SpeechBadRequestError } from "../../errors.ts";
import { babble, concatAudio, people, silence, wavFile } from "../../media/testing/person.ts";
import { recordingType } from "../../media/upload/kind.ts";
import { readWav } from "../../media/wav.ts";
import { createFakeTranscriber } from "../../transcription/providers/fake-transcriber.ts";
import { cosine } from "../../voices/measure/speaker.ts";
import { createSampleProcessor, type SampleProcessor } from "./samples.ts";

let folder: string;
let samples: SampleProcessor;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "timbre-samples-"));
	samples = createSampleProcessor({ modelsDir: folder, takeChecker: createFakeTranscriber() });
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;
const sentence = "I agree that a voice is made from my recordings.";

test("measures length, speech, trim range, waveform and speaker vector of a recording", async () => {
	const pcm = concatAudio(silence(1), babble(people.ada, 4), silence(1));
	const analysis = await samples.analyze(wavFile(pcm), 60, signal);
	expect(analysis.seconds).toBeCloseTo(6, 2);
	expect(analysis.speechSeconds).toBeGreaterThan(3);
	expect(analysis.trim?.start).toBeCloseTo(0.9, 0);
	expect(analysis.peaks).toHaveLength(200);
	expect(analysis.peaks[10]).toBeLessThan(5);
	expect(analysis.peaks[100]).toBeGreaterThan(20);
	expect(analysis.traits?.pitchHz).toBeGreaterThan(215);
	expect(analysis.traits?.pitchHz).toBeLessThan(265);
	const [same, other] = await Promise.all([
		samples.analyze(wavFile(babble(people.ada, 4, 9)), 60, signal),
		samples.analyze(wavFile(babble(people.ben, 4, 9)), 60, signal),
	]);
	expect(cosine(analysis.vector, same.vector)).toBeGreaterThan(cosine(analysis.vector, other.vector) + 0.2);
});

test("transcribes a reading without the words that were left out", async () => {
	const reading = await samples.transcribe(wavFile(babble(people.ben, 4)), { sentence, language: "en" }, signal);
	// A word may fall into a pause.
	expect(reading.transcript.split(" ").length).toBeGreaterThanOrEqual(9);
	expect(reading.vector.length).toBeGreaterThan(0);
	const half = concatAudio(babble(people.ben, 1.5), silence(2), babble(people.ben, 0.5));
	expect(
		(await samples.transcribe(wavFile(half), { sentence, language: "en" }, signal)).transcript.length,
	).toBeLessThan(sentence.length / 1.3);
	expect((await samples.transcribe(wavFile(silence(3)), { sentence, language: "en" }, signal)).transcript).toBe("");
});

test("cuts the requested ranges into a wav file, up to the length limit", async () => {
	const pcm = concatAudio(babble(people.ada, 2), silence(2), babble(people.ada, 2));
	const parts = [
		{ start: 0.5, end: 1.5 },
		{ start: 4.5, end: 5.5 },
	];
	const cut = readWav(await samples.cut(wavFile(pcm), { parts, isolated: false }, signal));
	expect(cut.sampleRate).toBe(24_000);
	expect(cut.samples.length / cut.sampleRate).toBeCloseTo(2, 2);
	const short = readWav(await samples.cut(wavFile(pcm), { parts, isolated: false, maxSeconds: 1.2 }, signal));
	expect(short.samples.length / 24_000).toBeCloseTo(1.2, 2);
});

test("removes noise between words and keeps the words in place", async () => {
	const clean = concatAudio(silence(1), babble(people.ben, 3), silence(1));
	const noisy = clean.map((sample, at) => sample + 0.06 * (((Math.sin(at * 12.9898) * 43_758.5453) % 1) - 0.5));
	const before = readWav(await samples.cut(wavFile(noisy), { isolated: false }, signal)).samples;
	const after = readWav(await samples.cut(wavFile(noisy), { isolated: true }, signal)).samples;
	expect(after.length).toBe(before.length);
	const loudness = (pcm: Float32Array, from: number, to: number) =>
		Math.sqrt(pcm.subarray(from * 24_000, to * 24_000).reduce((sum, x) => sum + x * x, 0) / ((to - from) * 24_000));
	// The isolator learns the noise during the first half second.
	expect(loudness(after, 4.3, 4.9)).toBeLessThan(loudness(before, 4.3, 4.9) / 3);
	expect(loudness(after, 1.5, 3.5)).toBeGreaterThan(loudness(before, 1.5, 3.5) / 3);
});

test("finds two speakers", async () => {
	const pcm = concatAudio(
		babble(people.ada, 5),
		silence(0.5),
		babble(people.ben, 5),
		silence(0.5),
		babble(people.ada, 4, 3),
	);
	expect(await samples.findSpeakers(wavFile(pcm), signal)).toHaveLength(2);
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
	["a WebM video", Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from("webm V_VP9")]), /video/],
	["an AVI video", Buffer.concat([Buffer.from("RIFF\0\0\0\0AVI LIST"), Buffer.alloc(40)]), /video/],
	["a text file", Buffer.from("this is no sound at all, only words"), /./],
	["a zip archive", Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(500)]), /./],
	["an empty file", new Uint8Array(0), /empty/],
	["a wav file cut off in its header", wavFile(silence(1)).subarray(0, 30), /./],
] as const)("rejects %s with a reason", async (_name, bytes, reason) => {
	const attempt = samples.analyze(bytes, 60, signal).catch((error: unknown) => error);
	const error = await attempt;
	expect(error).toBeInstanceOf(SpeechBadRequestError);
	expect((error as Error).message).toMatch(reason);
});

test("rejects recordings over the length limit, and does not mistake mp4 audio for a video", async () => {
	await expect(samples.analyze(wavFile(silence(5)), 4, signal)).rejects.toBeInstanceOf(SpeechBadRequestError);
	expect(recordingType(mp4("soun"))).toBe("audio/mp4");
	await expect(samples.analyze(mp4("soun"), 60, signal)).rejects.not.toThrow(/video/);
});
