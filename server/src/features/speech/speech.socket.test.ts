import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audioOf, openSocket } from "../../testing/socket-client.ts";
import { listStoredKeys, type TestApp, testApp } from "../../testing/test-app.ts";
import { anonymousLimits } from "./live/anonymous.ts";

const text =
	"The socket speaks while it is written to. It has a schedule, and a flush. The end comes with an empty text.";

describe("speech over a WebSocket", () => {
	let app: TestApp;
	beforeAll(async () => {
		app = await testApp();
	});
	afterAll(async () => app.stop());

	const address = (kind: "stream-input" | "multi-stream-input", query = "") =>
		`${app.url}/v1/text-to-speech/${app.voiceId}/${kind}?output_format=pcm_24000${query}`;
	const keyed = (apiKey: string, kind: "stream-input" | "multi-stream-input" = "stream-input", query = "") =>
		openSocket(address(kind, query), { headers: { "xi-api-key": apiKey } });
	const words = text.match(/\S+\s*/g) ?? [];

	test("streams audio for text written word by word, marks the last message and closes the socket", async () => {
		const person = await app.user();
		const socket = await keyed(person.apiKey);
		socket.send({ text: " ", voice_settings: { stability: 0.5 }, generation_config: { chunk_length_schedule: [50] } });
		for (const word of words) socket.send({ text: word, try_trigger_generation: true });
		socket.send({ text: "" });
		expect(await socket.closed).toMatchObject({ code: 1000 });
		expect(socket.messages.at(-1)).toMatchObject({ isFinal: true });
		const seconds = audioOf(socket.messages).length / 48_000;
		expect(seconds).toBeGreaterThan(text.length / 15 - 1);
		const spoken = socket.messages.map((message) => message.alignment?.chars.join("") ?? "").join("");
		expect(spoken.trim()).toBe(text);
		const alignment = socket.messages.find((message) => message.alignment)?.alignment;
		expect(alignment?.charStartTimesMs[0]).toBe(0);
		expect(alignment?.charsDurationsMs).toEqual(alignment?.charDurationsMs);
		expect(alignment?.charDurationsMs).toHaveLength(alignment?.chars.length ?? -1);
		await expect.poll(async () => (await app.ledger(person.workspaceId)).open).toBe(0);
		expect((await app.ledger(person.workspaceId)).used).toBeGreaterThanOrEqual(text.length);
		expect((await app.ledger(person.workspaceId)).used).toBeLessThanOrEqual(text.length + 1);
		const { history } = await app.get<{ history: { text: string; duration_seconds: number }[] }>(
			"/v1/history",
			person.apiKey,
		);
		expect(history).toHaveLength(1);
		expect(history[0]?.text.trim()).toBe(text);
		expect(history[0]?.duration_seconds).toBeCloseTo(seconds, 1);
	});

	test("stores nothing and adds no history item with enable_logging=false", async () => {
		const person = await app.user();
		const socket = await keyed(person.apiKey, "stream-input", "&enable_logging=false");
		socket.send({ text: " " });
		socket.send({ text });
		socket.send({ text: "" });
		expect(await socket.closed).toMatchObject({ code: 1000 });
		expect(audioOf(socket.messages).length).toBeGreaterThan(0);
		await expect.poll(async () => (await app.ledger(person.workspaceId)).open).toBe(0);
		expect(await listStoredKeys(app, person.workspaceId)).toEqual([]);
		expect((await app.get<{ history: unknown[] }>("/v1/history", person.apiKey)).history).toEqual([]);
	});

	test("a flush speaks buffered text that is shorter than the schedule", async () => {
		const person = await app.user();
		const socket = await keyed(person.apiKey);
		socket.send({ text: " " });
		socket.send({ text: "Short. " });
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(socket.messages).toEqual([]);
		socket.send({ text: "Now. ", flush: true });
		expect((await socket.next((message) => message.audio != null)).alignment?.chars.join("")).toContain("Short");
		socket.close();
	});

	test("auto mode speaks each sentence as it arrives", async () => {
		const person = await app.user();
		const socket = await keyed(person.apiKey, "stream-input", "&auto_mode=true");
		socket.send({ text: " " });
		socket.send({ text: "Hello there, friend. " });
		await socket.next((message) => message.audio != null);
		socket.close();
	});

	test("a sentence paid for over HTTP is free over a WebSocket", async () => {
		const person = await app.user();
		const sentence = "The same sentence, twice.";
		await (await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text: sentence })).arrayBuffer();
		const { used } = await app.ledger(person.workspaceId);
		const socket = await keyed(person.apiKey);
		socket.send({ text: sentence });
		socket.send({ text: "" });
		await socket.closed;
		expect((await app.ledger(person.workspaceId)).used).toBe(used);
		expect(audioOf(socket.messages).length).toBeGreaterThan(0);
	});

	test("parses markup only if enabled", async () => {
		const person = await app.user();
		const spokenText = async (query: string) => {
			const socket = await keyed(person.apiKey, "stream-input", query);
			socket.send({ text: 'One. <break time="2s" /> Two.' });
			socket.send({ text: "" });
			await socket.closed;
			return socket.messages.map((message) => message.alignment?.chars.join("") ?? "").join("");
		};
		expect(await spokenText("&enable_ssml_parsing=true")).not.toContain("break");
		expect(await spokenText("")).toContain("break");
	});

	test("with sync_alignment, audio is sent together with its timestamps", async () => {
		const person = await app.user();
		const socket = await keyed(person.apiKey, "stream-input", "&sync_alignment=true");
		socket.send({ text });
		socket.send({ text: "" });
		await socket.closed;
		const withAudio = socket.messages.filter((message) => message.audio);
		expect(withAudio.length).toBeGreaterThan(1);
		expect(withAudio.slice(0, -1).every((message) => message.alignment)).toBe(true);
	});

	describe("several contexts", () => {
		test("each context streams under its own id and ends independently", async () => {
			const person = await app.user({ tier: "creator" });
			const socket = await keyed(person.apiKey, "multi-stream-input");
			socket.send({ text: " ", context_id: "one" });
			socket.send({ text: "First context here. ", context_id: "one", flush: true });
			socket.send({ text: "Second context there. ", context_id: "two", flush: true });
			await socket.next((message) => message.contextId === "two" && message.audio != null);
			socket.send({ context_id: "one", close_context: true });
			await socket.next((message) => message.contextId === "one" && message.isFinal === true);
			socket.send({ text: "", context_id: "two" });
			socket.send({ text: "And more. ", context_id: "two" });
			socket.send({ close_socket: true });
			expect(await socket.closed).toMatchObject({ code: 1000 });
			const spoken = (id: string) =>
				socket.messages
					.map((message) => (message.contextId === id ? (message.alignment?.chars.join("") ?? "") : ""))
					.join("");
			expect(spoken("one").trim()).toBe("First context here.");
			expect(spoken("two").trim()).toBe("Second context there. And more.");
			expect(socket.messages.filter((message) => message.isFinal)).toHaveLength(2);
		});

		test("allows at most five at once", async () => {
			const person = await app.user({ tier: "pro" });
			const socket = await keyed(person.apiKey, "multi-stream-input");
			for (let at = 0; at < 6; at++) socket.send({ text: "Wait ", context_id: `c${at}` });
			expect(await socket.next((message) => message.code !== undefined)).toMatchObject({
				code: "too_many_concurrent_requests",
			});
			expect(await socket.closed).toMatchObject({ code: 1008 });
		});
	});

	describe("authentication", () => {
		async function speaks(url: string, options: Parameters<typeof openSocket>[1], first: Record<string, unknown> = {}) {
			const socket = await openSocket(url, options);
			socket.send({ text: "Hello. ", flush: true, ...first });
			await socket.next((message) => message.audio != null);
			socket.close();
		}
		test("accepts a key in a header, the URL, a subprotocol or the first message, a bearer token and a single-use token", async () => {
			const { apiKey } = await app.user({ tier: "pro" });
			const url = address("stream-input");
			await speaks(url, { headers: { "xi-api-key": apiKey } });
			await speaks(url, { headers: { authorization: `Bearer ${apiKey}` } });
			await speaks(`${url}&authorization=${encodeURIComponent(`Bearer ${apiKey}`)}`, {});
			await speaks(`${url}&xi-api-key=${apiKey}`, {});
			await speaks(url, { protocols: [`bearer.${apiKey}`] });
			await speaks(url, {}, { "xi-api-key": apiKey });
			await speaks(url, {}, { authorization: `Bearer ${apiKey}` });
			const token = async () => {
				const created = await app.postJson("/v1/single-use-token/tts_websocket", apiKey, {});
				return ((await created.json()) as { token: string }).token;
			};
			await speaks(`${url}&single_use_token=${await token()}`, {});
			await speaks(url, {}, { single_use_token: await token() });
		});

		test("a single-use token works once", async () => {
			const { apiKey } = await app.user();
			const { token } = (await (await app.postJson("/v1/single-use-token/tts_websocket", apiKey, {})).json()) as {
				token: string;
			};
			await speaks(`${address("stream-input")}&single_use_token=${token}`, {});
			const second = await openSocket(`${address("stream-input")}&single_use_token=${token}`);
			expect(await second.next(() => true)).toMatchObject({ code: "invalid_api_key" });
			expect(await second.closed).toMatchObject({ code: 1008 });
		});

		test("accepts a session cookie from our own pages and rejects it from other sites", async () => {
			const cookie = await app.signIn(await app.user());
			await speaks(address("stream-input"), { headers: { cookie, origin: app.url } });
			const foreign = await openSocket(address("stream-input"), {
				headers: { cookie, origin: "https://evil.example" },
			});
			expect(await foreign.next(() => true)).toMatchObject({ code: "forbidden_origin" });
		});

		test.each([
			["no credentials", undefined, "needs_authorization"],
			["an unknown key", "sk_nobody", "invalid_api_key"],
		])("sends an error for %s before the socket closes", async (_, apiKey, code) => {
			const socket = await openSocket(address("stream-input"), apiKey ? { headers: { "xi-api-key": apiKey } } : {});
			socket.send({ text: "Hello. ", flush: true });
			const error = await socket.next((message) => message.code !== undefined);
			expect(error).toMatchObject({ code, error: code });
			expect(error.message?.length).toBeGreaterThan(10);
			expect(await socket.closed).toMatchObject({ code: 1008 });
		});

		test("limits sockets without a key in number and in time, also if they keep sending messages", async () => {
			const { apiKey } = await app.user({ tier: "pro" });
			const silent = await Promise.all(
				Array.from({ length: anonymousLimits.perNetwork }, () => openSocket(address("multi-stream-input"))),
			);
			await expect
				.poll(async () => {
					const more = await openSocket(address("stream-input"));
					const first = await Promise.race([more.next(() => true), sleep(200, undefined)]);
					if (!first) more.close();
					return first?.code;
				})
				.toBe("rate_limit_exceeded");
			await speaks(address("stream-input"), { headers: { "xi-api-key": apiKey } });
			const talking = setInterval(() => silent[0]?.send({ close_context: true, context_id: "none" }), 500);
			const closed = await Promise.all(silent.map((socket) => socket.closed));
			clearInterval(talking);
			expect(new Set(closed.map(({ code }) => code))).toEqual(new Set([1008]));
			expect(silent[0]?.messages.at(-1)).toMatchObject({ code: "needs_authorization" });
			await speaks(address("stream-input"), {}, { "xi-api-key": apiKey });
		});

		test("rejects a key without the permission and a workspace without credits, and charges nothing", async () => {
			const weak = await app.user({ permissions: ["models_read"] });
			const poor = await app.user({ credits: 3 });
			for (const [person, code] of [
				[weak, "missing_permissions"],
				[poor, "quota_exceeded"],
			] as const) {
				const socket = await keyed(person.apiKey);
				socket.send({ text: "Far too long to be paid for. ", flush: true });
				expect(await socket.next((message) => message.code !== undefined)).toMatchObject({ code });
				await socket.closed;
				expect(await app.ledger(person.workspaceId)).toMatchObject({ used: 0, reserved: 0, open: 0 });
			}
		});
	});

	describe("invalid input", () => {
		test.each([
			["invalid JSON", "{", "invalid_request"],
			["a missing text", "{}", "invalid_request"],
			["a text that is a number", '{"text": 7}', "invalid_request"],
			["an array", "[]", "invalid_request"],
		])("rejects %s with a reason", async (_, raw, code) => {
			const socket = await keyed((await app.user()).apiKey);
			socket.raw(raw);
			expect(await socket.next(() => true)).toMatchObject({ code });
			expect(await socket.closed).toMatchObject({ code: 1008 });
		});

		test("rejects an unknown voice, model or format", async () => {
			const { apiKey } = await app.user();
			for (const [url, code] of [
				[`${app.url}/v1/text-to-speech/nobody/stream-input`, "voice_not_found"],
				[`${address("stream-input")}&model_id=nothing`, "model_not_found"],
				[`${app.url}/v1/text-to-speech/${app.voiceId}/stream-input?output_format=wav_44100`, "invalid_request"],
			] as const) {
				const socket = await openSocket(url, { headers: { "xi-api-key": apiKey } });
				socket.send({ text: "Hello. ", flush: true });
				expect(await socket.next(() => true)).toMatchObject({ code });
			}
		});

		test("closes an inactive socket with a reason", async () => {
			const socket = await keyed((await app.user()).apiKey, "stream-input", "&inactivity_timeout=1");
			expect(await socket.next(() => true)).toMatchObject({ code: "input_timeout_exceeded" });
			expect(await socket.closed).toMatchObject({ code: 1008 });
		});

		test("cuts off a flood of messages and keeps running", async () => {
			const person = await app.user();
			const socket = await keyed(person.apiKey);
			for (let at = 0; at < 20_000; at++) socket.send({ text: "a " });
			const end = await socket.closed;
			expect([1000, 1006, 1008]).toContain(end.code);
			expect((await fetch(`${app.url}/health`)).status).toBe(200);
			await expect.poll(async () => (await app.ledger(person.workspaceId)).open).toBe(0);
		});
	});
});

test("a client disconnect stops the engine and charges only for what was delivered", async () => {
	const synthesized: string[] = [];
	const app = await testApp({ fake: { realtime: true, onSegment: (spoken) => synthesized.push(spoken) } });
	try {
		const person = await app.user();
		const url = `${app.url}/v1/text-to-speech/${app.voiceId}/stream-input?output_format=pcm_24000`;
		const socket = await openSocket(url, { headers: { "xi-api-key": person.apiKey } });
		const long = "This is one of many sentences. ".repeat(20);
		socket.send({ text: long, flush: true });
		await socket.next((message) => message.audio != null);
		socket.close();
		await expect.poll(async () => (await app.ledger(person.workspaceId)).open).toBe(0);
		expect((await app.ledger(person.workspaceId)).used).toBeLessThan(long.length / 4);
		const then = synthesized.length;
		await new Promise((resolve) => setTimeout(resolve, 500));
		expect(synthesized.length).toBe(then);
	} finally {
		await app.stop();
	}
});
