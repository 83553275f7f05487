// The voice changer with real engines: a sentence of one voice, spoken again by another and moved into its range.
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { expect, test } from "vitest";
import { bytesOf, client, expectSpoken, pitchOf, recordingOf, sampleRate } from "./client.ts";

const text = "The old lighthouse stood alone on the cliff, and its lamp had not been lit for years.";

test("CHANGER-001 re-voices and reshapes a recording: same length, same words, the pitch of the other voice", async () => {
	const target = voiceId("piper", "libritts-140");
	const source = await recordingOf(voiceId("piper", "libritts-483"), text);
	const pcm = Buffer.from(await source.arrayBuffer()).subarray(44);
	const { bytes: own } = await bytesOf(
		await client.textToSpeech.convert(target, { text, outputFormat: "pcm_24000", voiceSettings: { stability: 1 } }),
	);
	const [from, to] = [pitchOf(pcm), pitchOf(own)];
	for (const modelId of ["eleven_english_sts_v2", "timbre_reshape"]) {
		const stream = await client.speechToSpeech.convert(target, { audio: source, modelId, outputFormat: "pcm_24000" });
		const { bytes } = await bytesOf(stream);
		expect(Math.abs(bytes.length / pcm.length - 1), modelId).toBeLessThan(0.03);
		await expectSpoken(text, bytes, sampleRate);
		const distance = (one: number, other: number) => Math.abs(Math.log2(one / other));
		expect(distance(pitchOf(bytes), to), modelId).toBeLessThan(distance(from, to) / 2);
	}
});
