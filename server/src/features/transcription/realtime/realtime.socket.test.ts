import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { creditsForSeconds } from "@timbre/contract/plans.ts";
import { SpeechBusyError } from "@timbre/engines/errors.ts";
import { createScheduler } from "@timbre/engines/node/scheduler.ts";
import { createSpeechServer } from "@timbre/engines/node/server.ts";
import { createFakeEngine } from "@timbre/engines/speech/providers/fake.ts";
import { createEngineRegistry } from "@timbre/engines/speech/speech.ts";
import { createFakeRecognizer, fakePassage } from "@timbre/engines/transcription/providers/fake-recognizer.ts";
import type { Recognizer } from "@timbre/engines/transcription/recognizer.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printFigures } from "../../../../../tools/ci/figures.ts";
import { openRealtime, tone } from "../../../testing/realtime-client.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";

const speech = tone(3);
const pause = tone(2, { hertz: 0 });
const passageWords = fakePassage.split(" ");
const firstWords = (text = "") => passageWords.slice(0, text.split(" ").length).join(" ");

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const settledLedger = async (workspaceId: string) => {
	await expect.poll(async () => (await app.ledger(workspaceId)).open).toBe(0);
	return app.ledger(workspaceId);
};

describe("a realtime transcription", () => {
	test("sends session_started, partial transcripts while audio arrives, and the committed one after a commit", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey, query: { model_id: "scribe_v2_realtime" } });
		const started = await socket.until("session_started");
		expect(started.session_id).toMatch(/\w{20}/);
		expect(started.config).toMatchObject({
			model_id: "moonshine_tiny",
			audio_format: "pcm_16000",
			sample_rate: 16_000,
			language_code: "en",
			commit_strategy: "manual",
		});
		socket.speak(speech);
		await socket.until("partial_transcript");
		socket.commit();
		const committed = await socket.until("committed_transcript");
		expect(committed.text).toBe(firstWords(committed.text));
		expect(committed.text?.split(" ").length).toBeGreaterThan(4);
		expect(socket.messages[0]).toBe(started);
		expect(socket.messages.at(-1)).toBe(committed);
		const types = new Set(socket.messages.map(({ message_type }) => message_type));
		expect([...types]).toEqual(["session_started", "partial_transcript", "committed_transcript"]);
		for (const partial of socket.ofType("partial_transcript")) expect(partial.text).toBe(firstWords(partial.text));
		socket.close();
		await socket.closed;
		// Three seconds of audio at 75 credits per minute.
		expect(await settledLedger(user.workspaceId)).toMatchObject({ used: 4, reserved: 0, entries: 1 });
	});

	test("with commit_strategy=vad, each pause commits what was said before it", async () => {
		const user = await app.user();
		const query = { commit_strategy: "vad", vad_silence_threshold_secs: "0.5" };
		const socket = await openRealtime(app.url, { apiKey: user.apiKey, query });
		await socket.until("session_started");
		socket.speak(Buffer.concat([speech, pause, speech, pause]));
		await socket.until("committed_transcript", 2);
		expect(socket.ofType("committed_transcript").map(({ text }) => text === firstWords(text))).toEqual([true, true]);
		expect(socket.ofType("committed_transcript_with_timestamps")).toEqual([]);
		socket.close();
	});

	test("sends words with times in the session after each committed transcript if asked to", async () => {
		const user = await app.user();
		const query = { include_timestamps: "true", include_language_detection: "true", language_code: "deu" };
		const socket = await openRealtime(app.url, { apiKey: user.apiKey, query });
		expect((await socket.until("session_started")).config).toMatchObject({
			model_id: "whisper_base",
			language_code: "de",
		});
		for (const count of [1, 2]) {
			socket.speak(Buffer.concat([speech, pause]));
			socket.commit();
			const timed = await socket.until("committed_transcript_with_timestamps", count);
			const committed = socket.ofType("committed_transcript")[count - 1];
			expect(socket.messages.indexOf(timed)).toBe(socket.messages.indexOf(committed ?? timed) + 1);
			expect(timed).toMatchObject({ text: committed?.text, language_code: "de" });
			expect(timed.words?.map(({ text }) => text).join("")).toBe(timed.text);
			expect(new Set(timed.words?.map(({ type }) => type))).toEqual(new Set(["word", "spacing"]));
			const times = (timed.words ?? []).flatMap(({ start, end }) => [start, end]);
			expect(times).toEqual(times.toSorted((a, b) => a - b));
			expect(times[0]).toBeCloseTo((count - 1) * 5, 0);
			expect(times.at(-1)).toBeCloseTo((count - 1) * 5 + 3, 0);
		}
		socket.close();
	});

	test.each(["pcm_8000", "pcm_22050", "pcm_24000", "pcm_44100", "pcm_48000"])("takes %s", async (format) => {
		const user = await app.user();
		const rate = Number(format.slice(4));
		const query = { audio_format: format, include_timestamps: "true" };
		const socket = await openRealtime(app.url, { apiKey: user.apiKey, query });
		// An odd number of bytes in each chunk: samples may be split between messages.
		socket.speak(Buffer.concat([tone(2, { rate }), tone(1, { rate, hertz: 0 })]), {
			sample_rate: rate,
			pieceBytes: 7_001,
		});
		socket.send({ message_type: "input_audio_chunk", audio_base_64: "", commit: true, sample_rate: rate });
		const { words } = await socket.until("committed_transcript_with_timestamps");
		expect(words?.at(-1)?.end).toBeCloseTo(2, 0);
		socket.close();
		expect((await settledLedger(user.workspaceId)).used).toBe(creditsForSeconds("realtimeTranscription", 3));
	});

	test("takes ulaw_8000", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey, query: { audio_format: "ulaw_8000" } });
		// A square wave: the loudest positive and negative values of µ-law.
		const loud = Buffer.from(Uint8Array.from({ length: 16_000 }, (_, at) => (at % 40 < 20 ? 0x80 : 0x00)));
		socket.speak(loud, { sample_rate: 8_000 });
		socket.send({ message_type: "input_audio_chunk", audio_base_64: "", commit: true, sample_rate: 8_000 });
		expect((await socket.until("committed_transcript")).text).not.toBe("");
		socket.close();
		expect((await settledLedger(user.workspaceId)).used).toBe(creditsForSeconds("realtimeTranscription", 2));
	});

	test("passes keyterms to the transcriber", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey, query: "keyterms=Zanzibar&keyterms=Kiruna" });
		socket.speak(speech);
		socket.commit();
		expect((await socket.until("committed_transcript")).text).toMatch(/^Zanzibar Kiruna /);
		socket.close();
	});

	test("removes filler words from committed transcripts with no_verbatim", async () => {
		const user = await app.user();
		const query = "keyterms=Um&keyterms=the&no_verbatim=true&include_timestamps=true";
		const socket = await openRealtime(app.url, { apiKey: user.apiKey, query });
		socket.speak(speech);
		socket.commit();
		const { text = "", words } = await socket.until("committed_transcript_with_timestamps");
		expect(text).toBe(firstWords(text));
		expect(words?.map((word) => word.text).join("")).toBe(text);
		expect(socket.ofType("committed_transcript")[0]?.text).toBe(text);
		socket.close();
	});

	test("two sessions at once get their own transcripts", async () => {
		const user = await app.user();
		const [one, two] = await Promise.all(
			["Alpha", "Bravo"].map((keyterms) => openRealtime(app.url, { apiKey: user.apiKey, query: { keyterms } })),
		);
		for (const socket of [one, two]) socket?.speak(speech);
		for (const socket of [two, one]) socket?.commit();
		expect((await one?.until("committed_transcript"))?.text).toMatch(/^Alpha /);
		expect((await two?.until("committed_transcript"))?.text).toMatch(/^Bravo /);
		expect(one?.ofType("committed_transcript")).toHaveLength(1);
		one?.close();
		two?.close();
	});

	test("a commit of silence returns an empty transcript", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		socket.speak(pause);
		socket.commit();
		expect((await socket.until("committed_transcript")).text).toBe("");
		socket.close();
	});

	test("takes minutes of audio that are sent at once", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey, query: { commit_strategy: "vad" } });
		// Several times as much as a socket may have waiting.
		for (let minute = 0; minute < 8; minute++)
			socket.speak(Buffer.concat([tone(50), tone(10, { hertz: 0 })]), { pieceBytes: 160_000 });
		await socket.until("committed_transcript", 8);
		socket.close();
		expect((await settledLedger(user.workspaceId)).used).toBe(600);
	});
});

