// Official client: transcribes files and URLs, with a response, a webhook and every additional format.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ElevenLabs, ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { catchError, client, server } from "./client.ts";
import { recordingOf, sampleFile } from "./recordings.ts";

vi.setConfig({ testTimeout: 300_000 });

const received: { body: string; signature: string }[] = [];
let recording: Buffer;
const site = createServer((request, reply) => {
	if (request.url === "/talk.wav") return void reply.end(recording);
	const parts: Buffer[] = [];
	request.on("data", (part: Buffer) => parts.push(part));
	request.on("end", () => {
		const signature = String(request.headers["elevenlabs-signature"]);
		received.push({ body: Buffer.concat(parts).toString(), signature });
		reply.end("ok");
	});
});
let origin: string;
beforeAll(async () => {
	recording = await recordingOf("A short talk about the harbour.");
	await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
	origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
	site.closeAllConnections();
	await new Promise((resolve) => site.close(resolve));
});

const chunkOf = (response: unknown) => response as ElevenLabs.SpeechToTextChunkResponseModel;

test("speechToText.convert returns words; transcripts.get and delete", async () => {
	const transcript = chunkOf(
		await client.speechToText.convert({
			modelId: "scribe_v2",
			file: await sampleFile("interview.wav"),
			languageCode: "eng",
			diarize: true,
			numSpeakers: 1,
			tagAudioEvents: true,
			timestampsGranularity: "character",
			keyterms: ["Kokoro", "Timbre"],
			temperature: 0,
			seed: 3,
		}),
	);
	expect(transcript).toMatchObject({ languageCode: "eng", languageProbability: 1 });
	expect(transcript.words.map(({ text }) => text).join("")).toBe(transcript.text);
	expect(transcript.words[0]).toMatchObject({ text: "Kokoro", type: "word", speakerId: "speaker_0" });
	expect(transcript.words[0]?.characters?.map(({ text }) => text).join("")).toBe("Kokoro");
	expect(transcript.audioDurationSecs).toBeGreaterThan(5);
	const id = transcript.transcriptionId ?? "";
	expect(await client.speechToText.transcripts.get(id)).toEqual(transcript);
	await client.speechToText.transcripts.delete(id);
	expect(await catchError(client.speechToText.transcripts.get(id))).toMatchObject({ statusCode: 404 });
});

test("speechToText.convert takes a URL and returns every additional format", async () => {
	const transcript = chunkOf(
		await client.speechToText.convert({
			modelId: "scribe_v1",
			sourceUrl: `${origin}/talk.wav`,
			additionalFormats: [
				{ format: "srt", maxCharactersPerLine: 30 },
				{ format: "txt", includeTimestamps: false },
				{ format: "html" },
				{ format: "segmented_json" },
				{ format: "docx", includeSpeakers: false },
				{ format: "pdf" },
			],
		}),
	);
	const formats = new Map((transcript.additionalFormats ?? []).map((one) => [one?.requestedFormat, one]));
	expect([...formats.keys()]).toEqual(["srt", "txt", "html", "segmented_json", "docx", "pdf"]);
	expect(formats.get("txt")?.content.replaceAll("\n", " ").trim()).toBe(transcript.text);
	expect(formats.get("srt")?.content).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n.{1,30}\n/);
	expect(formats.get("html")?.content).toContain("<!doctype html>");
	expect(JSON.parse(formats.get("segmented_json")?.content ?? "")).toHaveProperty("segments");
	const startOf = (format: string) =>
		Buffer.from(formats.get(format)?.content ?? "", "base64").toString("latin1", 0, 4);
	expect([startOf("docx"), startOf("pdf")]).toEqual(["PK\u0003\u0004", "%PDF"]);
});

test("speechToText.convert with a webhook sends a signed event", async () => {
	const hook = await client.webhooks.create({
		settings: { authType: "hmac", name: "Transcripts", webhookUrl: `${origin}/hook` },
	});
	try {
		const accepted = (await client.speechToText.convert({
			modelId: "scribe_v1",
			file: await sampleFile("webhook.wav", "Sent to a webhook."),
			webhook: true,
			webhookId: hook.webhookId,
			webhookMetadata: { episode: "12" },
		})) as ElevenLabs.SpeechToTextWebhookResponseModel;
		expect(accepted.message).toMatch(/\w+/);
		const findEvent = () => received.find(({ body }) => body.includes(accepted.transcriptionId ?? "?"));
		await expect.poll(findEvent, { timeout: 120_000 }).toBeDefined();
		const { body, signature } = findEvent() ?? { body: "", signature: "" };
		const event = await client.webhooks.constructEvent(body, signature, hook.webhookSecret ?? "");
		expect(event).toMatchObject({
			type: "speech_to_text_transcription",
			data: {
				request_id: accepted.requestId,
				transcription: { language_code: "eng", transcription_id: accepted.transcriptionId },
				webhook_metadata: { episode: "12" },
			},
		});
	} finally {
		await client.webhooks.delete(hook.webhookId);
	}
});

test("speechToText.convert is denied without a key, for bad files and over quota", async () => {
	const file = await sampleFile("denied.wav");
	const anonymous = new ElevenLabsClient({ apiKey: "", baseUrl: server.url, maxRetries: 0 });
	expect(await catchError(anonymous.speechToText.convert({ modelId: "scribe_v1", file }))).toMatchObject({
		statusCode: 401,
	});
	const limited = new ElevenLabsClient({ apiKey: server.limitedKey, baseUrl: server.url, maxRetries: 0 });
	expect(await catchError(limited.speechToText.convert({ modelId: "scribe_v1", file }))).toMatchObject({
		statusCode: 401,
		body: { detail: { code: "quota_exceeded" } },
	});
	const text = new File(["no audio"], "notes.txt");
	expect(await catchError(client.speechToText.convert({ modelId: "scribe_v1", file: text }))).toMatchObject({
		statusCode: 400,
		body: { detail: { code: "invalid_audio" } },
	});
	expect(
		await catchError(client.speechToText.convert({ modelId: "scribe_v1", file, entityRedaction: ["pii"] })),
	).toMatchObject({ statusCode: 400, body: { detail: { code: "invalid_request" } } });
});
