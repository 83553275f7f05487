// Realtime transcription with the official SDK, with only the base URL changed.
import {
	AudioFormat,
	CommitStrategy,
	ElevenLabsClient,
	type RealtimeConnection,
	RealtimeEvents,
} from "@elevenlabs/elevenlabs-js";
import { fakePassage } from "@timbre/engines/transcription/providers/fake-recognizer.ts";
import { tone } from "@timbre/server/testing/realtime-client.ts";
import { expect, test } from "vitest";
import { client, server } from "./client.ts";

type Message = {
	message_type: string;
	text?: string;
	error?: string;
	language_code?: string;
	config?: { model_id?: string };
	words?: { text: string; start: number; end: number; type: string }[];
};

const manual = { modelId: "scribe_v2_realtime", audioFormat: AudioFormat.PCM_16000, sampleRate: 16_000 };

/** Collects the messages of a connection. `until` waits for the first of an event. */
function follow(connection: RealtimeConnection) {
	const messages: Message[] = [];
	let wake = () => {};
	for (const event of Object.values(RealtimeEvents)) {
		// An error is also reported under its own name.
		if (event === RealtimeEvents.ERROR) connection.on(event, () => {});
		else
			connection.on(event, (message?: unknown) => {
				messages.push({ message_type: event, ...(message as object) });
				wake();
			});
	}
	return {
		messages,
		async until(type: string): Promise<Message> {
			for (;;) {
				const found = messages.find(({ message_type }) => message_type === type);
				if (found) return found;
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		},
	};
}

function send(connection: RealtimeConnection, pcm: Buffer): void {
	for (let at = 0; at < pcm.length; at += 8_192)
		connection.send({ audioBase64: pcm.subarray(at, at + 8_192).toString("base64") });
}

test("speechToText.realtime: partial transcripts, then the committed one with the times of its words", async () => {
	const connection = await client.speechToText.realtime.connect({ ...manual, includeTimestamps: true });
	const { messages, until } = follow(connection);
	expect((await until("session_started")).config?.model_id).toBe("moonshine_tiny");
	send(connection, tone(4));
	expect(fakePassage).toContain((await until("partial_transcript")).text);
	connection.commit();
	const { text = "", words = [], language_code } = await until("committed_transcript_with_timestamps");
	expect(fakePassage).toContain(text);
	expect(text).not.toBe("");
	expect(language_code).toBe("en");
	expect(words.map((word) => word.text).join("")).toBe(text);
	expect(words.at(-1)?.end).toBeGreaterThan(3);
	expect(messages.find(({ message_type }) => message_type === "committed_transcript")?.text).toBe(text);
	connection.close();
	await until("close");
});

test("speechToText.realtime: commits after a pause, with a single-use token instead of a key", async () => {
	const { token } = await client.tokens.singleUse.create("realtime_scribe");
	const options = { ...manual, token, commitStrategy: CommitStrategy.VAD, vadSilenceThresholdSecs: 0.5 };
	const connection = await client.speechToText.realtime.connect(options);
	const { until } = follow(connection);
	await until("open");
	send(connection, Buffer.concat([tone(2), tone(1, { hertz: 0 })]));
	expect((await until("committed_transcript")).text).not.toBe("");
	connection.close();
	const again = await client.speechToText.realtime.connect(options);
	expect((await follow(again).until("auth_error")).error).toMatch(/already used/);
});

test("speechToText.realtime: errors arrive under their own event", async () => {
	const unknown = await client.speechToText.realtime.connect({ ...manual, modelId: "nobody" });
	expect((await follow(unknown).until("invalid_request")).error).toMatch(/nobody/);
	const early = await client.speechToText.realtime.connect(manual);
	const { until } = follow(early);
	await until("session_started");
	early.commit();
	await until("commit_throttled");
	early.send({ audioBase64: "not base64!" });
	await until("input_error");
	const poor = new ElevenLabsClient({ apiKey: server.limitedKey, baseUrl: server.url });
	const denied = await poor.speechToText.realtime.connect(manual);
	expect((await follow(denied).until("quota_exceeded")).error).toMatch(/credits/);
});
