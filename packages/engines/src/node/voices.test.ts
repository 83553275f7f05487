import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SpeechBadRequestError } from "../errors.ts";
import { createEncoder } from "../media/encoder.ts";
import { finishWav } from "../media/wav.ts";
import { parseBlend } from "../speech/blend.ts";
import { createFakeEngine } from "../speech/providers/fake.ts";
import { createEngineRegistry } from "../speech/speech.ts";
import type { MatchProgress } from "../voices/match.ts";
import { paletteOf } from "../voices/palette.ts";
import { voiceLike } from "../voices/testing/voice-like.ts";
import { createSpeechClient, type SpeechClient } from "./client.ts";
import { createScheduler } from "./scheduler.ts";
import { createSpeechServer } from "./server.ts";

let server: Server;
let client: SpeechClient;
beforeAll(async () => {
	server = createSpeechServer({
		registry: createEngineRegistry([createFakeEngine()]),
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

const signal = AbortSignal.timeout(60_000);
const text = "A sentence that is long enough to be measured, and a little longer.";
const audition = { engine: "fake", language: "en", text, format: "mp3_44100_128", priority: "interactive" } as const;

async function recording(options: Parameters<typeof voiceLike>[0]): Promise<Uint8Array> {
	const encoder = await createEncoder("wav_16000", 16_000);
	return finishWav(Buffer.concat([encoder.push(voiceLike(options)), encoder.flush()]));
}

test("synthesizes and measures a blend: its prosody sets the pitch, its pace the length", async () => {
	const blend = (pace: number) => `blend:tone-high*0.3+tone-low*0.7/tone-low*0.5+tone-middle*0.5/${pace}`;
	const normal = await client.audition({ ...audition, speaker: blend(1) }, signal);
	expect(normal.traits.pitchHz).toBeCloseTo(Math.sqrt(220 * 440), -1);
	expect(normal.bytes.length).toBeGreaterThan(10_000);
	expect(normal.vector).toHaveLength(32);
	const slow = await client.audition({ ...audition, speaker: blend(0.8) }, signal);
	expect(slow.seconds / normal.seconds).toBeCloseTo(1.25, 1);
	expect(slow.traits.syllablesPerSecond / normal.traits.syllablesPerSecond).toBeCloseTo(0.8, 1);
});

test("rejects a speaker that is not a valid blend of the engine's speakers", async () => {
	for (const speaker of ["blend:nobody*1/tone-low*1/1", "blend:tone-low*1/tone-low*1/9", "nobody"])
		await expect(client.audition({ ...audition, speaker }, signal)).rejects.toThrow(SpeechBadRequestError);
});

test("measures a recording and rejects other files", async () => {
	const { traits, vector } = await client.measure(await recording({ pitchHz: 150, seconds: 3 }), signal);
	expect(traits.pitchHz).toBeCloseTo(150, -1);
	expect(vector).toHaveLength(32);
	await expect(client.measure(Buffer.from("not an audio file"), signal)).rejects.toThrow(SpeechBadRequestError);
});

test("reports progress of a match and finds a blend with the pitch of the samples, the same each time", async () => {
	const samples = [await recording({ pitchHz: 260, seconds: 3 }), await recording({ pitchHz: 270, seconds: 2 })];
	const reported: MatchProgress[] = [];
	const found = await client.match(samples, { engine: "fake", tries: 6 }, signal, (progress) =>
		reported.push(progress),
	);
	expect(parseBlend(found.speaker, new Set(paletteOf("fake").map(({ speaker }) => speaker)))).toBeDefined();
	expect(Math.abs(found.pitchHz / found.targetPitchHz - 1)).toBeLessThan(0.06);
	expect(reported.length).toBeGreaterThan(3);
	expect(reported.at(-1)?.done).toBe(reported.at(-1)?.total);
	expect((await client.match(samples, { engine: "fake", tries: 6 }, signal)).speaker).toBe(found.speaker);
});

test("rejects a match of recordings without speech, and stops a match that is aborted", async () => {
	const silence = finishWav(
		Buffer.concat([await createEncoder("wav_16000", 16_000).then((encoder) => encoder.push(new Float32Array(16_000)))]),
	);
	await expect(client.match([silence], { engine: "fake" }, signal)).rejects.toThrow(/no speech/);
	const controller = new AbortController();
	const sample = await recording({ pitchHz: 260, seconds: 3 });
	const match = client.match([sample], { engine: "fake", tries: 500 }, controller.signal, () => controller.abort());
	await expect(match).rejects.toThrow();
});
