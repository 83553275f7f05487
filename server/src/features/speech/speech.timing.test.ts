import type { CharacterAlignment, TimedAudio } from "@timbre/contract/speech/endpoints.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fake } from "../../testing/fake-voice.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

const text = "It cost $5 in 1999. Nobody was surprised, and everybody paid. Then came the rest.";
const bytesPerSecond = 48_000;

function expectOrdered({
	character_start_times_seconds: starts,
	character_end_times_seconds: ends,
	characters,
}: CharacterAlignment) {
	expect(starts).toHaveLength(characters.length);
	expect(ends).toHaveLength(characters.length);
	let last = 0;
	for (const [at, start] of starts.entries()) {
		expect(start).toBeGreaterThanOrEqual(last);
		expect(ends[at]).toBeGreaterThanOrEqual(start);
		last = start;
	}
}

describe("speech with timestamps", () => {
	let app: TestApp;
	beforeAll(async () => {
		app = await testApp();
	});
	afterAll(async () => app.stop());
	const path = (suffix: string) => `/v1/text-to-speech/${app.voiceId}${suffix}?output_format=pcm_24000`;

	test("SPEECH-006 returns the audio and the time of each character as JSON", async () => {
		const person = await app.user();
		const answer = await app.postJson(path("/with-timestamps"), person.apiKey, { text });
		expect(answer.headers.get("character-cost")).toBe(String(text.length));
		const timed = (await answer.json()) as TimedAudio;
		const seconds = Buffer.from(timed.audio_base64, "base64").length / bytesPerSecond;
		expect(timed.alignment?.characters.join("")).toBe(text);
		expect(timed.normalized_alignment?.characters.join("")).toContain("five dollars");
		for (const alignment of [timed.alignment, timed.normalized_alignment]) {
			if (!alignment) throw new Error("the response has no alignment");
			expectOrdered(alignment);
			const end = alignment.character_end_times_seconds.at(-1) ?? 0;
			expect(end).toBeLessThanOrEqual(seconds + 0.001);
			expect(end).toBeGreaterThan(seconds - 0.6);
		}
		expect(timed.unhonoured_rules).toEqual([]);
	});

	test("SPEECH-007 streams JSON objects separated by blank lines that add up to the full response", async () => {
		const person = await app.user();
		const answer = await app.postJson(path("/stream/with-timestamps"), person.apiKey, { text });
		const body = await answer.text();
		expect(body.endsWith("\n\n")).toBe(true);
		const events = body
			.split("\n\n")
			.filter((part) => part !== "")
			.map((part) => JSON.parse(part) as TimedAudio);
		expect(events.length).toBeGreaterThan(3);
		expect(events.map((event) => event.alignment?.characters.join("") ?? "").join("")).toBe(text);
		const full = (await (await app.postJson(path("/with-timestamps"), person.apiKey, { text })).json()) as TimedAudio;
		const bytes = (part: TimedAudio) => Buffer.from(part.audio_base64, "base64").length;
		expect(events.reduce((sum, event) => sum + bytes(event), 0)).toBe(bytes(full));
		expect(events.flatMap((event) => event.alignment?.character_start_times_seconds ?? [])).toEqual(
			full.alignment?.character_start_times_seconds,
		);
	});

	test("stores the alignment with the history item", async () => {
		const person = await app.user();
		const answer = await app.postJson(path(""), person.apiKey, { text });
		await answer.arrayBuffer();
		const item = await app.get<{ alignments: { alignment: CharacterAlignment } }>(
			`/v1/history/${answer.headers.get("history-item-id")}`,
			person.apiKey,
		);
		expect(item.alignments.alignment.characters.join("")).toBe(text);
		expectOrdered(item.alignments.alignment);
	});

	test("a break tag adds a pause of its length and is neither spoken nor charged", async () => {
		const person = await app.user();
		const plain = "Wait for it. Now.";
		const marked = 'Wait for it. <break time="1.5s" />Now.';
		const length = async (spoken: string) => {
			const answer = await app.postJson(path(""), person.apiKey, { text: spoken, new_take: true });
			return { bytes: (await answer.arrayBuffer()).byteLength, cost: answer.headers.get("character-cost") };
		};
		const [without, withBreak] = [await length(plain), await length(marked)];
		expect((withBreak.bytes - without.bytes) / bytesPerSecond).toBeCloseTo(1.5, 1);
		expect(withBreak.cost).toBe(without.cost);
	});

	test("responds with 400 and a reason to invalid markup", async () => {
		const person = await app.user();
		const answer = await app.postJson(path(""), person.apiKey, { text: '<speak>Hello <break time="1s"></speak' });
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ detail: { code: "invalid_markup" } });
	});

	test("a dialogue reports which voice speaks when, over its full length", async () => {
		const person = await app.user();
		const inputs = [
			{ text: "Who is there? I heard something.", voice_id: fake.voiceId },
			{ text: "Nobody.", voice_id: fake.otherVoiceId },
			{ text: "Then who is speaking?", voice_id: fake.voiceId },
		];
		const answer = await app.postJson("/v1/text-to-dialogue/with-timestamps?output_format=pcm_24000", person.apiKey, {
			inputs,
		});
		const timed = (await answer.json()) as TimedAudio & {
			voice_segments: Record<
				| "start_time_seconds"
				| "end_time_seconds"
				| "character_start_index"
				| "character_end_index"
				| "dialogue_input_index",
				number
			>[];
		};
		expect(timed.voice_segments.map((segment) => segment.dialogue_input_index)).toEqual([0, 1, 2]);
		let [seconds, characters] = [0, 0];
		for (const [at, segment] of timed.voice_segments.entries()) {
			expect(segment.start_time_seconds).toBeCloseTo(seconds, 3);
			expect(segment.character_start_index).toBe(characters);
			const spoken = timed.alignment?.characters
				.slice(segment.character_start_index, segment.character_end_index)
				.join("");
			expect(spoken).toBe(inputs[at]?.text);
			seconds = segment.end_time_seconds;
			characters = segment.character_end_index;
		}
		expect(seconds).toBeCloseTo(Buffer.from(timed.audio_base64, "base64").length / bytesPerSecond, 1);
		const items = await app.get<{ history: { dialogue: { text: string }[] | null }[] }>("/v1/history", person.apiKey);
		expect(items.history[0]?.dialogue?.map((line) => line.text)).toEqual(inputs.map((input) => input.text));
	});

	test("the same text in another voice gives different audio", async () => {
		const person = await app.user();
		const speak = async (voice_id: string) =>
			Buffer.from(
				await (
					await app.postJson("/v1/text-to-dialogue?output_format=pcm_24000", person.apiKey, {
						inputs: [{ text: "Hello.", voice_id }],
					})
				).arrayBuffer(),
			);
		expect((await speak(fake.voiceId)).equals(await speak(fake.otherVoiceId))).toBe(false);
	});
});

test("rejects text that is too long for one JSON response and charges nothing", async () => {
	const app = await testApp();
	try {
		const person = await app.user({ credits: 100_000 });
		const path = `/v1/text-to-speech/${app.voiceId}/with-timestamps?output_format=pcm_24000`;
		const answer = await app.postJson(path, person.apiKey, { text: "Too long. ".repeat(1_001) });
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ detail: { code: "max_character_limit_exceeded" } });
		expect(await app.ledger(person.workspaceId)).toMatchObject({ used: 0, entries: 0 });
	} finally {
		await app.stop();
	}
});
