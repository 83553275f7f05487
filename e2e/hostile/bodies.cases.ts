// Bodies that are not JSON, and invalid values for every field.
import type { Case, RequestSpec } from "./world.ts";

const convert = "/v1/text-to-speech/{voice}";
const text = "Hello there.";
const json = { "content-type": "application/json" };

const notJson: Case[] = [
	["nothing at all", ""],
	["an open brace", "{"],
	["a trailing comma", '{"text":"x",}'],
	["single quotes", "{'text':'x'}"],
	["NaN", '{"text":"x","seed":NaN}'],
	["Infinity", '{"text":"x","seed":Infinity}'],
	["a comment", '{"text":"x"/* hi */}'],
	["XML", "<text>x</text>"],
	["a form", "text=x&seed=1"],
	["two documents", '{"text":"x"}{"text":"y"}'],
	["an unterminated string", '{"text":"x'],
	["a raw line break in a string", '{"text":"a\nb"}'],
	["a byte order mark inside", '{\ufeff"text":"x"'],
	["a __proto__ key", '{"text":"x","__proto__":{"admin":true}}'],
	["a constructor.prototype key", '{"text":"x","constructor":{"prototype":{"admin":true}}}'],
	["invalid UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])],
	["a NUL byte", "\u0000"],
].map(([name, body]) => ({
	name: `a body that is ${name}`,
	request: { path: convert, headers: json, body: body as string | Uint8Array, method: "POST" },
	expected: [400, 422],
}));

const notAnObject: Case[] = [null, [], [{ text }], 7, "text", true].map((value) => ({
	name: `a body that is ${JSON.stringify(value)}`,
	request: { path: convert, json: value },
	expected: 422,
}));

const deep: Case[] = [
	{
		name: "JSON nested 100,000 deep",
		request: { path: convert, headers: json, body: `{"text":${"[".repeat(100_000)}${"]".repeat(100_000)}}` },
		expected: [400, 422],
	},
	{
		name: "an object with 50,000 unknown keys is accepted and the keys are ignored",
		request: {
			path: convert,
			json: { text, ...Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at])) },
		},
		expected: 200,
	},
	{
		name: "a duplicate key: the last one counts",
		request: { path: convert, headers: json, body: '{"text":7,"text":"Hello."}' },
		expected: 200,
	},
	{
		name: "a body above the limit",
		request: { path: convert, headers: json, body: `{"text":"${"a".repeat(2_200_000)}"}` },
		expected: 413,
	},
];

const contentTypes: Case[] = [
	["text/plain", 415],
	["application/xml", 415],
	["application/x-www-form-urlencoded", 415],
	["multipart/form-data; boundary=x", [400, 415, 422]],
	["application/octet-stream", 415],
	["not a type at all", 415],
	["application/json; charset=utf-7", [200, 415]],
	["", [415, 422]],
].map(([type, expected]) => ({
	name: `content type "${type}"`,
	request: { path: convert, headers: { "content-type": type as string }, body: JSON.stringify({ text }) },
	expected: expected as Case["expected"],
}));

/** One case per invalid value of a field. `undefined` omits the field. */
function wrong(
	what: string,
	request: RequestSpec,
	field: string,
	values: readonly unknown[],
	expected: Case["expected"] = 422,
): Case[] {
	return values.map((value) => ({
		name: `${what}: ${field} = ${brief(value)}`,
		request: { ...request, json: { ...(request.json as object), [field]: value } },
		expected,
	}));
}

function brief(value: unknown): string {
	const json = JSON.stringify(value) ?? "nothing";
	return json.length > 70 ? `${json.slice(0, 50)}… (${json.length})` : json;
}

