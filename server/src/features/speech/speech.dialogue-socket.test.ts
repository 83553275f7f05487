import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { fake } from "../../testing/fake-voice.ts";
import { openSocket, type SocketClient } from "../../testing/socket-client.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

type Message = {
	audio?: string;
	alignment?: { chars: string[]; char_start_times_ms: number[]; char_durations_ms: number[] } | null;
	is_final_audio_for_turn?: boolean;
	is_final?: boolean;
	context_id?: string;
	voices?: string[];
	error?: string;
	code?: number;
	param?: string;
};

const [low, high] = [fake.voiceId, fake.otherVoiceId];
let app: TestApp;
let person: SeedUser;
beforeAll(async () => {
	app = await testApp();
	person = await app.user();
});
afterAll(async () => app.stop());

const open = (kind: "stream-input" | "multi-stream-input" = "stream-input", apiKey = person.apiKey, query = "") =>
	openSocket(`${app.url}/v1/text-to-dialogue/${kind}?output_format=pcm_16000${query}`, {
		headers: { "xi-api-key": apiKey },
	});
const messagesOf = (socket: SocketClient) => socket.messages as unknown as Message[];
const said = (messages: readonly Message[]) => messages.flatMap(({ alignment }) => alignment?.chars ?? []).join("");

test("speaks a dialogue while it is written, and says when each turn and the dialogue are complete", async () => {
	const own = await app.user();
	const socket = await open("stream-input", own.apiKey);
	socket.send({ voices: [low, high], voice_settings: { stability: 0.5 } });
	socket.send({ inputs: [{ text: "Is anybody ", voice_id: low }] });
	socket.send({ keep_alive: true });
	socket.send({ inputs: [{ text: "there? ", voice_id: low }] });
	socket.send({
		inputs: [
			{ text: "Yes, I am.", voice_id: high },
			{ text: "Good.", voice_id: high, new_turn: true },
		],
	});
	socket.send({ close_socket: true });
	expect(await socket.closed).toMatchObject({ code: 1000 });
	const messages = messagesOf(socket);
	expect(said(messages)).toBe("Is anybody there? Yes, I am.Good.");
	expect(messages.filter((message) => message.is_final_audio_for_turn)).toHaveLength(3);
	expect(messages.at(-1)).toEqual({ is_final: true });
	const timed = messages.find(({ alignment }) => alignment)?.alignment;
	expect(timed?.char_durations_ms).toHaveLength(timed?.chars.length ?? -1);
	expect(Buffer.from(messages.map(({ audio }) => audio ?? "").join(""), "base64").length).toBeGreaterThan(10_000);
	await expect.poll(async () => (await app.ledger(own.workspaceId)).open).toBe(0);
	const spoken = "Is anybody there? Yes, I am.Good.".length;
	expect((await app.ledger(own.workspaceId)).used).toBeGreaterThanOrEqual(spoken - 1);
	expect((await app.ledger(own.workspaceId)).used).toBeLessThanOrEqual(spoken);
	const { history } = await app.get<{ history: { text: string; dialogue: unknown }[] }>("/v1/history", own.apiKey);
	expect(history[0]?.text).toBe("Is anybody there? \nYes, I am.\nGood.");
	expect(history[0]?.dialogue).toMatchObject([
		{ text: "Is anybody there? ", voice_id: low },
		{ text: "Yes, I am.", voice_id: high },
		{ text: "Good.", voice_id: high },
	]);
});

test("a flush speaks what is buffered, and the turn goes on", async () => {
	const socket = await open();
	socket.send({ voices: [low], inputs: [{ text: "One two", voice_id: low }], flush: true });
	await socket.next((message) => Boolean(message.audio));
	expect(messagesOf(socket).some((message) => message.is_final_audio_for_turn)).toBe(false);
	socket.send({ inputs: [{ text: " three.", voice_id: low }], close_socket: true });
	expect(await socket.closed).toMatchObject({ code: 1000 });
	expect(messagesOf(socket).filter((message) => message.is_final_audio_for_turn)).toHaveLength(1);
});

test("several contexts share a socket, each with its own voices", async () => {
	const socket = await open("multi-stream-input");
	socket.send({ context_id: "a", voices: [low], inputs: [{ text: "From the first.", voice_id: low }] });
	socket.send({ context_id: "b", voices: [high], inputs: [{ text: "From the second.", voice_id: high }] });
	socket.send({ context_id: "a", close_context: true });
	await socket.next((message) => (message as Message).is_final === true && (message as Message).context_id === "a");
	socket.send({ close_socket: true });
	expect(await socket.closed).toMatchObject({ code: 1000 });
	const of = (id: string) => messagesOf(socket).filter((message) => message.context_id === id);
	expect([said(of("a")), said(of("b"))]).toEqual(["From the first.", "From the second."]);
	expect([of("a").at(-1)?.is_final, of("b").at(-1)?.is_final]).toEqual([true, true]);
	expect(messagesOf(socket).every((message) => message.context_id !== undefined)).toBe(true);
});

