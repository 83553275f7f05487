// A voice created from a recording cannot be used until its speaker consents. The speaker is a Piper voice, which can
// read any sentence.
import type { VoiceConsent } from "@timbre/contract/voice-making/cloning.ts";
import { beforeAll, expect, test } from "vitest";
import { client, errorOf, expectSpoken, generate, pitchOf, recordingOf, request, steady, voices } from "./client.ts";

const sampleText =
	"The ferry was late again, so we walked along the shore and talked about the winter. Nobody had expected so much snow in March.";
const speaker = voices.piper;
let voiceId: string;

type Failure = { detail: { status: string; message: string } };

async function giveConsent(recording: (sentence: string) => Promise<File>) {
	const { body } = await request<VoiceConsent>("GET", `/v1/voices/${voiceId}/consent`);
	const form = new FormData();
	form.set("recording", await recording(body.challenge?.sentence ?? ""));
	form.append("scope", "workspace");
	return request<Failure>("POST", `/v1/voices/${voiceId}/consent`, form);
}

const isVerified = async () => (await client.voices.get(voiceId)).voiceVerification?.isVerified;

beforeAll(async () => {
	const files = [await recordingOf(speaker, sampleText)];
	voiceId = (await client.voices.ivc.create({ name: "Matched", files })).voiceId;
});

test("SAFETY-006 a voice created from a recording can't be used before its speaker consents", async () => {
	expect(await isVerified()).toBe(false);
	const error = await errorOf(client.textToSpeech.convert(voiceId, { text: "Not yet." }));
	expect(error).toMatchObject({ statusCode: 403, body: { detail: { status: "voice_not_verified" } } });
});

test("SAFETY-011 denies consent in the right voice with the wrong words", async () => {
	const oldReading = "I agree that a voice is made from my recordings. It was raining when we came home last night.";
	const { status, body } = await giveConsent(() => recordingOf(speaker, oldReading));
	expect([status, body.detail.status]).toEqual([400, "verification_failed"]);
	expect(body.detail.message).toMatch(/not the sentence/);
	expect(await isVerified()).toBe(false);
});

test("denies consent by another speaker with the right words", async () => {
	const { status, body } = await giveConsent((sentence) => recordingOf(voices.otherPiper, sentence));
	expect([status, body.detail.status]).toEqual([400, "verification_failed"]);
	expect(body.detail.message).toMatch(/does not match the recordings/);
	expect(await isVerified()).toBe(false);
});

test("accepts the sentence read by the speaker as consent", async () => {
	const { status } = await giveConsent((sentence) => recordingOf(speaker, sentence));
	expect(status).toBe(200);
	expect(await isVerified()).toBe(true);
});

test("VOICES-056 the matched voice then speaks at the pitch of the recording", async () => {
	const training = async () => (await request<{ state: string }>("GET", `/v1/voices/${voiceId}/training`)).body.state;
	await expect.poll(training).toBe("fine_tuned");
	const text = "Please remember to turn off the lights when you leave the building.";
	const pcm = await generate(voiceId, text);
	await expectSpoken(text, pcm);
	const recorded = pitchOf(await generate(speaker, sampleText, steady));
	console.log(`recording ${recorded.toFixed(0)} Hz, matched voice ${pitchOf(pcm).toFixed(0)} Hz`);
	expect(Math.abs(pitchOf(pcm) / recorded - 1)).toBeLessThan(0.1);
});

test("SAFETY-010 SAFETY-011 only the speaker can solve the captcha, and only with its sentence", async () => {
	const { captcha } = client.voices.pvc.verification;
	const solve = async (reader: string, words?: string) => {
		const { body } = await request<{ sentence: string }>("GET", `/v1/voices/${voiceId}/captcha`);
		return captcha.verify(voiceId, { recording: await recordingOf(reader, words ?? body.sentence) });
	};
	const wrongWords = "Nobody had told the children that the museum would be closed on the first day of spring.";
	const denied = { statusCode: 400, body: { detail: { status: "verification_failed" } } };
	expect(await errorOf(solve(voices.otherPiper))).toMatchObject(denied);
	expect(await errorOf(solve(speaker, wrongWords))).toMatchObject(denied);
	expect(await solve(speaker)).toMatchObject({ status: "ok" });
});
