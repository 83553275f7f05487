// Messages of the dialogue sockets, and the expected error before the server closes the socket.
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import type { SocketCase } from "./sockets.cases.ts";

const voice = voiceId("fake", "tone-low");
const start = { voices: [voice] };
const say = (text: unknown, more: object = {}) => ({ ...start, inputs: [{ text, voice_id: voice, ...more }] });
const hello = say("Hello there. ");
const end = { close_socket: true };
const invalid = "invalid_request";

const messages: SocketCase[] = [
	["nothing", ""],
	["no JSON", "{"],
	["null", "null"],
	["a list", "[]"],
	["a number", "7"],
	["an empty object", {}],
	["bytes", Buffer.from(JSON.stringify(hello))],
	["bytes that are no UTF-8", Buffer.from([0xff, 0xfe])],
	["JSON nested 100,000 deep", `{"inputs":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
	["inputs that are an object", { ...start, inputs: { text: "Hello." } }],
	["inputs that hold null", { ...start, inputs: [null] }],
	["1,001 inputs", { ...start, inputs: Array(1_001).fill({ text: "a", voice_id: voice }) }],
	["an input without a voice", { ...start, inputs: [{ text: "Hello." }] }],
	["an input with a voice that is an object", { ...start, inputs: [{ text: "Hello.", voice_id: {} }] }],
	["a voice that was not announced", { ...start, inputs: [{ text: "Hello.", voice_id: "nobody" }] }],
	["a voice called __proto__", { ...start, inputs: [{ text: "Hello.", voice_id: "__proto__" }] }],
	["a text that is null", say(null)],
	["a text that is a list", say(["Hello."])],
	["a text with a NUL", say("a\u0000b")],
	["a text above the limit", say("a".repeat(150_001))],
	["a turn that is a string", say("Hello.", { new_turn: "yes" })],
	["voices that are a string", { voices: voice }],
	["voices that hold null", { voices: [null] }],
	["no voices", { voices: [] }],
	["eleven voices", { voices: Array(11).fill(voice) }],
	["a voice with a path", { voices: ["../../etc"] }],
	["settings that are a string", { ...hello, voice_settings: "loud" }],
	["settings out of range", { ...hello, voice_settings: { stability: 99 } }],
	["locators that are a string", { ...hello, pronunciation_dictionary_locators: "x" }],
	["a flush that is a string", { ...hello, flush: "yes" }],
	["a key that is an object", { ...hello, "xi-api-key": {} }],
].map(([name, message]) => ({ name: `a message that is ${name}`, messages: [message], expected: invalid }));

const others: SocketCase[] = [
	{
		name: "an address with inactivity_timeout=-1",
		query: "inactivity_timeout=-1",
		messages: [hello],
		expected: invalid,
	},
	{ name: "an address with output_format=", query: "output_format=", messages: [hello], expected: invalid },
	{ name: "an unknown model", query: "model_id=nothing", messages: [hello], expected: "model_not_found" },
	{ name: "an unknown language", query: "language_code=tlh", messages: [hello], expected: "unsupported_language" },
	{ name: "a wrong key", query: "xi-api-key=wrong", messages: [hello], expected: "invalid_api_key" },
	{ name: "a voice that does not exist", messages: [{ voices: ["nobody"] }], expected: "voice_not_found" },
	{
		name: "a dictionary of another workspace",
		messages: [{ ...hello, pronunciation_dictionary_locators: [{ pronunciation_dictionary_id: "nobodys" }] }],
		expected: "pronunciation_dictionary_not_found",
	},
	{ name: "text after the end", messages: [hello, end, hello], expected: invalid },
	{ name: "only an end", messages: [end], expected: "spoken" },
	{ name: "only voices", messages: [start, end], expected: "spoken" },
	{ name: "only spaces", messages: [say(" "), say("   "), end], expected: "spoken" },
	{ name: "only signs", messages: [say("... !!! "), end], expected: "spoken" },
	{
		name: "the same voice ten times",
		messages: [{ ...hello, voices: Array(10).fill(voice) }, end],
		expected: "spoken",
	},
	{ name: "other voices in a later message", messages: [hello, { voices: ["nobody"] }, end], expected: "spoken" },
	{ name: "a thousand empty turns", messages: [{ ...start, inputs: turns(1_000, "") }, end], expected: "spoken" },
	{ name: "a hundred turns", messages: [{ ...start, inputs: turns(100, "Hi. ") }, end], expected: "spoken" },
	{
		name: "a character split between two messages",
		messages: [say("Hello \ud83d"), say("\ude00 there. "), end],
		expected: "spoken",
	},
	{ name: "half a character at the end", messages: [say("Hello there \ud83d"), end], expected: "spoken" },
	{
		name: "endless text without a sentence end",
		messages: Array.from({ length: 20 }, () => say("a".repeat(10_000))),
		expected: "max_character_limit_exceeded",
	},
	{
		name: "an unknown key called __proto__",
		messages: [JSON.stringify(hello).replace("{", '{"__proto__":{"a":1},"constructor":7,'), end],
		expected: "spoken",
	},
];

const several: SocketCase[] = [
	{ name: "a context that is a number", messages: [{ ...hello, context_id: 7 }], expected: invalid },
	{ name: "a context without a name", messages: [{ ...hello, context_id: "" }], expected: invalid },
	{ name: "a context with a long name", messages: [{ ...hello, context_id: "c".repeat(201) }], expected: invalid },
	{ name: "a context with a NUL", messages: [{ ...hello, context_id: "a\u0000" }], expected: invalid },
	{ name: "a context called __proto__", messages: [{ ...hello, context_id: "__proto__" }, end], expected: "spoken" },
	{
		name: "six contexts",
		messages: Array.from({ length: 6 }, (_, at) => ({ ...start, context_id: `c${at}` })),
		expected: "too_many_concurrent_requests",
	},
	{
		name: "closing a context that was never opened",
		messages: [{ context_id: "x", close_context: true }, end],
		expected: "spoken",
	},
	{ name: "a close_context that is a string", messages: [{ ...hello, close_context: "yes" }], expected: invalid },
].map((one) => ({ ...one, name: `several contexts: ${one.name}`, kind: "multi-stream-input" as const }));

function turns(count: number, text: string) {
	return Array.from({ length: count }, () => ({ text, voice_id: voice, new_turn: true }));
}

const inBothKinds = [...messages, ...others].flatMap((one) => [
	one,
	{ ...one, name: `several contexts: ${one.name}`, kind: "multi-stream-input" as const },
]);

export const dialogueSocketCases: SocketCase[] = [...inBothKinds, ...several];
