import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SpeechBadRequestError } from "../../errors.ts";
import { littleEndianBytes, writeInt16 } from "../../media/bytes.ts";
import { babble, concatAudio, people, silence } from "../../media/testing/person.ts";
import { createFakeEngine } from "../../speech/providers/fake.ts";
import { createEngineRegistry } from "../../speech/speech.ts";
import { measureTraits } from "../../voices/measure/traits.ts";
import { createSpeechClient, type SpeechClient } from "../client.ts";
import { createScheduler } from "../scheduler.ts";
import { createSpeechServer } from "../server.ts";
import { createVoiceConverter } from "./convert.ts";

let server: Server;
let client: SpeechClient;
const spoken: string[] = [];
beforeAll(async () => {
	server = createSpeechServer({
		registry: createEngineRegistry([createFakeEngine({ onSegment: (text) => spoken.push(text) })]),
		scheduler: createScheduler({ capacity: 16 }),
		ready: () => true,
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	client = createSpeechClient({ urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`] });
});
afterAll(async () => {
	client.close();
	server.closeAllConnections();
	server.close();
});

const { signal } = new AbortController();
const rate = 16_000;
const recording = concatAudio(silence(0.5), babble(people.ben, 2), silence(1), babble(people.ben, 2, 5), silence(0.5));
const words = [
	{ text: "Good", start: 0.5, end: 1.4 },
	{ text: "morning.", start: 1.4, end: 2.4 },
	{ text: "Goodbye.", start: 3.6, end: 5.2 },
];
const voice = { engine: "fake", speaker: "tone-high" };

function toPcm(samples: Float32Array): Uint8Array {
	const pcm = new Int16Array(samples.length);
	writeInt16(samples, pcm);
	return littleEndianBytes(pcm);
}
function toFloat(bytes: Uint8Array): Float32Array {
	const buffer = Buffer.from(bytes);
	return Float32Array.from({ length: bytes.length >> 1 }, (_, at) => buffer.readInt16LE(at * 2) / 32_767);
}

test("speaks the words of a recording with another voice, as long as the recording and with its pauses", async () => {
	const { pcm, sampleRate } = await client.revoice({ sampleRate: rate, words, voice }, toPcm(recording), signal);
	expect(sampleRate).toBe(24_000);
	expect(pcm.length / 2 / sampleRate).toBeCloseTo(recording.length / rate, 2);
	expect(spoken).toEqual(["Good morning.", "Goodbye."]);
	const audio = toFloat(pcm);
	expect(measureTraits(audio, sampleRate).pitchHz).toBeCloseTo(440, -2);
	const loudest = (from: number, to: number) =>
		audio.subarray(from * sampleRate, to * sampleRate).reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
	expect(loudest(2.7, 3.3)).toBeLessThan(0.01);
	expect(loudest(4, 4.5)).toBeGreaterThan(0.05);
});

test("a recording without words becomes silence of the same length", async () => {
	const { pcm, sampleRate } = await client.revoice({ sampleRate: rate, words: [], voice }, toPcm(recording), signal);
	expect(pcm.length / 2 / sampleRate).toBeCloseTo(recording.length / rate, 2);
	expect(pcm.every((byte) => byte === 0)).toBe(true);
});

test("reshapes pitch and formants and keeps length and rate", async () => {
	const { pcm, sampleRate } = await client.reshape(
		{ sampleRate: rate, pitch: 1.5, formant: 1.1 },
		toPcm(recording),
		signal,
	);
	expect({ sampleRate, bytes: pcm.length }).toEqual({ sampleRate: rate, bytes: recording.length * 2 });
	const [before, after] = [measureTraits(recording, rate), measureTraits(toFloat(pcm), rate)];
	expect(after.pitchHz / before.pitchHz).toBeCloseTo(1.5, 1);
});

test("rejects a rate, a factor, a voice or a length it can't use", async () => {
	const pcm = toPcm(recording);
	const reshaping = { sampleRate: rate, pitch: 1, formant: 1 };
	for (const attempt of [
		() => client.reshape({ ...reshaping, sampleRate: 1 }, pcm, signal),
		() => client.reshape({ ...reshaping, pitch: 100 }, pcm, signal),
		() => client.reshape(reshaping, new Uint8Array(rate * 2 * 61), signal),
		() => client.revoice({ sampleRate: rate, words, voice: { engine: "fake", speaker: "nobody" } }, pcm, signal),
	])
		await expect(attempt()).rejects.toThrow(SpeechBadRequestError);
});

test("converts with an installed model, and says so if there is none", async () => {
	const pcm = toPcm(recording);
	await expect(client.convert({ sampleRate: rate, voice }, pcm, signal)).rejects.toThrow(
		"no voice conversion model is installed",
	);
	const dir = await mkdtemp(join(tmpdir(), "timbre-conversion-"));
	await writeFile(join(dir, "model.json"), JSON.stringify({ sample_rate: rate }));
	await writeFile(join(dir, "model.onnx"), negatingModel());
	const converter = createVoiceConverter({
		registry: createEngineRegistry([createFakeEngine()]),
		scheduler: createScheduler({ capacity: 4 }),
		conversionModel: { dir, threads: 1 },
	});
	try {
		const converted = await converter.convert({ sampleRate: rate, voice }, pcm, signal);
		const [before, after] = [toFloat(pcm), toFloat(converted.pcm)];
		expect(after.length).toBe(before.length);
		expect(after[rate]).toBeCloseTo(-(before[rate] as number), 3);
	} finally {
		await converter.close();
		await rm(dir, { recursive: true, force: true });
	}
});

/** The smallest ONNX graph with the expected inputs: audio = -source. */
function negatingModel(): Buffer {
	const field = (number: number, content: Buffer | string) => {
		const bytes = Buffer.from(content);
		return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
	};
	const number = (field: number, value: number) => Buffer.from([field << 3, value]);
	const dimensions = field(2, Buffer.concat([field(1, number(1, 1)), field(1, field(2, "n"))]));
	const tensor = (name: string) =>
		Buffer.concat([field(1, name), field(2, field(1, Buffer.concat([number(1, 1), dimensions])))]);
	const graph = Buffer.concat([
		field(1, Buffer.concat([field(1, "source"), field(2, "audio"), field(4, "Neg")])),
		field(2, "negate"),
		field(11, tensor("source")),
		field(11, tensor("reference")),
		field(12, tensor("audio")),
	]);
	return Buffer.concat([number(1, 8), field(7, graph), field(8, number(2, 13))]);
}
