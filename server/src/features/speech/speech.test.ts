import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { voiceId as voiceIdOf } from "@timbre/engines/speech/catalogue.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aVoice } from "../../../../seed/builders.ts";
import { shippedVoiceColumns } from "../../core/json-columns/voices.ts";
import { listStoredKeys, type TestApp, testApp } from "../../testing/test-app.ts";

const text = "The first sentence is short. The second one has a few more words in it. And here is the third.";

describe("text to speech", () => {
	let app: TestApp;
	beforeAll(async () => {
		app = await testApp();
	});
	afterAll(async () => app.stop());

	test.each(["", "/stream"])(
		"SPEECH-001 /v1/text-to-speech/{voice_id}%s responds with audio of unknown length",
		async (suffix) => {
			const person = await app.user();
			const answer = await app.postJson(
				`/v1/text-to-speech/${app.voiceId}${suffix}?output_format=pcm_24000`,
				person.apiKey,
				{ text },
			);
			expect(answer.status).toBe(200);
			expect(answer.headers.get("content-type")).toContain("audio/pcm");
			expect(answer.headers.get("content-length")).toBeNull();
			expect(answer.headers.get("character-cost")).toBe(String(text.length));
			const samples = (await answer.arrayBuffer()).byteLength / 2;
			// The fake engine speaks 15 characters per second, plus pauses between sentences.
			expect(samples / 24_000).toBeGreaterThan(text.length / 15 - 0.5);
			expect(samples / 24_000).toBeLessThan(text.length / 15 + 3);
		},
	);

	test("SPEECH-005 a response is a stream of chunks, one or more for each sentence", async () => {
		const person = await app.user();
		const { status, headers, chunks } = await new Promise<{
			status: number | undefined;
			headers: IncomingHttpHeaders;
			chunks: number[];
		}>((resolve, reject) => {
			const request = httpRequest(
				`${app.url}/v1/text-to-speech/${app.voiceId}/stream?output_format=pcm_24000`,
				{ method: "POST", headers: { "xi-api-key": person.apiKey, "content-type": "application/json" } },
				(response) => {
					const chunks: number[] = [];
					response.on("data", (chunk: Buffer) => chunks.push(chunk.length));
					response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, chunks }));
				},
			);
			request.on("error", reject);
			request.end(JSON.stringify({ text }));
		});
		expect(status).toBe(200);
		expect(headers["transfer-encoding"]).toBe("chunked");
		expect(chunks.length).toBeGreaterThanOrEqual(3);
	});

	test("charges per character and adds the generation to the history with its audio", async () => {
		const person = await app.user({ credits: 500 });
		const answer = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, {
			text,
			voice_settings: { speed: 1.5 },
		});
		const audio = Buffer.from(await answer.arrayBuffer());
		expect(await app.ledger(person.workspaceId)).toEqual({ used: text.length, reserved: 0, entries: 1, open: 0 });
		const { history } = await app.get<{
			history: { history_item_id: string; text: string; model_id: string; peaks: number[] }[];
		}>("/v1/history", person.apiKey);
		expect(history).toHaveLength(1);
		expect(history[0]).toMatchObject({
			text,
			model_id: "test_tone",
			history_item_id: answer.headers.get("history-item-id"),
		});
		expect(Math.max(...(history[0]?.peaks ?? []))).toBeGreaterThan(30);
		const response = await fetch(`${app.url}/v1/history/${history[0]?.history_item_id}/audio`, {
			headers: { "xi-api-key": person.apiKey },
		});
		expect(Buffer.from(await response.arrayBuffer()).equals(audio)).toBe(true);
	});

	test("a WAV in the history has its length in the header, which the stream could not", async () => {
		const person = await app.user();
		const answer = await app.postJson(`/v1/text-to-speech/${app.voiceId}?output_format=wav_16000`, person.apiKey, {
			text,
		});
		const streamed = Buffer.from(await answer.arrayBuffer());
		const response = await fetch(`${app.url}/v1/history/${answer.headers.get("history-item-id")}/audio`, {
			headers: { "xi-api-key": person.apiKey },
		});
		const stored = Buffer.from(await response.arrayBuffer());
		expect(stored.length).toBe(streamed.length);
		expect(stored.readUInt32LE(4)).toBe(stored.length - 8);
		expect(stored.subarray(44).equals(streamed.subarray(44))).toBe(true);
	});

	test("enable_logging=false charges but stores nothing", async () => {
		const person = await app.user();
		const response = await app.postJson(`/v1/text-to-speech/${app.voiceId}?enable_logging=false`, person.apiKey, {
			text,
		});
		expect(response.headers.get("history-item-id"), "there is no such item").toBeNull();
		expect(response.headers.get("x-request-id")).toBeTruthy();
		await response.arrayBuffer();
		expect((await app.get<{ history: unknown[] }>("/v1/history", person.apiKey)).history).toEqual([]);
		expect((await app.ledger(person.workspaceId)).used).toBe(text.length);
		expect(await listStoredKeys(app, person.workspaceId)).toEqual([]);
		await app
			.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text })
			.then((response) => response.arrayBuffer());
		// The same text with logging on is stored, and is charged because it was not stored before.
		expect(await listStoredKeys(app, person.workspaceId)).not.toEqual([]);
		expect((await app.ledger(person.workspaceId)).used).toBe(2 * text.length);
	});

	test("a voice that does not speak the language is replaced by one of the same gender that does", async () => {
		const person = await app.user();
		const change = (speaker: string, language: string, labels: Record<string, string>) =>
			app.db
				.updateTable("shipped_voice")
				.set({ language, labels: shippedVoiceColumns.labels.write(labels) })
				.where("speaker", "=", speaker)
				.execute();
		await change("tone-20", "de", { gender: "female" });
		await change("tone-21", "de", { gender: "male" });
		const [female, male] = [voiceIdOf("fake", "tone-20"), voiceIdOf("fake", "tone-21")];
		const { voiceId } = await aVoice(app.db, app.storage, person, { name: "Otto", labels: { gender: "male" } });
		const body = { text: "Guten Tag, wie geht es?", language_code: "de" };
		const response = await app.postJson(`/v1/text-to-speech/${voiceId}`, person.apiKey, body);
		expect([response.status, response.headers.get("voice-id")]).toEqual([200, male]);
		await response.arrayBuffer();
		for (const code of ["deu", "ger", "DE", "de-DE", "de_CH", "deu-AT"]) {
			const same = await app.postJson(`/v1/text-to-speech/${voiceId}`, person.apiKey, { ...body, language_code: code });
			expect([code, same.status, same.headers.get("voice-id")]).toEqual([code, 200, male]);
			await same.arrayBuffer();
		}
		const english = { text, language_code: "eng" };
		const own = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, english);
		expect([own.status, own.headers.get("voice-id")]).toEqual([200, null]);
		await own.arrayBuffer();
		const path = `/v1/history/${response.headers.get("history-item-id")}`;
		await expect
			.poll(async () => (await app.request(person.apiKey, "GET", path)).body)
			.toMatchObject({ voice_id: male, voice_name: "Tone 21" });
		const inputs = [{ voice_id: app.voiceId, text: "Guten Morgen." }];
		const dialogue = await app.postJson("/v1/text-to-dialogue/with-timestamps", person.apiKey, {
			inputs,
			language_code: "de-AT",
		});
		expect(await dialogue.json()).toMatchObject({ voice_segments: [{ voice_id: female }] });
		const missing = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, {
			...body,
			language_code: "tlh",
		});
		expect([missing.status, await missing.json()]).toMatchObject([
			400,
			{
				detail: { code: "unsupported_language", message: expect.stringContaining("The voices speak German, English.") },
			},
		]);
		await change("tone-20", "en-US", {});
		await change("tone-21", "en-US", {});
	});

	test.each([
		["an unknown voice", "/v1/text-to-speech/nobody", { text }, 404, "voice_not_found"],
		["an unknown model", "/v1/text-to-speech/VOICE", { text, model_id: "no_such_model" }, 404, "model_not_found"],
		[
			"a model that can't use the voice",
			"/v1/text-to-speech/VOICE",
			{ text, model_id: "kokoro_82m_v1" },
			400,
			"model_can_not_use_voice",
		],
		["an empty text", "/v1/text-to-speech/VOICE", { text: " \n" }, 400, "empty_text"],
		[
			"a language the voice does not speak",
			"/v1/text-to-speech/VOICE",
			{ text: "Hallo.", language_code: "de" },
			400,
			"unsupported_language",
		],
		[
			"text that is too long",
			"/v1/text-to-speech/VOICE",
			{ text: "a".repeat(150_001) },
			400,
			"max_character_limit_exceeded",
		],
		[
			"a format that needs a higher plan",
			"/v1/text-to-speech/VOICE?output_format=pcm_44100",
			{ text },
			403,
			"only_for_higher_plan",
		],
	])("rejects %s and charges nothing", async (_what, path, body, status, code) => {
		const person = await app.user();
		const answer = await app.postJson(path.replace("VOICE", app.voiceId), person.apiKey, body);
		expect(answer.status).toBe(status);
		expect(await answer.json()).toMatchObject({ detail: { code, status: code } });
		expect(await app.ledger(person.workspaceId)).toMatchObject({ used: 0, reserved: 0, open: 0 });
	});

	test.each([
		["text is missing", {}, ["body", "text"]],
		["text is a number", { text: 3 }, ["body", "text"]],
		["a setting is out of range", { text, voice_settings: { stability: 2 } }, ["body", "voice_settings", "stability"]],
	])("responds with 422 and the location when %s", async (_what, body, loc) => {
		const person = await app.user();
		const answer = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, body);
		expect(answer.status).toBe(422);
		expect(await answer.json()).toMatchObject({
			detail: { errors: [{ loc, msg: expect.any(String), type: expect.any(String) }] },
		});
	});

	test("a compatible API's model id uses the voice's own model, and the history says which", async () => {
		const person = await app.user();
		await (
			await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, {
				text,
				model_id: "eleven_multilingual_v2",
			})
		).arrayBuffer();
		const { history } = await app.get<{ history: { model_id: string }[] }>("/v1/history", person.apiKey);
		expect(history[0]?.model_id).toBe("test_tone");
	});

	test("responds to malformed JSON with 400 and our error format", async () => {
		const person = await app.user();
		const answer = await fetch(`${app.url}/v1/text-to-speech/${app.voiceId}`, {
			method: "POST",
			headers: { "xi-api-key": person.apiKey, "content-type": "application/json" },
			body: "{ text",
		});
		expect(answer.status).toBe(400);
		expect(await answer.json()).toMatchObject({ detail: { code: "invalid_request" } });
	});

	test("a visitor can try a short text and nothing is stored", async () => {
		const answer = await app.postJson("/v1/try/speech", "", { text: "Hello there.", voice_id: app.voiceId });
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("audio/mpeg");
		expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(4_000);
		const long = await app.postJson("/v1/try/speech", "", { text: "a".repeat(201), voice_id: app.voiceId });
		expect(long.status).toBe(422);
	});

	test("a visitor over the rate limit gets a Retry-After header", async () => {
		let limited: Response | undefined;
		for (let i = 0; i < 12 && !limited; i++) {
			const answer = await app.postJson("/v1/try/speech", "", { text: "Hi.", voice_id: app.voiceId });
			await answer.clone().arrayBuffer();
			if (answer.status === 429) limited = answer;
		}
		expect(await limited?.json()).toMatchObject({ detail: { code: "rate_limit_exceeded" } });
		expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(0);
	});
});

