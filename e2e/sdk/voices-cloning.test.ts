// Official client: instant and professional cloning.
import { audioTypes } from "@timbre/contract/files.ts";
import { type MediaKind, makeMedia } from "@timbre/engines/media/testing/make-media.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { bytesOf, catchError, client, decodeMp3, server } from "./client.ts";
import { recordingOf, sampleFile } from "./recordings.ts";

/** What each type usually contains. */
const kinds: Record<(typeof audioTypes)[number], MediaKind> = {
	aac: "aac",
	aiff: "aiff",
	ogg: "opus",
	mpeg: "mp3",
	mp3: "mp3",
	opus: "opus",
	wav: "wav",
	webm: "webm audio",
	flac: "flac",
	mp4: "m4a",
	m4a: "m4a",
};

async function encodeInEveryType(wav: Buffer): Promise<File[]> {
	return Promise.all(
		audioTypes.map(async (type) => {
			const bytes = Uint8Array.from(await makeMedia(kinds[type], { wav }));
			return new File([bytes], `sample.${type}`, { type: `audio/${type}` });
		}),
	);
}

type Consent = { challenge: { sentence: string } | null; given: { scope: string[] } | null };

/** Requests that the official client does not have, such as consent. */
async function request<T>(method: string, path: string, body?: FormData): Promise<T> {
	const response = await fetch(server.url + path, {
		method,
		headers: { "xi-api-key": server.apiKey },
		...(body ? { body } : {}),
	});
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return (await response.json()) as T;
}

/** Reads the sentence in the voice of the samples. */
async function readSentence(sentence: string): Promise<File> {
	return new File([Uint8Array.from(await recordingOf(sentence))], "reading.wav", { type: "audio/wav" });
}

