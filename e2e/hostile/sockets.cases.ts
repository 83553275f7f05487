// What is sent over a socket, and what the server says before it closes it.
export type SocketCase = {
	name: string;
	kind?: "stream-input" | "multi-stream-input";
	voice?: string;
	query?: string;
	/** Sent one after the other; a string or bytes as they are, anything else as JSON. */
	messages: readonly unknown[];
	/** The code of the refusal; `spoken` where nothing is wrong with it. */
	want: string | readonly string[];
};

const hello = { text: "Hello there. ", flush: true };
const end = { text: "" };
const wrong = "invalid_request";

const addresses: SocketCase[] = [
	["output_format=wav_16000", wrong],
	["output_format=", wrong],
	["output_format=pcm_8000&output_format=pcm_16000", wrong],
	["inactivity_timeout=0", wrong],
	["inactivity_timeout=-1", wrong],
	["inactivity_timeout=181", wrong],
	["inactivity_timeout=NaN", wrong],
	["inactivity_timeout=1e400", wrong],
	["seed=-1", wrong],
	["seed=1.5", wrong],
	["seed=x", wrong],
	["auto_mode=perhaps", wrong],
	["enable_logging=2", wrong],
	["enable_ssml_parsing=%00", wrong],
	["apply_text_normalization=never", wrong],
	["sync_alignment=[]", wrong],
	["optimize_streaming_latency=9", wrong],
	[`model_id=${"m".repeat(65)}`, wrong],
	[`language_code=${"l".repeat(17)}`, wrong],
	["model_id=%00", wrong],
	["language_code=a%00b", wrong],
	["model_id=no_such_model", "model_not_found"],
	["xi-api-key=wrong", "invalid_api_key"],
	["authorization=Bearer%20wrong", "invalid_api_key"],
	["single_use_token=wrong", "invalid_api_key"],
	["single_use_token=%00", "invalid_api_key"],
	["authorization=%00", "invalid_api_key"],
	[`token=${"t".repeat(5_000)}`, "invalid_api_key"],
].map(([query, want]) => ({
	name: `an address with ${String(query).slice(0, 60)}`,
	query: query as string,
	messages: [hello, end],
	want: want as string,
}));

const voices: SocketCase[] = [
	["nobody", "voice_not_found"],
	["%00", wrong],
	["..%2f..%2fetc", wrong],
	["v".repeat(65), wrong],
	["%27%20OR%201=1", wrong],
].map(([voice, want]) => ({
	name: `a voice called ${String(voice).slice(0, 40)}`,
	voice: voice as string,
	messages: [hello, end],
	want: want as string,
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
	["a flush that is a word", { ...hello, flush: "yes" }],
	["a trigger that is a number", { ...hello, try_trigger_generation: 1 }],
	["settings that are a word", { ...hello, voice_settings: "loud" }],
	["settings out of range", { ...hello, voice_settings: { speed: 99 } }],
	["a schedule of nothing", { ...hello, generation_config: { chunk_length_schedule: [] } }],
	["a schedule of words", { ...hello, generation_config: { chunk_length_schedule: ["a"] } }],
	["a schedule of 1", { ...hello, generation_config: { chunk_length_schedule: [1] } }],
	["a schedule of a million", { ...hello, generation_config: { chunk_length_schedule: [1e6] } }],
	["a schedule of 21 steps", { ...hello, generation_config: { chunk_length_schedule: Array(21).fill(50) } }],
	["rules that are a word", { ...hello, pronunciation_dictionary_locators: "x" }],
	[
		"four dictionaries",
		{ ...hello, pronunciation_dictionary_locators: Array(4).fill({ pronunciation_dictionary_id: "x" }) },
	],
	["a key that is an object", { ...hello, "xi-api-key": {} }],
	["a text above the limit", { text: "a".repeat(150_001) }],
].map(([name, message]) => ({ name: `a message that is ${name}`, messages: [message], want: wrong }));

const others: SocketCase[] = [
	{
		name: "another's dictionary",
		messages: [{ ...hello, pronunciation_dictionary_locators: [{ pronunciation_dictionary_id: "nobodys" }] }],
		want: "pronunciation_dictionary_not_found",
	},
	{ name: "text after the end", messages: [hello, end, hello], want: wrong },
	{ name: "only an end", messages: [end], want: "spoken" },
	{ name: "only spaces", messages: [{ text: " " }, { text: "   " }, end], want: "spoken" },
	{ name: "only signs", messages: [{ text: "... !!! " }, end], want: "spoken" },
	{
		name: "a character cut in two",
		messages: [{ text: "Hello \ud83d" }, { text: "\ude00 there. " }, end],
		want: "spoken",
	},
	{ name: "half a character at the end", messages: [{ text: "Hello there \ud83d" }, end], want: "spoken" },
	{ name: "halves in the wrong order", messages: [{ text: "Hello \ude00\ud83d there." }, end], want: "spoken" },
	{ name: "right-to-left text", messages: [{ text: "مرحبا بالعالم. " }, end], want: "spoken" },
	{
		name: "broken markup, asked to be read",
		query: "enable_ssml_parsing=true",
		messages: [{ text: 'a <break time="soon"/> b.' }, end],
		want: "invalid_markup",
	},
	{
		name: "broken markup, not asked to be read",
		messages: [{ text: 'a <break time="soon"/> b.' }, end],
		want: "spoken",
	},
	{
		name: "text without an end, on and on",
		query: "auto_mode=true",
		messages: Array.from({ length: 20 }, () => ({ text: "a".repeat(10_000) })),
		want: "max_character_limit_exceeded",
	},
	{ name: "100,000 dashes", messages: [{ text: `Hello ${"-".repeat(100_000)} there.` }, end], want: "spoken" },
	{
		name: "an unknown key called __proto__",
		messages: ['{"text":"Hello. ","__proto__":{"a":1},"constructor":7}', end],
		want: "spoken",
	},
];

const several: SocketCase[] = [
	{ name: "a context that is a number", messages: [{ ...hello, context_id: 7 }], want: wrong },
	{ name: "a context without a name", messages: [{ ...hello, context_id: "" }], want: wrong },
	{ name: "a context with a long name", messages: [{ ...hello, context_id: "c".repeat(201) }], want: wrong },
	{ name: "a context with a NUL", messages: [{ ...hello, context_id: "a\u0000" }], want: wrong },
	{
		name: "a context called __proto__",
		messages: [{ ...hello, context_id: "__proto__" }, { close_socket: true }],
		want: "spoken",
	},
	{
		name: "six contexts",
		messages: Array.from({ length: 6 }, (_, at) => ({ text: "Wait ", context_id: `c${at}` })),
		want: "too_many_concurrent_requests",
	},
	{
		name: "the end of a context nobody began",
		messages: [{ context_id: "x", close_context: true }, { close_socket: true }],
		want: "spoken",
	},
	{ name: "a socket closed before it began", messages: [{ close_socket: true }], want: "spoken" },
	{ name: "text after the goodbye", messages: [hello, { close_socket: true }, hello], want: wrong },
	{ name: "a goodbye that is a word", messages: [{ close_socket: "yes" }], want: wrong },
	{ name: "no JSON", messages: ["}{"], want: wrong },
].map((one) => ({ ...one, name: `several contexts: ${one.name}`, kind: "multi-stream-input" as const }));

export const socketCases: SocketCase[] = [...addresses, ...voices, ...one, ...others, ...several];