const speech: RequestSpec = { path: convert, json: { text } };
const locator = { pronunciation_dictionary_id: "{dictionary}" };
const speechFields: Case[] = [
	...wrong("speech", speech, "text", [undefined, null, 7, true, ["Hello"], { de: "Hallo" }]),
	...wrong("speech", speech, "model_id", [7, [], {}, "m".repeat(65)]),
	...wrong(
		"speech",
		speech,
		"model_id",
		["", "no_such_model", "../../etc/passwd", "__proto__", "constructor"],
		[200, 404],
	),
	...wrong("speech", speech, "language_code", [7, {}, "l".repeat(17)]),
	...wrong("speech", speech, "seed", [-1, 1.5, "7", 4_294_967_296, 1e308, true]),
	...wrong("speech", speech, "apply_text_normalization", ["sometimes", 1, null]),
	...wrong("speech", speech, "new_take", ["yes", 1]),
	...wrong("speech", speech, "take_check", ["true", {}]),
	...wrong("speech", speech, "voice_settings", [
		"loud",
		[0.5],
		{ stability: "high" },
		{ stability: -0.01 },
		{ stability: 1e308 },
		{ similarity_boost: 2 },
		{ style: [] },
		{ use_speaker_boost: "true" },
		{ speed: 0 },
		{ speed: 100 },
		{ speed: "fast" },
	]),
	...wrong("speech", speech, "previous_text", [7, []]),
	...wrong("speech", speech, "next_text", [{}]),
	...wrong("speech", speech, "previous_request_ids", ["one", [7], ["a", "b", "c", "d"]]),
	...wrong("speech", speech, "next_request_ids", [{}, [null]]),
	...wrong("speech", speech, "apply_language_text_normalization", ["no"]),
	...wrong("speech", speech, "use_pvc_as_ivc", [1]),
	...wrong("speech", speech, "pronunciation_dictionary_locators", [
		"x",
		{},
		[7],
		[{}],
		[{ pronunciation_dictionary_id: 7 }],
		[{ pronunciation_dictionary_id: "d".repeat(65) }],
		[locator, locator, locator, locator],
		[{ pronunciation_dictionary_id: "\u0000" }],
		[{ ...locator, version_id: "\u0000" }],
	]),
	...wrong(
		"speech",
		speech,
		"pronunciation_dictionary_locators",
		[[{ pronunciation_dictionary_id: "nobodys" }], [{ pronunciation_dictionary_id: "{foreignDictionary}" }]],
		404,
	),
	...["/stream", "/with-timestamps", "/stream/with-timestamps", "/estimate"].flatMap((tail) => {
		const request = { path: convert + tail, json: { text } };
		return [
			...wrong(`speech${tail}`, request, "text", [undefined, 7]),
			...wrong(`speech${tail}`, request, "seed", [-1]),
			...wrong(`speech${tail}`, request, "voice_settings", [{ speed: "1" }]),
		];
	}),
];

const dialogue: RequestSpec = { path: "/v1/text-to-dialogue", json: { inputs: [{ text, voice_id: "{voice}" }] } };
const line = { text, voice_id: "{voice}" };
const dialogueFields: Case[] = [
	...wrong("dialogue", dialogue, "inputs", [
		undefined,
		null,
		[],
		"x",
		[7],
		[{}],
		[{ text: 7, voice_id: "{voice}" }],
		[{ text, voice_id: 7 }],
		[{ text, voice_id: "../../x" }],
		[{ text, voice_id: "v".repeat(65) }],
		Array.from({ length: 501 }, () => line),
	]),
	...wrong("dialogue", dialogue, "inputs", [[line, { text, voice_id: "nobody" }]], 404),
	...wrong("dialogue", dialogue, "inputs", [[line, { text: " \u200b ", voice_id: "{voice}" }]], [200, 400]),
	...wrong("dialogue", dialogue, "settings", ["x", { stability: 3 }, { stability: "1" }]),
	...wrong("dialogue", dialogue, "seed", [-1, "1"]),
	...["/stream", "/with-timestamps", "/stream/with-timestamps", "/estimate"].flatMap((tail) =>
		wrong(`dialogue${tail}`, { ...dialogue, path: dialogue.path + tail }, "inputs", [undefined, [{ text: 1 }]]),
	),
];

const download: RequestSpec = { path: "/v1/history/download", json: { history_item_ids: ["{item}"] } };
const exports: RequestSpec = { path: "/v1/history/exports", json: { history_item_ids: ["{item}"] } };
const filtered: RequestSpec = { path: "/v1/history/exports", json: {} };
const feedback: RequestSpec = { path: "/v1/history/{item}/feedback", json: { thumbs_up: false } };
const publicName: RequestSpec = { path: "/v1/user/update-public-user-name", json: {} };
const historyFields: Case[] = [
	...wrong("download", download, "history_item_ids", [
		undefined,
		[],
		"x",
		[7],
		["../../etc/passwd"],
		["\u0000"],
		Array.from({ length: 1_001 }, (_, at) => `i${at}`),
	]),
	...wrong(
		"download",
		download,
		"history_item_ids",
		[["nobodys"], ["{foreignItem}"], ["{item}", "{foreignItem}"]],
		404,
	),
	...wrong("download", download, "output_format", [7, [], "w".repeat(41)]),
	...wrong("export", exports, "history_item_ids", [undefined, [], [7], "x"]),
	...wrong("export", exports, "history_item_ids", [["{foreignItem}"]], 404),
	...wrong("export", exports, "filter", [{}]),
	...wrong("export", exports, "output_format", ["flac", 7]),
	...wrong("export", filtered, "filter", [
		7,
		{ source: "X" },
		{ date_before_unix: "today" },
		{ date_after_unix: 1e300 },
		{ search: 7 },
		{ search: "a\u0000b" },
		{ voice_id: "\u0000" },
	]),
	...wrong("feedback", feedback, "thumbs_up", [undefined, null, "yes", 1]),
	...wrong("feedback", feedback, "feedback", [7, "f".repeat(201), "a\u0000b"]),
	...wrong("feedback", feedback, "emotions", ["no", 1]),
	...wrong("feedback", { ...feedback, json: { thumbs_up: true } }, "feedback", ["short"]),
	...wrong("public name", publicName, "public_user_name", [
		undefined,
		7,
		"",
		"   ",
		"n".repeat(61),
		"a\u0000b",
		"a\r\nb",
		"\u202eevil",
	]),
];

