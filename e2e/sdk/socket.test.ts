// An independent client of the speech sockets that reads the same fields as the Python SDK: it raises on `message`, and otherwise
// reads `audio`, `isFinal`, `alignment` and `normalizedAlignment`.
import { expect, test } from "vitest";
import WebSocket from "ws";
import { client, server } from "./client.ts";

type Alignment = { chars: string[]; charStartTimesMs: number[]; charDurationsMs: number[] };
type Message = {
	audio?: string | null;
	isFinal?: boolean | null;
	contextId?: string;
	alignment?: Alignment | null;
	normalizedAlignment?: Alignment | null;
	message?: string;
	code?: string;
};

class SocketError extends Error {
	readonly code: string | undefined;
	constructor({ message, code }: Message) {
		super(message);
		this.code = code;
	}
}

type Options = {
	headers?: Record<string, string>;
	protocols?: string[];
	kind?: string;
	query?: Record<string, string>;
};

async function connect({ headers, protocols = [], kind = "stream-input", query = {} }: Options = {}) {
	const search = new URLSearchParams({ model_id: "eleven_flash_v2_5", output_format: "pcm_16000", ...query });
	const address = `${server.url.replace("http", "ws")}/v1/text-to-speech/${server.voiceId}/${kind}?${search}`;
	const socket = new WebSocket(address, protocols, { headers: headers ?? { "xi-api-key": server.apiKey } });
	const messages: Message[] = [];
	let notify = () => {};
	const changed = () => notify();
	socket.on("message", (data) => {
		messages.push(JSON.parse(String(data)));
		changed();
	});
	const closed = new Promise<number>((resolve) =>
		socket.on("close", (code) => {
			resolve(code);
			changed();
		}),
	);
	await new Promise((resolve, reject) => {
		socket.on("open", resolve);
		socket.on("error", reject);
	});
	return {
		messages,
		closed,
		send: (...all: unknown[]) => {
			for (const message of all) socket.send(JSON.stringify(message));
		},
		disconnect: () => socket.terminate(),
		/** Waits for a matching message. Throws on an error message, like the Python SDK. */
		async until(matches: (message: Message) => boolean): Promise<Message> {
			for (;;) {
				const failure = messages.find((message) => message.message !== undefined);
				if (failure) throw new SocketError(failure);
				const found = messages.find(matches);
				if (found) return found;
				if (socket.readyState === WebSocket.CLOSED) throw new Error("closed without a message");
				await new Promise<void>((resolve) => {
					notify = resolve;
				});
			}
		},
	};
}

const hasAudio = (message: Message) => Boolean(message.audio);
const audioOf = (messages: Message[]) => Buffer.concat(messages.map(({ audio }) => Buffer.from(audio ?? "", "base64")));
const textOf = (messages: Message[]) => messages.map(({ alignment }) => alignment?.chars.join("") ?? "").join("");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const text = "A socket is written to word by word. It answers with sound before the last word is written.";
const begin = { text: " ", voice_settings: { stability: 0.5, similarity_boost: 0.8 } };
const end = { text: "" };

test("words in, audio out, a final message, then a normal close", async () => {
	const socket = await connect();
	socket.send({ ...begin, generation_config: { chunk_length_schedule: [50] } });
	for (const word of text.match(/\S+\s*/g) ?? []) socket.send({ text: word, try_trigger_generation: true });
	socket.send(end);
	expect(await socket.closed).toBe(1000);
	const last = socket.messages.at(-1);
	expect(last).toMatchObject({ isFinal: true });
	expect(last?.audio ?? null).toBeNull();
	expect(socket.messages.slice(0, -1).every((message) => !message.isFinal)).toBe(true);
	expect(textOf(socket.messages).trim()).toBe(text);
	expect(audioOf(socket.messages).length / 32_000).toBeGreaterThan(text.length / 15 - 1);
});

test("the chunk schedule determines when the first audio arrives", async () => {
	const patient = await connect();
	patient.send({ ...begin, generation_config: { chunk_length_schedule: [200] } }, { text: `${text} ` });
	const eager = await connect();
	eager.send({ ...begin, generation_config: { chunk_length_schedule: [50] } }, { text: `${text} ` });
	await eager.until(hasAudio);
	await pause(200);
	expect(patient.messages).toEqual([]);
	patient.send(end);
	await patient.until(hasAudio);
	expect(await patient.closed).toBe(1000);
	eager.disconnect();
});

test("a flush generates the buffered text and keeps the socket open", async () => {
	const socket = await connect();
	socket.send(begin, { text: "Short. " });
	await pause(200);
	expect(socket.messages).toEqual([]);
	socket.send({ text: "Now. ", flush: true });
	await socket.until(hasAudio);
	socket.send({ text: "And more. ", flush: true }, end);
	expect(await socket.closed).toBe(1000);
	expect(textOf(socket.messages).replaceAll(/\s+/g, " ").trim()).toBe("Short. Now. And more.");
});

test("auto mode generates each sentence as it arrives", async () => {
	const socket = await connect({ query: { auto_mode: "true" } });
	socket.send(begin, { text: "This is a sentence. " });
	await socket.until(hasAudio);
	socket.disconnect();
});

