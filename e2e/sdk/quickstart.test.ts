// The quickstart of the official client, with only the key and the base URL set, and its player replaced by a decoder.
import { Readable } from "node:stream";
import { ElevenLabsClient } from "@elevenlabs/elevenlabs-js";
import { expect, test } from "vitest";
import { decodeMp3, server } from "./client.ts";

test("the JavaScript quickstart speaks with its default voice", async () => {
	const elevenlabs = new ElevenLabsClient({ apiKey: server.apiKey, baseUrl: server.url });
	const audio = await elevenlabs.textToSpeech.convert("JBFqnCBsd6RMkjVDRZzb", {
		text: "The first move is what sets everything in motion.",
		modelId: "eleven_multilingual_v2",
		outputFormat: "mp3_44100_128",
	});

	const reader = audio.getReader();
	const stream = new Readable({
		async read() {
			const { done, value } = await reader.read();
			if (done) {
				this.push(null);
			} else {
				this.push(value);
			}
		},
	});

	const played = await decodeMp3(Buffer.concat(await stream.toArray()));
	expect(played.seconds).toBeGreaterThan(2);
	expect(played.peak).toBeGreaterThan(0.1);
});

test("voices.get with a default voice returns the shipped voice that stands for it", async () => {
	const elevenlabs = new ElevenLabsClient({ apiKey: server.apiKey, baseUrl: server.url });
	const voice = await elevenlabs.voices.get("21m00Tcm4TlvDq8ikWAM");
	expect(voice.voiceId).not.toBe("21m00Tcm4TlvDq8ikWAM");
	expect((await elevenlabs.voices.get(voice.voiceId)).name).toBe(voice.name);
});
