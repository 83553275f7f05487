// A client of the speech sockets, written from what is known of the protocol alone, reading what the Python SDK reads: it raises on a
// `message`, and otherwise looks at `audio`, `isFinal`, `alignment` and `normalizedAlignment`.
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

class Raised extends Error {
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

async function dial({ headers, protocols = [], kind = "stream-input", query = {} }: Options = {}) {
	const search = new URLSearchParams({ model_id: "eleven_flash_v2_5", output_format: "pcm_16000", ...query });
	const address = `${server.url.replace("http", "ws")}/v1/text-to-speech/${server.voiceId}/${kind}?${search}`;
	const socket = new WebSocket(address, protocols, { headers: headers ?? { "xi-api-key": server.apiKey } });
	const messages: Message[] = [];
	let heard = () => {};
	const changed = () => heard();
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
		say: (...all: unknown[]) => {
			for (const message of all) socket.send(JSON.stringify(message));
		},
		hangUp: () => socket.terminate(),
		/** Waits for a message like this; raises as the Python SDK does. */
		async until(like: (message: Message) => boolean): Promise<Message> {
			for (;;) {
				const refusal = messages.find((message) => message.message !== undefined);
				if (refusal) throw new Raised(refusal);
				const found = messages.find(like);
				if (found) return found;
				if (socket.readyState === WebSocket.CLOSED) throw new Error("closed without a word");
				await new Promise<void>((resolve) => {
					heard = resolve;
				});
			}
		},
	};
}

const sounds = (message: Message) => Boolean(message.audio);
const soundOf = (messages: Message[]) => Buffer.concat(messages.map(({ audio }) => Buffer.from(audio ?? "", "base64")));
const saidIn = (messages: Message[]) => messages.map(({ alignment }) => alignment?.chars.join("") ?? "").join("");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const text = "A socket is written to word by word. It answers with sound before the last word is written.";
const begin = { text: " ", voice_settings: { stability: 0.5, similarity_boost: 0.8 } };
const end = { text: "" };

test("words in, sound out, the end said, then a normal close", async () => {
	const call = await dial();
	call.say({ ...begin, generation_config: { chunk_length_schedule: [50] } });
	for (const word of text.match(/\S+\s*/g) ?? []) call.say({ text: word, try_trigger_generation: true });
	call.say(end);
	expect(await call.closed).toBe(1000);
	const last = call.messages.at(-1);
	expect(last).toMatchObject({ isFinal: true });
	expect(last?.audio ?? null).toBeNull();
	expect(call.messages.slice(0, -1).every((message) => !message.isFinal)).toBe(true);
	expect(saidIn(call.messages).trim()).toBe(text);
	expect(soundOf(call.messages).length / 32_000).toBeGreaterThan(text.length / 15 - 1);
});

test("the chunk schedule decides when the first sound comes", async () => {
	const patient = await dial();
	patient.say({ ...begin, generation_config: { chunk_length_schedule: [200] } }, { text: `${text} ` });
	const eager = await dial();
	eager.say({ ...begin, generation_config: { chunk_length_schedule: [50] } }, { text: `${text} ` });
	await eager.until(sounds);
	await pause(200);
	expect(patient.messages).toEqual([]);
	patient.say(end);
	await patient.until(sounds);
	expect(await patient.closed).toBe(1000);
	eager.hangUp();
});

test("a flush speaks what is there, and the socket stays open for more", async () => {
	const call = await dial();
	call.say(begin, { text: "Short. " });
	await pause(200);
	expect(call.messages).toEqual([]);
	call.say({ text: "Now. ", flush: true });
	await call.until(sounds);
	call.say({ text: "And more. ", flush: true }, end);
	expect(await call.closed).toBe(1000);
	expect(saidIn(call.messages).replaceAll(/\s+/g, " ").trim()).toBe("Short. Now. And more.");
});

test("auto mode speaks each sentence as it comes", async () => {
	const call = await dial({ query: { auto_mode: "true" } });
	call.say(begin, { text: "This is a sentence. " });
	await call.until(sounds);
	call.hangUp();
});

test("alignment has its keys, one time a character, and fits the sound", async () => {
	const call = await dial({ query: { sync_alignment: "true" } });
	call.say(begin, { text: "It is 5 o'clock now. " }, end);
	await call.closed;
	const timed = call.messages.filter((message) => message.alignment);
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
	expect(saidIn(call.messages).trim()).toBe("It is 5 o'clock now.");
});

