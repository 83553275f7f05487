// Socket messages, and the expected error code before the server closes the socket.
export type SocketCase = {
	name: string;
	kind?: "stream-input" | "multi-stream-input";
	voice?: string;
	query?: string;
	/** Sent in order. Strings and bytes are sent as is, anything else as JSON. */
	messages: readonly unknown[];
	/** The error code, or `spoken` if the input is valid. */
	expected: string | readonly string[];
};

const hello = { text: "Hello there. ", flush: true };
const end = { text: "" };
const invalid = "invalid_request";

const addresses: SocketCase[] = [
	["output_format=wav_16000", invalid],
	["output_format=", invalid],
	["output_format=pcm_8000&output_format=pcm_16000", invalid],
	["inactivity_timeout=0", invalid],
	["inactivity_timeout=-1", invalid],
	["inactivity_timeout=181", invalid],
	["inactivity_timeout=NaN", invalid],
	["inactivity_timeout=1e400", invalid],
	["seed=-1", invalid],
	["seed=1.5", invalid],
	["seed=x", invalid],
	["auto_mode=perhaps", invalid],
	["enable_logging=2", invalid],
	["enable_ssml_parsing=%00", invalid],
	["apply_text_normalization=never", invalid],
	["sync_alignment=[]", invalid],
	["optimize_streaming_latency=9", invalid],
	[`model_id=${"m".repeat(65)}`, invalid],
	[`language_code=${"l".repeat(17)}`, invalid],
	["model_id=%00", invalid],
	["language_code=a%00b", invalid],
	["model_id=no_such_model", "model_not_found"],
	["xi-api-key=wrong", "invalid_api_key"],
	["authorization=Bearer%20wrong", "invalid_api_key"],
	["single_use_token=wrong", "invalid_api_key"],
	["single_use_token=%00", "invalid_api_key"],
	["authorization=%00", "invalid_api_key"],
	[`token=${"t".repeat(5_000)}`, "invalid_api_key"],
].map(([query, expected]) => ({
	name: `an address with ${String(query).slice(0, 60)}`,
	query: query as string,
	messages: [hello, end],
	expected: expected as string,
}));

const voices: SocketCase[] = [
	["nobody", "voice_not_found"],
	["%00", invalid],
	["..%2f..%2fetc", invalid],
	["v".repeat(65), invalid],
	["%27%20OR%201=1", invalid],
].map(([voice, expected]) => ({
	name: `a voice called ${String(voice).slice(0, 40)}`,
	voice: voice as string,
	messages: [hello, end],
	expected: expected as string,
}));