describe("who may open a realtime transcription", () => {
	const opened = async (options: Parameters<typeof openRealtime>[1]) => {
		const socket = await openRealtime(app.url, options);
		const result = await socket.until("session_started").catch(() => socket.messages[0]);
		socket.close();
		return result?.message_type;
	};

	test("an API key in the header, the URL or the subprotocol, and a session cookie from our own pages", async () => {
		const user = await app.user({ tier: "pro" });
		expect(await opened({ apiKey: user.apiKey })).toBe("session_started");
		expect(await opened({ query: { "xi-api-key": user.apiKey } })).toBe("session_started");
		expect(await opened({ query: { authorization: `Bearer ${user.apiKey}` } })).toBe("session_started");
		expect(await opened({ protocols: [`bearer.${user.apiKey}`] })).toBe("session_started");
		const cookie = await app.signIn(user);
		expect(await opened({ headers: { cookie, origin: app.url } })).toBe("session_started");
		expect(await opened({ headers: { cookie, origin: "https://elsewhere.example" } })).toBe("auth_error");
		expect(await opened({ headers: { cookie } })).toBe("auth_error");
	});

	test("a single-use token for realtime transcription, once", async () => {
		const user = await app.user();
		const create = async (type: string, apiKey = user.apiKey) =>
			(await app.request<{ token: string }>(apiKey, "POST", `/v1/single-use-token/${type}`)).body.token;
		const token = await create("realtime_scribe");
		expect(await opened({ query: { token } })).toBe("session_started");
		expect(await opened({ query: { token } })).toBe("auth_error");
		expect(await opened({ query: { token: await create("tts_websocket") } })).toBe("auth_error");
		expect(await opened({ query: { token: await create("batch_scribe") } })).toBe("auth_error");
		const limited = await app.user({ permissions: ["speech_to_text"] });
		expect(await opened({ query: { token: await create("realtime_scribe", limited.apiKey) } })).toBe("session_started");
		const other = await app.user({ permissions: ["text_to_speech"] });
		expect(await opened({ query: { token: await create("realtime_scribe", other.apiKey) } })).toBe("auth_error");
	});

	test.each([
		["no key", () => ({})],
		["a wrong key", () => ({ apiKey: "sk_nobody" })],
		["a wrong token", () => ({ query: { token: "sutkn_nobody" } })],
		["a forged cookie", () => ({ headers: { cookie: "timbre.session_token=nobody.nothing", origin: app.url } })],
	])("not with %s: auth_error", async (_, options) => {
		const socket = await openRealtime(app.url, options());
		socket.speak(speech);
		expect((await socket.closed).code).toBe(1008);
		expect(socket.messages).toEqual([
			{ message_type: "auth_error", error: expect.any(String), request_id: expect.any(String) },
		]);
	});
});