test("contexts speak under their names, end by themselves, and the socket when asked", async () => {
	const call = await dial({ kind: "multi-stream-input" });
	call.say({ ...begin, context_id: "one" }, { ...begin, context_id: "two" });
	call.say({ text: "The first context. ", context_id: "one" }, { context_id: "one", flush: true });
	call.say({ text: "The second context. ", context_id: "two", flush: true });
	await call.until((message) => message.contextId === "one" && sounds(message));
	call.say({ context_id: "one", close_context: true });
	await call.until((message) => message.contextId === "one" && message.isFinal === true);
	call.say({ text: "", context_id: "two" }, { text: "It goes on. ", context_id: "two" }, { close_socket: true });
	expect(await call.closed).toBe(1000);
	const of = (id: string) => call.messages.filter((message) => message.contextId === id);
	expect(of("one").length + of("two").length).toBe(call.messages.length);
	expect(saidIn(of("one")).trim()).toBe("The first context.");
	expect(saidIn(of("two")).trim()).toBe("The second context. It goes on.");
	expect(of("two").at(-1)).toMatchObject({ isFinal: true });
});

test.each(["stream-input", "multi-stream-input"])("%s: silence ends it, with the reason first", async (kind) => {
	const call = await dial({ kind, query: { inactivity_timeout: "1" } });
	call.say(begin);
	await expect(call.until((message) => message.isFinal === true)).rejects.toMatchObject({
		code: "input_timeout_exceeded",
	});
	expect(await call.closed).toBe(1008);
});

test("a space keeps it open", async () => {
	const call = await dial({ query: { inactivity_timeout: "4" } });
	call.say(begin);
	for (const began = performance.now(); performance.now() - began < 5_000; ) {
		await pause(200);
		call.say({ text: " " });
	}
	call.say({ text: "Still here. ", flush: true });
	await call.until(sounds);
	call.hangUp();
});

const token = async () => (await client.tokens.singleUse.create("tts_websocket")).token;

test.each<[how: string, options: () => Promise<Options>, first?: () => Promise<object>]>([
	["the xi-api-key header", async () => ({ headers: { "xi-api-key": server.apiKey } })],
	["a bearer header", async () => ({ headers: { authorization: `Bearer ${server.apiKey}` } })],
	["authorization in the address", async () => ({ headers: {}, query: { authorization: `Bearer ${server.apiKey}` } })],
	["xi-api-key in the first message", async () => ({ headers: {} }), async () => ({ "xi-api-key": server.apiKey })],
	["xi_api_key in the first message", async () => ({ headers: {} }), async () => ({ xi_api_key: server.apiKey })],
	[
		"authorization in the first message",
		async () => ({ headers: {} }),
		async () => ({ authorization: `Bearer ${server.apiKey}` }),
	],
	["a single-use token in the address", async () => ({ headers: {}, query: { single_use_token: await token() } })],
	[
		"a single-use token in the first message",
		async () => ({ headers: {} }),
		async () => ({ single_use_token: await token() }),
	],
	["a subprotocol", async () => ({ headers: {}, protocols: [`bearer.${server.apiKey}`] })],
])("known by %s", async (_, options, first) => {
	for (const kind of ["stream-input", "multi-stream-input"]) {
		const call = await dial({ ...(await options()), kind });
		call.say({ ...begin, ...(await first?.()) }, { text: "Known. ", flush: true });
		await call.until(sounds);
		call.hangUp();
	}
});

test.each<[what: string, options: Options, messages: object[], code: string]>([
	["nobody", { headers: {} }, [begin], "needs_authorization"],
	["a wrong key", { headers: { "xi-api-key": "sk_wrong" } }, [begin], "invalid_api_key"],
	["a spent token", { headers: {}, query: { single_use_token: "spent" } }, [begin], "invalid_api_key"],
	[
		"too few credits",
		{ headers: { "xi-api-key": server.limitedKey } },
		[begin, { text, flush: true }],
		"quota_exceeded",
	],
	["a format of a higher plan", { query: { output_format: "pcm_44100" } }, [begin], "only_for_higher_plan"],
	["an unknown model", { query: { model_id: "no_such_model" } }, [begin], "model_not_found"],
	["a setting out of range", {}, [{ ...begin, voice_settings: { speed: 9 } }], "invalid_request"],
	["a message without text", {}, [{ flush: true }], "invalid_request"],
])("%s is told the reason before the close", async (_, options, messages, code) => {
	const call = await dial(options);
	call.say(...messages);
	await expect(call.until(sounds)).rejects.toMatchObject({ code, message: expect.stringMatching(/\w+ \w+/) });
	expect(await call.closed).toBe(1008);
});