test("alignment has one time per character and fits the audio", async () => {
	const socket = await connect({ query: { sync_alignment: "true" } });
	socket.send(begin, { text: "It is 5 o'clock now. " }, end);
	await socket.closed;
	const timed = socket.messages.filter((message) => message.alignment);
	expect(timed.length).toBeGreaterThan(0);
	for (const { alignment, normalizedAlignment, audio } of timed) {
		for (const times of [alignment, normalizedAlignment]) {
			expect(times?.charStartTimesMs).toHaveLength(times?.chars.length ?? -1);
			expect(times?.charDurationsMs).toHaveLength(times?.chars.length ?? -1);
			expect(times?.charStartTimesMs).toEqual([...(times?.charStartTimesMs ?? [])].sort((a, b) => a - b));
		}
		const ms = Buffer.from(audio ?? "", "base64").length / 32;
		const at = (alignment?.charStartTimesMs.at(-1) ?? 0) + (alignment?.charDurationsMs.at(-1) ?? 0);
		expect(at).toBeLessThanOrEqual(ms + 50);
	}
	expect(textOf(socket.messages).trim()).toBe("It is 5 o'clock now.");
});

test("contexts use their ids, end independently, and close_socket ends the socket", async () => {
	const socket = await connect({ kind: "multi-stream-input" });
	socket.send({ ...begin, context_id: "one" }, { ...begin, context_id: "two" });
	socket.send({ text: "The first context. ", context_id: "one" }, { context_id: "one", flush: true });
	socket.send({ text: "The second context. ", context_id: "two", flush: true });
	await socket.until((message) => message.contextId === "one" && hasAudio(message));
	socket.send({ context_id: "one", close_context: true });
	await socket.until((message) => message.contextId === "one" && message.isFinal === true);
	socket.send({ text: "", context_id: "two" }, { text: "It goes on. ", context_id: "two" }, { close_socket: true });
	expect(await socket.closed).toBe(1000);
	const of = (id: string) => socket.messages.filter((message) => message.contextId === id);
	expect(of("one").length + of("two").length).toBe(socket.messages.length);
	expect(textOf(of("one")).trim()).toBe("The first context.");
	expect(textOf(of("two")).trim()).toBe("The second context. It goes on.");
	expect(of("two").at(-1)).toMatchObject({ isFinal: true });
});

test.each(["stream-input", "multi-stream-input"])(
	"%s: inactivity closes it, with an error message first",
	async (kind) => {
		const socket = await connect({ kind, query: { inactivity_timeout: "1" } });
		socket.send(begin);
		await expect(socket.until((message) => message.isFinal === true)).rejects.toMatchObject({
			code: "input_timeout_exceeded",
		});
		expect(await socket.closed).toBe(1008);
	},
);

test("a space keeps the socket open", async () => {
	const socket = await connect({ query: { inactivity_timeout: "4" } });
	socket.send(begin);
	for (const startedAt = performance.now(); performance.now() - startedAt < 5_000; ) {
		await pause(200);
		socket.send({ text: " " });
	}
	socket.send({ text: "Still here. ", flush: true });
	await socket.until(hasAudio);
	socket.disconnect();
});

const token = async () => (await client.tokens.singleUse.create("tts_websocket")).token;

test.each<[method: string, options: () => Promise<Options>, first?: () => Promise<object>]>([
	["the xi-api-key header", async () => ({ headers: { "xi-api-key": server.apiKey } })],
	["a bearer header", async () => ({ headers: { authorization: `Bearer ${server.apiKey}` } })],
	["authorization in the query", async () => ({ headers: {}, query: { authorization: `Bearer ${server.apiKey}` } })],
	["xi-api-key in the first message", async () => ({ headers: {} }), async () => ({ "xi-api-key": server.apiKey })],
	["xi_api_key in the first message", async () => ({ headers: {} }), async () => ({ xi_api_key: server.apiKey })],
	[
		"authorization in the first message",
		async () => ({ headers: {} }),
		async () => ({ authorization: `Bearer ${server.apiKey}` }),
	],
	["a single-use token in the query", async () => ({ headers: {}, query: { single_use_token: await token() } })],
	[
		"a single-use token in the first message",
		async () => ({ headers: {} }),
		async () => ({ single_use_token: await token() }),
	],
	["a subprotocol", async () => ({ headers: {}, protocols: [`bearer.${server.apiKey}`] })],
])("authenticates with %s", async (_, options, first) => {
	for (const kind of ["stream-input", "multi-stream-input"]) {
		const socket = await connect({ ...(await options()), kind });
		socket.send({ ...begin, ...(await first?.()) }, { text: "Known. ", flush: true });
		await socket.until(hasAudio);
		socket.disconnect();
	}
});

test.each<[what: string, options: Options, messages: object[], code: string]>([
	["no credentials", { headers: {} }, [begin], "needs_authorization"],
	["a wrong key", { headers: { "xi-api-key": "sk_wrong" } }, [begin], "invalid_api_key"],
	["a spent token", { headers: {}, query: { single_use_token: "spent" } }, [begin], "invalid_api_key"],
	[
		"not enough credits",
		{ headers: { "xi-api-key": server.limitedKey } },
		[begin, { text, flush: true }],
		"quota_exceeded",
	],
	["a format of a higher plan", { query: { output_format: "pcm_44100" } }, [begin], "only_for_higher_plan"],
	["an unknown model", { query: { model_id: "no_such_model" } }, [begin], "model_not_found"],
	["a setting out of range", {}, [{ ...begin, voice_settings: { speed: 9 } }], "invalid_request"],
	["a message without text", {}, [{ flush: true }], "invalid_request"],
])("%s gets an error message before the close", async (_, options, messages, code) => {
	const socket = await connect(options);
	socket.send(...messages);
	await expect(socket.until(hasAudio)).rejects.toMatchObject({ code, message: expect.stringMatching(/\w+ \w+/) });
	expect(await socket.closed).toBe(1008);
});