describe("credits of a realtime transcription", () => {
	test("a workspace without credits gets quota_exceeded at once", async () => {
		const user = await app.user({ credits: 5 });
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		expect(await socket.closed).toMatchObject({ code: 1008, reason: "quota_exceeded" });
		expect(socket.messages.map(({ message_type }) => message_type)).toEqual(["quota_exceeded"]);
		expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, open: 0 });
	});

	test("a session whose credits run out ends with quota_exceeded and is charged for what was transcribed", async () => {
		const user = await app.user({ credits: 30 });
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		await socket.until("session_started");
		socket.speak(tone(30), { pieceBytes: 32_000 });
		expect(await socket.closed).toMatchObject({ code: 1008, reason: "quota_exceeded" });
		// 20 of the 30 seconds, which was all that could be reserved.
		expect(await settledLedger(user.workspaceId)).toMatchObject({ used: 25, reserved: 0, entries: 1 });
	});

	test("credits are reserved while the session is open", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		await socket.until("session_started");
		expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: 13, open: 1 });
		socket.speak(tone(12));
		socket.commit();
		await socket.until("committed_transcript");
		expect(await app.ledger(user.workspaceId)).toMatchObject({ used: 0, reserved: 25, open: 1 });
		socket.close();
		expect(await settledLedger(user.workspaceId)).toMatchObject({ used: 15, reserved: 0 });
	});

	test("a session without audio costs nothing", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		await socket.until("session_started");
		socket.close();
		expect(await settledLedger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0, entries: 0 });
	});

	test("progress is recorded, so that a crash charges for what was delivered", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		socket.speak(speech);
		socket.commit();
		await socket.until("committed_transcript");
		const delivered = () =>
			app.db
				.selectFrom("credit_reservation")
				.select("delivered")
				.where("workspace_id", "=", user.workspaceId)
				.executeTakeFirstOrThrow();
		await expect.poll(async () => (await delivered()).delivered).toBe(4);
		socket.close();
	});

	test("the plan limits how many sessions run at once: rate_limited", async () => {
		const user = await app.user();
		const open = await Promise.all([0, 1].map(() => openRealtime(app.url, { apiKey: user.apiKey })));
		for (const socket of open) await socket.until("session_started");
		const third = await openRealtime(app.url, { apiKey: user.apiKey });
		expect(await third.closed).toMatchObject({ reason: "too_many_concurrent_requests" });
		expect(third.messages[0]?.message_type).toBe("rate_limited");
		open[0]?.close();
		await expect.poll(async () => (await app.ledger(user.workspaceId)).open).toBe(1);
		const fourth = await openRealtime(app.url, { apiKey: user.apiKey });
		await fourth.until("session_started");
		for (const socket of [...open, fourth]) socket.close();
	});
});