async function waitForTraining(voiceId: string): Promise<string> {
	for (const end = Date.now() + 120_000; Date.now() < end; ) {
		const { state } = await request<{ state: string }>("GET", `/v1/voices/${voiceId}/training`);
		if (["fine_tuned", "failed", "cancelled"].includes(state)) return state;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error("the voice was not trained within two minutes");
}

// Matching takes a while on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

describe("voices.ivc", () => {
	let voiceId: string;
	let second: Buffer;
	beforeAll(async () => {
		const other = await sampleFile("two.wav", "A second recording, which says something else altogether.");
		second = Buffer.from(await other.arrayBuffer());
		const made = await client.voices.ivc.create({
			name: "Narrator",
			files: [await sampleFile("one.wav"), other],
			description: "Made from two recordings.",
			labels: JSON.stringify({ use: "test" }),
			removeBackgroundNoise: false,
		});
		expect(made).toMatchObject({ voiceId: expect.any(String), requiresVerification: expect.any(Boolean) });
		voiceId = made.voiceId;
	});
	afterAll(async () => {
		if (voiceId) await client.voices.delete(voiceId);
	});

	test("create adds a voice with its samples, which can't be used before consent", async () => {
		expect(await waitForTraining(voiceId)).toBe("fine_tuned");
		const voice = await client.voices.get(voiceId);
		expect(voice).toMatchObject({ name: "Narrator", category: "cloned", labels: { use: "test" } });
		expect(voice.samples?.map(({ fileName }) => fileName).sort()).toEqual(["one.wav", "two.wav"]);
		const error = await catchError(client.textToSpeech.convert(voiceId, { text: "Not yet." }));
		expect(error).toMatchObject({ statusCode: expect.any(Number) });
		expect((error as { statusCode: number }).statusCode).toBeLessThan(500);
	});

	test("the voice works after consent and stops working after revocation, stored sentences included", async () => {
		const { challenge } = await request<Consent>("GET", `/v1/voices/${voiceId}/consent`);
		const form = new FormData();
		form.set("recording", await readSentence(challenge?.sentence ?? ""));
		form.append("scope", "workspace");
		await request("POST", `/v1/voices/${voiceId}/consent`, form);
		const generate = () => client.textToSpeech.convert(voiceId, { text: "Now it may be heard." });
		const bytes = await bytesOf(await generate());
		expect((await decodeMp3(bytes)).peak).toBeGreaterThan(0.01);
		await request("DELETE", `/v1/voices/${voiceId}/consent`);
		const error = await catchError(generate());
		expect((error as { statusCode: number }).statusCode).toBeGreaterThanOrEqual(400);
		expect((error as { statusCode: number }).statusCode).toBeLessThan(500);
	});

	test("voices.samples.audio.get returns a sample unchanged, and samples.delete deletes it", async () => {
		const { samples } = await client.voices.get(voiceId);
		const sample = samples?.find(({ fileName }) => fileName === "two.wav");
		const bytes = await bytesOf(await client.voices.samples.audio.get(voiceId, sample?.sampleId ?? ""));
		expect(bytes.equals(second)).toBe(true);
		expect(await client.samples.delete(voiceId, sample?.sampleId ?? "")).toMatchObject({ status: "ok" });
		expect((await client.voices.get(voiceId)).samples?.map(({ fileName }) => fileName)).toEqual(["one.wav"]);
		expect(await catchError(client.voices.samples.audio.get(voiceId, sample?.sampleId ?? ""))).toMatchObject({
			statusCode: 404,
		});
	});

	test("400: a file that is not a recording is rejected with a reason", async () => {
		const files = [new File(["This is a letter."], "letter.wav", { type: "audio/wav" })];
		const error = await catchError(client.voices.ivc.create({ name: "None", files }));
		expect(error).toMatchObject({ statusCode: 400, body: { detail: { status: "invalid_audio" } } });
	});
});

describe("voices.pvc, all methods", () => {
	const { pvc } = client.voices;
	let voiceId: string;
	let sampleId: string;

	test("create and update", async () => {
		voiceId = (await pvc.create({ name: "Professional", language: "en", description: "Of many recordings." })).voiceId;
		expect(await pvc.update(voiceId, { name: "Renamed", labels: { use: "books" } })).toMatchObject({ voiceId });
		const voice = await client.voices.get(voiceId);
		expect(voice).toMatchObject({ name: "Renamed", category: "professional", labels: { use: "books" } });
		expect(voice.fineTuning).toMatchObject({ isAllowedToFineTune: expect.any(Boolean), state: expect.any(Object) });
	});

	test("samples.create, update and delete", async () => {
		const added = await pvc.samples.create(voiceId, {
			files: [await sampleFile("a.wav"), await sampleFile("b.wav", "And another one, to be thrown away soon after.")],
		});
		expect(added.map(({ fileName }) => fileName).sort()).toEqual(["a.wav", "b.wav"]);
		sampleId = added.find(({ fileName }) => fileName === "a.wav")?.sampleId ?? "";
		const spare = added.find(({ fileName }) => fileName === "b.wav")?.sampleId ?? "";
		expect(await pvc.samples.update(voiceId, sampleId, { trimStartTime: 100, trimEndTime: 9_000 })).toMatchObject({
			voiceId,
		});
		expect(await pvc.samples.delete(voiceId, spare)).toMatchObject({ status: "ok" });
		const { samples } = await client.voices.get(voiceId);
		expect(samples).toMatchObject([{ sampleId, trimStart: 100, trimEnd: 9_000 }]);
	});

	test("samples.create accepts every listed audio type and decodes it fully", async () => {
		const files = await encodeInEveryType(await recordingOf("The harbour lay quiet under a thin fog until noon."));
		const added = await pvc.samples.create(voiceId, { files });
		expect(added.map(({ fileName }) => fileName)).toEqual(files.map(({ name }) => name));
		const seconds = added.map(({ durationSecs }) => durationSecs ?? 0);
		expect(Math.min(...seconds)).toBeGreaterThan(2.5);
		// Some types pad their ends.
		expect(Math.max(...seconds) - Math.min(...seconds)).toBeLessThan(0.2);
		for (const { sampleId: id } of added) await pvc.samples.delete(voiceId, id ?? "");
	});

	test("samples.audio.get and samples.waveform.get", async () => {
		const { audioBase64, mediaType, durationSecs } = await pvc.samples.audio.get(voiceId, sampleId);
		expect(audioBase64.length).toBeGreaterThan(1_000);
		expect([mediaType.split("/")[0], (durationSecs ?? 0) > 1]).toEqual(["audio", true]);
		const { visualWaveform } = await pvc.samples.waveform.get(voiceId, sampleId);
		expect(visualWaveform.length).toBeGreaterThan(10);
		expect(Math.max(...visualWaveform)).toBeGreaterThan(0);
	});

	test("samples.speakers.separate, get and audio.get", async () => {
		expect(await pvc.samples.speakers.separate(voiceId, sampleId)).toMatchObject({ status: "ok" });
		await expect.poll(async () => (await pvc.samples.speakers.get(voiceId, sampleId)).status).toBe("completed");
		const { speakers = {} } = await pvc.samples.speakers.get(voiceId, sampleId);
		const [speaker] = Object.values(speakers);
		expect(speaker?.durationSecs).toBeGreaterThan(1);
		const { audioBase64, durationSecs } = await pvc.samples.speakers.audio.get(
			voiceId,
			sampleId,
			speaker?.speakerId ?? "",
		);
		expect(audioBase64.length).toBeGreaterThan(1_000);
		expect(durationSecs).toBeGreaterThan(1);
	});

	test("verification.captcha.get and verify: the right sentence in the right voice", async () => {
		await pvc.verification.captcha.get(voiceId);
		const { sentence } = await request<{ sentence: string }>("GET", `/v1/voices/pvc/${voiceId}/captcha`);
		expect(await pvc.verification.captcha.verify(voiceId, { recording: await readSentence(sentence) })).toMatchObject({
			status: "ok",
		});
		expect((await client.voices.get(voiceId)).voiceVerification).toMatchObject({ isVerified: true });
	});

	test("train gives a usable voice", async () => {
		expect(await pvc.train(voiceId)).toMatchObject({ status: "ok" });
		expect(await waitForTraining(voiceId)).toBe("fine_tuned");
		const bytes = await bytesOf(await client.textToSpeech.convert(voiceId, { text: "Trained and heard." }));
		expect((await decodeMp3(bytes)).peak).toBeGreaterThan(0.01);
	});

	test("verification.request accepts files for manual review", async () => {
		await client.voices.delete(voiceId);
		const other = (await pvc.create({ name: "Can't be read", language: "en" })).voiceId;
		const files = [new File(["a letter of consent"], "consent.txt", { type: "text/plain" })];
		expect(
			await pvc.verification.request(other, { files, extraText: "The speaker has no voice any more." }),
		).toMatchObject({
			status: "ok",
		});
		await client.voices.delete(other);
	});
});