const rule = { type: "alias", string_to_replace: "a", alias: "b" };
const fromRules: RequestSpec = {
	path: "/v1/pronunciation-dictionaries/add-from-rules",
	json: { name: "N", rules: [] },
};
const phoneme = { type: "phoneme", string_to_replace: "a", phoneme: "AA1", alphabet: "cmu-arpabet" };
const dictionaryFields: Case[] = [
	...wrong("dictionary", fromRules, "name", [undefined, null, 7, "", "   ", "n".repeat(101), "a\u0000b", "\ud800"]),
	...wrong("dictionary", fromRules, "description", [7, "d".repeat(501), "\u0000"]),
	...wrong("dictionary", fromRules, "workspace_access", ["owner", 1]),
	...wrong("dictionary", fromRules, "rules", [
		undefined,
		null,
		"x",
		[7],
		[null],
		[{ type: "regex" }],
		[{ type: "alias" }],
		[{ ...rule, alias: "" }],
		[{ ...rule, alias: 7 }],
		[{ ...rule, alias: "a\u0000b" }],
		[{ ...rule, alias: "a".repeat(501) }],
		[{ ...rule, string_to_replace: "" }],
		[{ ...rule, string_to_replace: "\udc00" }],
		[{ ...rule, string_to_replace: "s".repeat(201) }],
		[{ ...rule, case_sensitive: "no" }],
		[{ ...phoneme, alphabet: "x-sampa" }],
		[{ ...phoneme, phoneme: "QQ" }],
		[{ ...phoneme, alphabet: "ipa", phoneme: "<b>" }],
		Array.from({ length: 10_001 }, (_, at) => ({ ...rule, string_to_replace: `w${at}` })),
	]),
	...["set-rules", "add-rules"].flatMap((tail) =>
		wrong(tail, { path: `/v1/pronunciation-dictionaries/{dictionary}/${tail}`, json: {} }, "rules", [
			undefined,
			[{}],
			7,
		]),
	),
	...wrong(
		"remove-rules",
		{ path: "/v1/pronunciation-dictionaries/{dictionary}/remove-rules", json: {} },
		"rule_strings",
		[undefined, "x", [7], ["r".repeat(201)]],
	),
	...wrong("update", { method: "PATCH", path: "/v1/pronunciation-dictionaries/{dictionary}", json: {} }, "archived", [
		"yes",
		1,
	]),
	...wrong("update", { method: "PATCH", path: "/v1/pronunciation-dictionaries/{dictionary}", json: {} }, "name", [
		7,
		"",
		"\u0000",
	]),
	...wrong(
		"defaults",
		{ method: "PUT", path: "/v1/workspace/pronunciation-dictionary-locators", json: {} },
		"pronunciation_dictionary_locators",
		[undefined, 7, [{}], [locator, locator], [{ pronunciation_dictionary_id: "\u0000" }]],
	),
	...wrong(
		"defaults",
		{ method: "PUT", path: "/v1/workspace/pronunciation-dictionary-locators", json: {} },
		"pronunciation_dictionary_locators",
		[[{ pronunciation_dictionary_id: "{foreignDictionary}" }]],
		404,
	),
];

const key: RequestSpec = { path: "/v1/user/api-keys", json: { name: "Key" } };
const keyFields: Case[] = [
	...wrong("API key", key, "name", [undefined, 7, "", " ", "k".repeat(61), "a\u0000b"]),
	...wrong("API key", key, "permissions", ["all", [], ["everything"], [7], ["__proto__"]]),
	...wrong("try", { path: "/v1/try/speech", json: { text, voice_id: "{voice}" } }, "text", [
		undefined,
		7,
		"t".repeat(201),
	]),
];

export const bodyCases: Case[] = [
	...notJson,
	...notAnObject,
	...deep,
	...contentTypes,
	...speechFields,
	...dialogueFields,
	...historyFields,
	...dictionaryFields,
	...keyFields,
];