describe("messages that a realtime transcription rejects", () => {
	const chunk = { message_type: "input_audio_chunk", audio_base_64: "", commit: false, sample_rate: 16_000 };
	const sound = speech.toString("base64");

	test.each([
		["text that is no JSON", "{"],
		["an empty message", ""],
		["null", "null"],
		["a list", "[]"],
		["a message without a type", "{}"],
		["an unknown type", JSON.stringify({ ...chunk, message_type: "close" })],
		["audio that is a number", JSON.stringify({ ...chunk, audio_base_64: 7 })],
		["audio that is no base64", JSON.stringify({ ...chunk, audio_base_64: "not base64!" })],
		["audio at another sample rate", JSON.stringify({ ...chunk, audio_base_64: sound, sample_rate: 48_000 })],
		["a commit that is a text", JSON.stringify({ ...chunk, commit: "yes" })],
		["nested JSON", `{"message_type":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
		["bytes", new Uint8Array(speech.subarray(0, 640))],
		["bytes that are JSON", Buffer.from(JSON.stringify(chunk))],
	])("%s ends the session with input_error", async (_, message) => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		await socket.until("session_started");
		socket.speak(speech);
		socket.raw(message);
		socket.speak(speech);
		expect((await socket.closed).code).toBe(1008);
		expect(socket.messages.at(-1)).toMatchObject({ message_type: "input_error", error: expect.any(String) });
		// What follows is not transcribed.
		expect(await settledLedger(user.workspaceId)).toMatchObject({ used: 4, reserved: 0 });
	});

	test.each([
		["model_id=nobody", "model_not_found"],
		["audio_format=mp3_44100_128", "invalid_request"],
		["language_code=xx", "unsupported_language"],
		["language_code=de&model_id=moonshine_tiny", "unsupported_language"],
		["commit_strategy=never", "invalid_request"],
		["vad_silence_threshold_secs=9", "invalid_request"],
		["vad_threshold=0", "invalid_request"],
		["min_speech_duration_ms=NaN", "invalid_request"],
		["include_timestamps=perhaps", "invalid_request"],
		[`keyterms=${"k".repeat(21)}`, "invalid_request"],
		["keyterms=x&".repeat(51), "invalid_request"],
		["entity_detection=all", "invalid_request"],
		["entity_redaction=pii", "invalid_request"],
		["transcript_edit=Translate", "invalid_request"],
		["model_id=%00", "invalid_request"],
	])("a session with %s is rejected as invalid_request", async (query, reason) => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey, query });
		expect(await socket.closed).toMatchObject({ code: 1008, reason });
		expect(socket.messages.map(({ message_type }) => message_type)).toEqual(["invalid_request"]);
	});

	test("a message over 2 MB closes the socket", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		await socket.until("session_started");
		socket.raw("x".repeat(3_000_000));
		expect((await socket.closed).code).toBe(1009);
		expect(await settledLedger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0 });
	});

	test("a chunk over 10 seconds is ignored with chunk_size_exceeded, and the session goes on", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		socket.speak(tone(11), { pieceBytes: 1_000_000 });
		await socket.until("chunk_size_exceeded");
		socket.speak(speech);
		socket.commit();
		expect((await socket.until("committed_transcript")).text).not.toBe("");
		socket.close();
		expect((await settledLedger(user.workspaceId)).used).toBe(4);
	});

	test("a commit of less than 0.3 seconds is ignored with commit_throttled, and the session goes on", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		socket.commit();
		await socket.until("commit_throttled");
		socket.speak(speech);
		socket.commit();
		socket.commit();
		await socket.until("commit_throttled", 2);
		await socket.until("committed_transcript");
		expect(socket.ofType("committed_transcript")).toHaveLength(1);
		socket.close();
	});

	test("previous_text is accepted with the first audio only", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		socket.send({ ...chunk, audio_base_64: sound, previous_text: "Good morning." });
		socket.send({ ...chunk, audio_base_64: sound, previous_text: "Good evening." });
		expect(await socket.closed).toMatchObject({ code: 1008 });
		expect(socket.messages.at(-1)?.message_type).toBe("input_error");
	});

	test("audio that arrives before session_started is transcribed", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		socket.speak(speech);
		socket.commit();
		expect((await socket.until("committed_transcript")).text).not.toBe("");
		expect(socket.messages[0]?.message_type).toBe("session_started");
		socket.close();
	});

	test("more messages than can be handled: queue_overflow", async () => {
		const user = await app.user();
		const socket = await openRealtime(app.url, { apiKey: user.apiKey });
		for (let at = 0; at < 20_000; at++) socket.raw(JSON.stringify(chunk));
		expect(await socket.closed).toMatchObject({ code: 1008, reason: "rate_limit_exceeded" });
		expect(socket.messages.at(-1)?.message_type).toBe("queue_overflow");
	});
});

describe("limits of a realtime transcription", () => {
	test("ends without audio with insufficient_audio_activity, and after its maximum time", async () => {
		const url = await app.startSecondApi({ REALTIME_IDLE_SECONDS: 1 });
		const user = await app.user();
		const idle = await openRealtime(url, { apiKey: user.apiKey });
		expect((await idle.closed).code).toBe(1008);
		expect(idle.messages.map(({ message_type }) => message_type)).toEqual([
			"session_started",
			"insufficient_audio_activity",
		]);
		const short = await app.startSecondApi({ REALTIME_SESSION_SECONDS: 1 });
		const long = await openRealtime(short, { apiKey: user.apiKey });
		expect((await long.closed).code).toBe(1008);
		expect(long.messages.at(-1)?.message_type).toBe("session_time_limit_exceeded");
		expect(await settledLedger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0 });
	});
});

describe("a realtime transcription whose speech node", () => {
	async function startNode(recognizer: Recognizer) {
		const node = createSpeechServer({
			registry: createEngineRegistry([createFakeEngine()]),
			scheduler: createScheduler({ capacity: 8 }),
			recognizer,
			ready: () => true,
		});
		node.listen(0, "127.0.0.1");
		await once(node, "listening");
		const port = (node.address() as AddressInfo).port;
		const url = await app.startSecondApi({ SPEECH_NODE_URLS: [`http://127.0.0.1:${port}`] });
		return { url, node };
	}

	test("is busy gets resource_exhausted", async () => {
		const busy = () => {
			throw new SpeechBusyError(1, "busy");
		};
		const { url, node } = await startNode({ ...createFakeRecognizer(), listen: busy });
		const user = await app.user();
		const socket = await openRealtime(url, { apiKey: user.apiKey });
		expect(await socket.closed).toMatchObject({ reason: "system_busy" });
		expect(socket.messages.map(({ message_type }) => message_type)).toEqual(["resource_exhausted"]);
		expect(await settledLedger(user.workspaceId)).toMatchObject({ used: 0, reserved: 0 });
		node.close();
	});

	test("dies gets transcriber_error, and pays only for what was transcribed", async () => {
		const { url, node } = await startNode(createFakeRecognizer());
		const user = await app.user();
		const socket = await openRealtime(url, { apiKey: user.apiKey });
		socket.speak(speech);
		socket.commit();
		await socket.until("committed_transcript");
		socket.speak(tone(9));
		await socket.until("partial_transcript", socket.ofType("partial_transcript").length + 1);
		node.closeAllConnections();
		expect((await socket.closed).code).toBe(1011);
		expect(socket.messages.at(-1)?.message_type).toBe("transcriber_error");
		expect(await settledLedger(user.workspaceId)).toMatchObject({ used: 4, reserved: 0 });
		node.close();
	});
});

describe("20 realtime transcriptions at once", { tags: ["measured"], timeout: 300_000 }, () => {
	test("each gets its transcript within a second of its commit", async () => {
		const user = await app.user({ tier: "enterprise" });
		const pieceSeconds = 0.25;
		const waits = await Promise.all(
			Array.from({ length: 20 }, async (_, at) => {
				const keyterms = `Session${at}`;
				const socket = await openRealtime(app.url, { apiKey: user.apiKey, query: { keyterms } });
				await socket.until("session_started");
				const measured: number[] = [];
				for (const count of [1, 2, 3]) {
					for (let piece = 0; piece < 4 / pieceSeconds; piece++) {
						socket.speak(tone(pieceSeconds));
						await sleep(pieceSeconds * 1000);
					}
					const committedAt = performance.now();
					socket.commit();
					expect((await socket.until("committed_transcript", count)).text).toMatch(new RegExp(`^${keyterms} `));
					measured.push(performance.now() - committedAt);
				}
				expect(socket.ofType("partial_transcript").length).toBeGreaterThan(0);
				socket.close();
				return measured;
			}),
		);
		const sorted = waits.flat().toSorted((a, b) => a - b);
		const [median = 0, slowest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
		printFigures(
			`20 realtime sessions: transcript ${median.toFixed(0)} ms after the commit (median), ${slowest.toFixed(0)} ms (slowest)`,
		);
		expect(slowest).toBeLessThan(1_000);
		// Twelve seconds each.
		expect((await settledLedger(user.workspaceId)).used).toBe(20 * creditsForSeconds("realtimeTranscription", 12));
	});
});