const one: SocketCase[] = [
	["nothing", ""],
	["no JSON", "{"],
	["null", "null"],
	["a list", "[]"],
	["a number", "7"],
	["a text without quotes", "hello"],
	["an empty object", {}],
	["a text that is a number", { text: 7 }],
	["a text that is null", { text: null }],
	["a text with a NUL", { text: "a\u0000b" }],
	["bytes", Buffer.from('{"text":"Hello."}')],
	["bytes that are no UTF-8", Buffer.from([0xff, 0xfe])],
	["JSON nested 100,000 deep", `{"text":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
	["a flush that is a string", { ...hello, flush: "yes" }],
	["a trigger that is a number", { ...hello, try_trigger_generation: 1 }],
	["settings that are a string", { ...hello, voice_settings: "loud" }],
	["settings out of range", { ...hello, voice_settings: { speed: 99 } }],
	["a schedule of nothing", { ...hello, generation_config: { chunk_length_schedule: [] } }],
	["a schedule of words", { ...hello, generation_config: { chunk_length_schedule: ["a"] } }],
	["a schedule of 1", { ...hello, generation_config: { chunk_length_schedule: [1] } }],
	["a schedule of a million", { ...hello, generation_config: { chunk_length_schedule: [1e6] } }],
	["a schedule of 21 steps", { ...hello, generation_config: { chunk_length_schedule: Array(21).fill(50) } }],
	["locators that are a string", { ...hello, pronunciation_dictionary_locators: "x" }],
	[
		"four dictionaries",
		{ ...hello, pronunciation_dictionary_locators: Array(4).fill({ pronunciation_dictionary_id: "x" }) },
	],
	["a key that is an object", { ...hello, "xi-api-key": {} }],
	["a text above the limit", { text: "a".repeat(150_001) }],
].map(([name, message]) => ({ name: `a message that is ${name}`, messages: [message], expected: invalid }));

const others: SocketCase[] = [
	{
		name: "a dictionary of another workspace",
		messages: [{ ...hello, pronunciation_dictionary_locators: [{ pronunciation_dictionary_id: "nobodys" }] }],
		expected: "pronunciation_dictionary_not_found",
	},
	{ name: "text after the end", messages: [hello, end, hello], expected: invalid },
	{ name: "only an end", messages: [end], expected: "spoken" },
	{ name: "only spaces", messages: [{ text: " " }, { text: "   " }, end], expected: "spoken" },
	{ name: "only signs", messages: [{ text: "... !!! " }, end], expected: "spoken" },
	{
		name: "a character split between two messages",
		messages: [{ text: "Hello \ud83d" }, { text: "\ude00 there. " }, end],
		expected: "spoken",
	},
	{ name: "half a character at the end", messages: [{ text: "Hello there \ud83d" }, end], expected: "spoken" },
	{ name: "halves in the wrong order", messages: [{ text: "Hello \ude00\ud83d there." }, end], expected: "spoken" },
	{ name: "right-to-left text", messages: [{ text: "مرحبا بالعالم. " }, end], expected: "spoken" },
	{
		name: "broken markup with SSML parsing on",
		query: "enable_ssml_parsing=true",
		messages: [{ text: 'a <break time="soon"/> b.' }, end],
		expected: "invalid_markup",
	},
	{
		name: "broken markup with SSML parsing off",
		messages: [{ text: 'a <break time="soon"/> b.' }, end],
		expected: "spoken",
	},
	{
		name: "endless text without a sentence end",
		query: "auto_mode=true",
		messages: Array.from({ length: 20 }, () => ({ text: "a".repeat(10_000) })),
		expected: "max_character_limit_exceeded",
	},
	{ name: "100,000 dashes", messages: [{ text: `Hello ${"-".repeat(100_000)} there.` }, end], expected: "spoken" },
	{
		name: "an unknown key called __proto__",
		messages: ['{"text":"Hello. ","__proto__":{"a":1},"constructor":7}', end],
		expected: "spoken",
	},
];

const several: SocketCase[] = [
	{ name: "a context that is a number", messages: [{ ...hello, context_id: 7 }], expected: invalid },
	{ name: "a context without a name", messages: [{ ...hello, context_id: "" }], expected: invalid },
	{ name: "a context with a long name", messages: [{ ...hello, context_id: "c".repeat(201) }], expected: invalid },
	{ name: "a context with a NUL", messages: [{ ...hello, context_id: "a\u0000" }], expected: invalid },
	{
		name: "a context called __proto__",
		messages: [{ ...hello, context_id: "__proto__" }, { close_socket: true }],
		expected: "spoken",
	},
	{
		name: "six contexts",
		messages: Array.from({ length: 6 }, (_, at) => ({ text: "Wait ", context_id: `c${at}` })),
		expected: "too_many_concurrent_requests",
	},
	{
		name: "closing a context that was never opened",
		messages: [{ context_id: "x", close_context: true }, { close_socket: true }],
		expected: "spoken",
	},
	{ name: "closing the socket before any text", messages: [{ close_socket: true }], expected: "spoken" },
	{ name: "text after close_socket", messages: [hello, { close_socket: true }, hello], expected: invalid },
	{ name: "a close_socket that is a string", messages: [{ close_socket: "yes" }], expected: invalid },
	{ name: "invalid JSON", messages: ["}{"], expected: invalid },
].map((one) => ({ ...one, name: `several contexts: ${one.name}`, kind: "multi-stream-input" as const }));

export const socketCases: SocketCase[] = [...addresses, ...voices, ...one, ...others, ...several];
