// Official client: speechToSpeech.
import { ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { expect, test } from "vitest";
import { bytesOf, catchError, client, decodeMp3, server } from "./client.ts";
import { recordingOf } from "./recordings.ts";

const sentence = "The morning train was late again, so we walked along the river.";
const recording = async (name = "memo.wav") =>
	new File([Uint8Array.from(await recordingOf(sentence))], name, { type: "audio/wav" });
const secondsOf = (wav: File) => (wav.size - 44) / 2 / 16_000;

test("speechToSpeech.convert returns audio as long as the recording, and an item in the history", async () => {
	const audio = await recording();
	const bytes = await bytesOf(
		await client.speechToSpeech.convert(server.voiceId, { audio, modelId: "eleven_multilingual_sts_v2" }),
	);
	const result = await decodeMp3(bytes);
	expect(Math.abs(result.seconds / secondsOf(audio) - 1)).toBeLessThan(0.03);
	expect(result.peak).toBeGreaterThan(0.02);
	const { history } = await client.history.list({ source: "STS" });
	expect(history[0]).toMatchObject({ source: "STS", voiceId: server.voiceId, modelId: "timbre_revoice" });
});

test("speechToSpeech.convert accepts every option", async () => {
	const audio = await recording();
	const bytes = await bytesOf(
		await client.speechToSpeech.convert(server.otherVoiceId, {
			audio,
			enableLogging: false,
			optimizeStreamingLatency: 1,
			outputFormat: "pcm_16000",
			modelId: "timbre_reshape",
			voiceSettings: JSON.stringify({ stability: 0.3, similarity_boost: 0.9, style: 0.2 }),
			seed: 7,
			removeBackgroundNoise: true,
			fileFormat: "other",
		}),
	);
	expect(Math.abs(bytes.length / 2 / 16_000 / secondsOf(audio) - 1)).toBeLessThan(0.03);
});

test("speechToSpeech.stream takes raw PCM and streams audio", async () => {
	const wav = await recordingOf(sentence);
	const audio = new File([Uint8Array.from(wav.subarray(44))], "memo.pcm");
	const stream = await client.speechToSpeech.stream(server.voiceId, { audio, fileFormat: "pcm_s16le_16" });
	const { seconds } = await decodeMp3(await bytesOf(stream));
	expect(Math.abs(seconds / ((wav.length - 44) / 2 / 16_000) - 1)).toBeLessThan(0.03);
});

test("speechToSpeech.convert rejects a file that is no audio and an unknown voice", async () => {
	const text = new File(["This is only text."], "memo.wav");
	const unreadable = await catchError(client.speechToSpeech.convert(server.voiceId, { audio: text }));
	expect(unreadable).toBeInstanceOf(ElevenLabsError);
	expect((unreadable as ElevenLabsError).statusCode).toBe(400);
	const unknown = await catchError(client.speechToSpeech.convert("AAAAAAAAAAAAAAAAAAAA", { audio: await recording() }));
	expect((unknown as ElevenLabsError).statusCode).toBe(404);
});

test("models.list names the models that change voices", async () => {
	const models = await client.models.list();
	expect(models.filter((model) => model.canDoVoiceConversion).map((model) => model.modelId)).toEqual([
		"timbre_revoice",
		"timbre_reshape",
	]);
});
