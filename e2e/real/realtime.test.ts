// Realtime transcription by Moonshine of a sentence that Kokoro speaks.
import { setTimeout as sleep } from "node:timers/promises";
import { wordErrors } from "@timbre/engines/transcription/word-error-rate.ts";
import { openRealtime } from "@timbre/server/testing/realtime-client.ts";
import { expect, test } from "vitest";
import { generate, maxMisheard, sampleRate, server, voices } from "./client.ts";

const pieceSeconds = 0.25;

test("transcribes a sentence while it is spoken, and commits it after the pause", async () => {
	const text = "Nobody in the village could remember a winter as cold as this one.";
	const pcm = await generate(voices.kokoro, text);
	const session = await openRealtime(server.url, {
		apiKey: server.apiKey,
		query: { audio_format: `pcm_${sampleRate}`, commit_strategy: "vad", include_timestamps: "true" },
	});
	await session.until("session_started");
	const pieceBytes = sampleRate * 2 * pieceSeconds;
	const send = async (audio: Buffer) => {
		for (let at = 0; at < audio.length; at += pieceBytes) {
			session.speak(audio.subarray(at, at + pieceBytes), { pieceBytes, sample_rate: sampleRate });
			await sleep(pieceSeconds * 1000);
		}
	};
	await send(pcm);
	// Before the pause, so that a slow machine also has the time for it.
	await session.until("partial_transcript");
	await send(Buffer.alloc(sampleRate * 2 * 2));
	const { text: committed = "", words = [] } = await session.until("committed_transcript_with_timestamps");
	expect(wordErrors(text, committed).rate, `transcribed as: ${committed}`).toBeLessThanOrEqual(maxMisheard);
	const times = words.flatMap(({ start, end }) => [start, end]);
	expect(times).toEqual(times.toSorted((a, b) => a - b));
	expect(times.at(-1)).toBeLessThanOrEqual(pcm.length / 2 / sampleRate + 0.5);
	session.close();
});
