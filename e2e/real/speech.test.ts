// Text to speech with Kokoro and Piper, checked by transcribing the audio with Whisper.
import { expect, test } from "vitest";
import WebSocket from "ws";
import { bytesOf, client, expectSpoken, request, sampleRate, server, steady, voices } from "./client.ts";

const outputFormat = "pcm_24000";

test("SPEECH-006 Kokoro says the text, and each word starts where its timestamp says", async () => {
	const [before, after] = ["The ferry leaves at noon,", "and the captain never waits for anybody."];
	const text = `${before} ${after}`;
	const { audioBase64, alignment } = await client.textToSpeech.convertWithTimestamps(voices.kokoro, {
		text,
		outputFormat,
	});
	const pcm = Buffer.from(audioBase64, "base64");
	await expectSpoken(text, pcm);

	const {
		characters = [],
		characterStartTimesSeconds: starts = [],
		characterEndTimesSeconds: ends = [],
	} = alignment ?? {};
	expect(characters.join("")).toBe(text);
	const words = Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => ({
		word,
		start: starts[index] ?? Number.NaN,
		end: ends[index + word.length - 1] ?? Number.NaN,
	}));
	for (const [at, { word, start, end }] of words.entries()) {
		expect(start, word).toBeGreaterThanOrEqual(words[at - 1]?.end ?? 0);
		expect(end, word).toBeGreaterThan(start);
	}
	const seconds = pcm.length / 2 / sampleRate;
	expect(words.at(-1)?.end).toBeLessThanOrEqual(seconds);
	expect(words.at(-1)?.end).toBeGreaterThan(0.7 * seconds);
	const cut = 2 * Math.round((starts[before.length + 1] ?? 0) * sampleRate);
	await expectSpoken(before, pcm.subarray(0, cut));
	await expectSpoken(after, pcm.subarray(cut));
});

test("SPEECH-005 Piper streams the text over HTTP in chunks", async () => {
	const text = "Nobody in the village could remember a winter as cold as this one.";
	const stream = await client.textToSpeech.stream(voices.piper, { text, outputFormat, voiceSettings: steady });
	const { bytes, chunks } = await bytesOf(stream);
	expect(chunks).toBeGreaterThan(1);
	await expectSpoken(text, bytes);
});

test("Piper speaks words as they arrive over the WebSocket", async () => {
	const text = "The train to the coast leaves from platform seven in twenty minutes.";
	const address = `${server.url.replace("http", "ws")}/v1/text-to-speech/${voices.piper}/stream-input?output_format=${outputFormat}`;
	const socket = new WebSocket(address, { headers: { "xi-api-key": server.apiKey } });
	const audio: Buffer[] = [];
	const closed = new Promise<number>((resolve, reject) => {
		socket.on("message", (data) => {
			const message = JSON.parse(String(data)) as { audio?: string | null; message?: string };
			if (message.message) reject(new Error(message.message));
			audio.push(Buffer.from(message.audio ?? "", "base64"));
		});
		socket.on("close", resolve);
		socket.on("error", reject);
		socket.on("open", () => {
			const messages = [
				{ text: " ", voice_settings: steady },
				...text.split(" ").map((word) => ({ text: `${word} ` })),
				{ text: "" },
			];
			for (const message of messages) socket.send(JSON.stringify(message));
		});
	});
	expect(await closed).toBe(1000);
	await expectSpoken(text, Buffer.concat(audio));
});

test("serves a repeated sentence from storage: free and byte-identical, although Piper never repeats itself", async () => {
	const text = "Fresh paint and warm sunlight made the tiny room feel large.";
	const generate = async (seed?: number) => {
		const { data, rawResponse } = await client.textToSpeech
			.convert(voices.piper, { text, seed, voiceSettings: { stability: 0 } })
			.withRawResponse();
		const { bytes } = await bytesOf(data);
		const id = rawResponse.headers.get("history-item-id");
		const item = await request<{ takes: { cached: boolean }[] }>("GET", `/v1/history/${id}`);
		const cost = Number(rawResponse.headers.get("character-cost"));
		return { bytes, cost, cached: item.body.takes.map(({ cached }) => cached) };
	};
	const used = async () => (await client.user.subscription.get()).characterCount;

	const first = await generate();
	expect(first).toMatchObject({ cached: [false] });
	expect(first.cost).toBeGreaterThan(0);
	const usedBefore = await used();
	const second = await generate();
	expect(second).toMatchObject({ cost: 0, cached: [true] });
	expect(await used()).toBe(usedBefore);
	expect(second.bytes.equals(first.bytes)).toBe(true);
	// Another seed requests a new take, which differs.
	const third = await generate(2);
	expect(third).toMatchObject({ cached: [false] });
	expect(third.bytes.equals(first.bytes)).toBe(false);
});
