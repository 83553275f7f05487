// Official client: textToSpeech and textToDialogue.
import { ElevenLabs, ElevenLabsClient, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { expect, test } from "vitest";
import { bytesOf, catchError, client, decodeMp3, server } from "./client.ts";

const text = "A drop-in means that the code people have already written keeps working.";
const inputs = [
	{ text: "Is anybody there?", voiceId: server.voiceId },
	{ text: "Yes, somebody else is.", voiceId: server.otherVoiceId },
];

test("textToSpeech.convert returns audio that decodes", async () => {
	const bytes = await bytesOf(
		await client.textToSpeech.convert(server.voiceId, {
			text,
			modelId: "eleven_multilingual_v2",
			outputFormat: "mp3_44100_128",
		}),
	);
	const audio = await decodeMp3(bytes);
	expect(audio.seconds).toBeGreaterThan(text.length / 15 - 0.5);
	expect(audio.peak).toBeGreaterThan(0.1);
});

test("textToSpeech.convert accepts every option", async () => {
	const { pronunciationDictionaries } = client;
	const dictionary = await pronunciationDictionaries.createFromRules({ name: "Options", rules: [] });
	const bytes = await bytesOf(
		await client.textToSpeech.convert(server.voiceId, {
			text,
			enableLogging: false,
			optimizeStreamingLatency: 2,
			outputFormat: "mp3_22050_32",
			modelId: "eleven_flash_v2_5",
			languageCode: "en",
			voiceSettings: { stability: 0.3, similarityBoost: 0.9, style: 0.2, useSpeakerBoost: true, speed: 2 },
			pronunciationDictionaryLocators: [
				{ pronunciationDictionaryId: dictionary.id, versionId: dictionary.versionId ?? "" },
			],
			seed: 7,
			previousText: "Before.",
			nextText: "After.",
			previousRequestIds: ["a"],
			nextRequestIds: ["b"],
			applyTextNormalization: "on",
			applyLanguageTextNormalization: false,
			usePvcAsIvc: false,
		}),
	);
	const defaultSeconds = text.length / 15;
	expect((await decodeMp3(bytes)).seconds).toBeLessThan(defaultSeconds * 0.7);
});

test.each([
	["wav_16000", 16_000],
	["wav_24000", 24_000],
	["pcm_16000", 16_000],
	["ulaw_8000", 8_000],
	["opus_48000_64", undefined],
] as const)("textToSpeech.convert as %s", async (outputFormat, rate) => {
	const bytes = await bytesOf(await client.textToSpeech.convert(server.voiceId, { text, outputFormat }));
	const [kind] = outputFormat.split("_");
	const head = bytes.subarray(0, 4).toString("latin1");
	if (kind === "opus") return expect(head).toBe("OggS");
	if (kind === "wav") {
		expect(head).toBe("RIFF");
		expect(bytes.readUInt32LE(24)).toBe(rate);
	}
	const width = kind === "ulaw" ? 1 : 2;
	expect(bytes.length / width / (rate ?? 1)).toBeCloseTo(text.length / 15, 0);
});

test("textToSpeech.stream sends the audio in chunks", async () => {
	const { data, rawResponse } = await client.textToSpeech.stream(server.voiceId, { text }).withRawResponse();
	expect(rawResponse.headers.get("transfer-encoding")).toBe("chunked");
	expect((await decodeMp3(await bytesOf(data))).seconds).toBeGreaterThan(3);
});

test("textToSpeech.convertWithTimestamps returns a time for every character, in order", async () => {
	const { audioBase64, alignment, normalizedAlignment } = await client.textToSpeech.convertWithTimestamps(
		server.voiceId,
		{ text },
	);
	const { seconds } = await decodeMp3(Buffer.from(audioBase64, "base64"));
	expect(alignment?.characters.join("")).toBe(text);
	const ends = alignment?.characterEndTimesSeconds ?? [];
	expect(ends).toEqual([...ends].sort((a, b) => a - b));
	expect(ends.at(-1)).toBeLessThanOrEqual(seconds + 0.1);
	expect(normalizedAlignment?.characters.length).toBeGreaterThan(0);
});

test("textToSpeech.streamWithTimestamps loses no audio and no character", async () => {
	const audio: Buffer[] = [];
	let said = "";
	for await (const part of await client.textToSpeech.streamWithTimestamps(server.voiceId, { text })) {
		audio.push(Buffer.from(part.audioBase64, "base64"));
		said += part.alignment?.characters.join("") ?? "";
	}
	expect(said).toBe(text);
	expect((await decodeMp3(Buffer.concat(audio))).seconds).toBeGreaterThan(text.length / 15 - 0.5);
});

test("textToDialogue.convert and textToDialogue.stream", async () => {
	const complete = await bytesOf(
		await client.textToDialogue.convert({ inputs, settings: { stability: 0.5 }, seed: 3 }),
	);
	const { data, rawResponse } = await client.textToDialogue.stream({ inputs, seed: 3 }).withRawResponse();
	expect(rawResponse.headers.get("transfer-encoding")).toBe("chunked");
	for (const bytes of [complete, await bytesOf(data)]) {
		expect((await decodeMp3(bytes)).seconds).toBeGreaterThan(2);
	}
});

test("textToDialogue.convertWithTimestamps returns the speaker of each segment", async () => {
	const { voiceSegments, alignment } = await client.textToDialogue.convertWithTimestamps({ inputs });
	expect(voiceSegments.map(({ voiceId, dialogueInputIndex }) => [voiceId, dialogueInputIndex])).toEqual([
		[server.voiceId, 0],
		[server.otherVoiceId, 1],
	]);
	expect(voiceSegments[1]?.startTimeSeconds).toBeGreaterThanOrEqual(voiceSegments[0]?.endTimeSeconds ?? Infinity);
	const [first] = voiceSegments;
	const said = alignment?.characters.slice(first?.characterStartIndex, first?.characterEndIndex).join("");
	expect(said?.trim()).toBe(inputs[0]?.text);
});

test("textToDialogue.streamWithTimestamps returns audio, timestamps and speakers", async () => {
	const speakers: string[] = [];
	let said = "";
	for await (const part of await client.textToDialogue.streamWithTimestamps({ inputs })) {
		said += part.alignment?.characters.join("") ?? "";
		speakers.push(...part.voiceSegments.map(({ voiceId }) => voiceId));
	}
	expect(speakers).toEqual([server.voiceId, server.otherVoiceId]);
	expect(said).toContain("somebody else");
});

test("the SDK reads the response headers, and a text that was already paid for is free", async () => {
	const fresh = `${text} It is ${Date.now()} now.`;
	const generate = async () => {
		const { rawResponse, data } = await client.textToSpeech.convert(server.voiceId, { text: fresh }).withRawResponse();
		await bytesOf(data);
		return rawResponse.headers;
	};
	const first = await generate();
	// An earlier test generated the first sentence; only the second is new.
	expect(Number(first.get("character-cost"))).toBeGreaterThan(0);
	expect(first.get("request-id")).toMatch(/^\w{20}$/);
	expect((await generate()).get("character-cost")).toBe("0");
});

test("401: not enough credits is quota_exceeded, without retries", async () => {
	let requests = 0;
	const poor = new ElevenLabsClient({
		apiKey: server.limitedKey,
		baseUrl: server.url,
		fetch: (...args: Parameters<typeof fetch>) => {
			requests++;
			return fetch(...args);
		},
	});
	const error = await catchError(poor.textToSpeech.convert(server.voiceId, { text }));
	expect(error).toBeInstanceOf(ElevenLabsError);
	expect(error).toMatchObject({ statusCode: 401, body: { detail: { status: "quota_exceeded" } } });
	expect(requests).toBe(1);
});

test.each([
	["mp3_44100_192", "limitedKey"],
	["pcm_44100", "apiKey"],
	["wav_44100", "apiKey"],
] as const)("403: %s needs a higher plan", async (outputFormat, key) => {
	const member = new ElevenLabsClient({ apiKey: server[key], baseUrl: server.url, maxRetries: 0 });
	const error = await catchError(member.textToSpeech.convert(server.voiceId, { text: "Hi", outputFormat }));
	expect(error).toMatchObject({ statusCode: 403, body: { detail: { status: "only_for_higher_plan" } } });
});

test("404: an unknown voice or model", async () => {
	const voice = await catchError(client.textToSpeech.convert("doesNotExist00000000", { text }));
	expect(voice).toBeInstanceOf(ElevenLabsError);
	expect(voice).toMatchObject({ statusCode: 404, body: { detail: { status: "voice_not_found" } } });
	const model = await catchError(client.textToSpeech.stream(server.voiceId, { text, modelId: "no_such_model" }));
	expect(model).toMatchObject({ statusCode: 404, body: { detail: { status: "model_not_found" } } });
});

test("422: invalid input is the SDK's UnprocessableEntityError", async () => {
	const error = await catchError(
		client.textToSpeech.convert(server.voiceId, { text, voiceSettings: { stability: 7 } }),
	);
	expect(error).toBeInstanceOf(ElevenLabs.UnprocessableEntityError);
	expect(error).toMatchObject({
		statusCode: 422,
		body: {
			detail: {
				status: "invalid_parameters",
				message: expect.stringContaining("voice_settings.stability"),
				errors: [{ loc: ["body", "voice_settings", "stability"] }],
			},
		},
	});
});