test("accepts the key in the first message, a default voice of ElevenLabs, and audio tags", async () => {
	const socket = await openSocket(`${app.url}/v1/text-to-dialogue/stream-input?output_format=pcm_16000`);
	const george = "JBFqnCBsd6RMkjVDRZzb";
	socket.send({ xi_api_key: person.apiKey, voices: [george], inputs: [{ text: "[laughs] Hello.", voice_id: george }] });
	socket.send({ close_socket: true });
	expect(await socket.closed).toMatchObject({ code: 1000 });
	expect(said(messagesOf(socket))).toBe("Hello.");
	const named = messagesOf(socket).map(({ voices }) => voices);
	expect(named[0], "the voice that replaces it").toEqual([low]);
	expect(named.slice(1).every((voices) => voices === undefined)).toBe(true);
	expect(messagesOf(socket).at(-1)).toMatchObject({ is_final: true, unhonoured_rules: [{ text: "[laughs]" }] });
});

test("without text, the socket closes without audio and without a charge", async () => {
	const own = await app.user();
	const socket = await open("stream-input", own.apiKey);
	socket.send({ voices: [low] });
	socket.send({ close_socket: true });
	expect(await socket.closed).toMatchObject({ code: 1000 });
	expect(messagesOf(socket).filter(({ audio }) => audio)).toEqual([]);
	expect(await app.ledger(own.workspaceId)).toMatchObject({ used: 0, open: 0 });
});

const hello = [{ text: "Hello there.", voice_id: low }];
test.each([
	["a voice that does not exist", { voices: ["nobody"], inputs: [] }, "voice_not_found"],
	["no voices in the first message", { inputs: hello }, "invalid_request"],
	["an empty list of voices", { voices: [] }, "invalid_request"],
	["eleven voices", { voices: Array.from({ length: 11 }, () => low) }, "invalid_request"],
	["a voice that was not announced", { voices: [high], inputs: hello }, "invalid_request"],
	["inputs that are not a list", { voices: [low], inputs: "Hello." }, "invalid_request"],
	["a text that is a number", { voices: [low], inputs: [{ text: 7, voice_id: low }] }, "invalid_request"],
	["a NUL in a text", { voices: [low], inputs: [{ text: "a\u0000b", voice_id: low }] }, "invalid_request"],
	[
		"a text that is too long",
		{ voices: [low], inputs: [{ text: "a".repeat(150_001), voice_id: low }] },
		"invalid_request",
	],
	["a list", [], "invalid_request"],
	["null", null, "invalid_request"],
])("rejects %s with a message before it closes, and charges nothing", async (_what, message, error) => {
	const own = await app.user();
	for (const kind of ["stream-input", "multi-stream-input"] as const) {
		const socket = await open(kind, own.apiKey);
		socket.send(message);
		expect(await socket.closed).toEqual({ code: 1008, reason: error });
		expect(messagesOf(socket).at(-1)).toMatchObject({ error, code: 1008, message: expect.stringMatching(/\w{2,} \w/) });
	}
	expect(await app.ledger(own.workspaceId)).toMatchObject({ used: 0, open: 0 });
});

test("rejects messages that are not JSON", async () => {
	const socket = await open();
	socket.raw("{");
	expect((await socket.closed).reason).toBe("invalid_request");
	const binary = await open();
	binary.raw(new Uint8Array([1, 2, 3]));
	expect((await binary.closed).reason).toBe("invalid_request");
});

test("rejects a caller without a key, and one without credits", async () => {
	const anonymous = await openSocket(`${app.url}/v1/text-to-dialogue/stream-input`);
	anonymous.send({ voices: [low], inputs: hello });
	expect((await anonymous.closed).reason).toBe("needs_authorization");
	const poor = await app.user({ credits: 3 });
	const socket = await open("stream-input", poor.apiKey);
	socket.send({ voices: [low], inputs: hello, flush: true });
	expect((await socket.closed).reason).toBe("quota_exceeded");
	expect(await app.ledger(poor.workspaceId)).toMatchObject({ used: 0, open: 0 });
});

test("a sixth context is rejected", async () => {
	const socket = await open("multi-stream-input");
	for (let at = 0; at < 6; at++) socket.send({ context_id: `context ${at}`, voices: [low] });
	expect((await socket.closed).reason).toBe("too_many_concurrent_requests");
});