describe("failures", () => {
	test("a client disconnect stops the engine, and what was delivered is charged and in the history", async () => {
		const spoken: string[] = [];
		const app = await testApp({ fake: { realtime: true, onSegment: (segment) => spoken.push(segment) } });
		try {
			const person = await app.user();
			const sentences = Array.from({ length: 12 }, (_, index) => `This is sentence number ${index}.`);
			const client = new AbortController();
			const answer = await app.postJson(
				`/v1/text-to-speech/${app.voiceId}/stream?output_format=pcm_24000`,
				person.apiKey,
				{ text: sentences.join(" ") },
				client.signal,
			);
			let bytes = 0;
			for await (const chunk of answer.body ?? []) {
				bytes += chunk.length;
				if (bytes > 24_000 * 2 * 5) break;
			}
			client.abort();
			await expect.poll(() => app.ledger(person.workspaceId)).toMatchObject({ reserved: 0, open: 0, entries: 1 });
			const { used } = await app.ledger(person.workspaceId);
			expect(used).toBeGreaterThan(20);
			expect(used).toBeLessThan(sentences.join(" ").length / 2);
			const begun = spoken.length;
			expect(begun).toBeLessThan(6);
			await new Promise((resolve) => setTimeout(resolve, 500));
			expect(spoken.length, "the engine went on after the client disconnected").toBe(begun);
			const { history } = await app.get<{ history: { text: string }[] }>("/v1/history", person.apiKey);
			expect(history[0]?.text.length).toBe(used);
		} finally {
			await app.stop();
		}
	});

	test("responds with 503 and charges nothing if the engine fails before any audio", async () => {
		const app = await testApp({ fake: { failOn: "boom" } });
		try {
			const person = await app.user();
			const answer = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, {
				text: "boom goes the engine",
			});
			expect(answer.status).toBe(503);
			expect(await app.ledger(person.workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
		} finally {
			await app.stop();
		}
	});

	test("breaks off the stream if the engine fails midway and charges only what came before", async () => {
		const app = await testApp({ fake: { failOn: "boom" } });
		try {
			const person = await app.user();
			const first = "The first sentence is fine and long enough to stand alone. ";
			const answer = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, {
				text: `${first}But now boom.`,
			});
			expect(answer.status).toBe(200);
			await expect(answer.arrayBuffer()).rejects.toThrow();
			await expect.poll(() => app.ledger(person.workspaceId)).toMatchObject({ reserved: 0, open: 0 });
			expect((await app.ledger(person.workspaceId)).used).toBe(first.length);
		} finally {
			await app.stop();
		}
	});

	/** About half a minute of speech: long enough to be running when the next request is rejected. */
	const longText = "A sentence that takes a while to be spoken aloud. ".repeat(10);

	test("responds with system_busy and Retry-After to requests that would wait too long, and serves the others", async () => {
		let hold = (): Promise<unknown> => sleep(50);
		const slow = await testApp({ fake: { parallel: 1, hold: () => hold() }, queueSeconds: 0.06 });
		try {
			const person = await slow.user({ tier: "enterprise" });
			const speak = async (text: string) => {
				const answer = await slow.postJson(`/v1/text-to-speech/${slow.voiceId}`, person.apiKey, { text });
				const retryAfter = answer.headers.get("retry-after");
				return { status: answer.status, retryAfter, body: Buffer.from(await answer.arrayBuffer()).toString("latin1") };
			};
			// Measures the speed of the engine.
			await speak("One.");
			const held = Promise.withResolvers<void>();
			hold = () => held.promise;
			const all = ["Two.", "Three.", "Four.", "Five.", "Six.", "Seven."].map(speak);
			const rejected = await Promise.race(all);
			held.resolve();
			const statuses = (await Promise.all(all)).map(({ status }) => status);
			expect(rejected.status).toBe(429);
			expect(rejected.body).toContain("system_busy");
			expect(Number(rejected.retryAfter)).toBeGreaterThanOrEqual(1);
			expect(statuses).toContain(200);
			expect(await slow.ledger(person.workspaceId)).toMatchObject({ reserved: 0, open: 0 });
		} finally {
			await slow.stop();
		}
	});

	test("responds with 429 system_busy and Retry-After if the queue is full, and charges nothing", async () => {
		const app = await testApp({ fake: { realtime: true }, queue: 1 });
		try {
			const [busy, next] = [await app.user(), await app.user()];
			const held = await app.postJson(`/v1/text-to-speech/${app.voiceId}/stream`, busy.apiKey, {
				text: longText,
			});
			const answer = await app.postJson(`/v1/text-to-speech/${app.voiceId}/stream`, next.apiKey, { text: "Me too." });
			expect(answer.status).toBe(429);
			expect(await answer.json()).toMatchObject({ detail: { code: "system_busy" } });
			expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
			expect(await app.ledger(next.workspaceId)).toEqual({ used: 0, reserved: 0, entries: 0, open: 0 });
			await held.body?.cancel();
		} finally {
			await app.stop();
		}
	});

	test("responds with 429 too_many_concurrent_requests above the plan's limit", async () => {
		const app = await testApp({ fake: { realtime: true } });
		try {
			const person = await app.user();
			const path = `/v1/text-to-speech/${app.voiceId}/stream`;
			const held = await Promise.all([1, 2].map(() => app.postJson(path, person.apiKey, { text: longText })));
			expect(held.map((answer) => answer.headers.get("maximum-concurrent-requests"))).toEqual(["2", "2"]);
			const third = await app.postJson(path, person.apiKey, { text: "A third." });
			expect(third.status).toBe(429);
			expect(await third.json()).toMatchObject({ detail: { code: "too_many_concurrent_requests" } });
			for (const answer of held) await answer.body?.cancel();
		} finally {
			await app.stop();
		}
	});
});
