// Voice design: a saved voice has the traits that its description requests.
import { expect, test } from "vitest";
import { client, expectSpoken, generate, pitchOf, voices } from "./client.ts";

async function design(voiceDescription: string) {
	const { previews } = await client.textToVoice.design({ voiceDescription, seed: 1, outputFormat: "pcm_24000" });
	const [best] = previews;
	if (!best) throw new Error("no preview");
	return { id: best.generatedVoiceId, pitch: pitchOf(Buffer.from(best.audioBase64, "base64")) };
}

test("VOICES-052 VOICES-055 a voice designed as deep is saved, and speaks as low as its preview and its description", async () => {
	const voiceDescription = "A deep and slow male voice";
	const deep = await design(voiceDescription);
	const saved = { voiceName: "Deep", voiceDescription, generatedVoiceId: deep.id };
	const { voiceId } = await client.textToVoice.create(saved);
	const text = "He opened the letter slowly, as if he already knew what it would say.";
	const pcm = await generate(voiceId, text);
	await expectSpoken(text, pcm);
	const pitch = pitchOf(pcm);
	const usual = pitchOf(await generate(voices.kokoro, text));
	console.log(
		`deep: preview ${deep.pitch.toFixed(0)} Hz, speaks at ${pitch.toFixed(0)} Hz; not designed: ${usual.toFixed(0)} Hz`,
	);
	// "bench: voice design" compares many descriptions.
	expect(Math.max(deep.pitch, pitch)).toBeLessThan(0.7 * usual);
});
