// Checks that responses have every documented key, as a value or null, not only those the SDK requires.
import { beforeAll, expect, test } from "vitest";
import { server } from "./client.ts";
import { missingKeys, readDocument } from "./documented.ts";

let document: Awaited<ReturnType<typeof readDocument>>;
let itemId: string;
let dialogueId: string;
let dictionaryId: string;

async function request(method: string, path: string, body?: unknown): Promise<Response> {
	const response = await fetch(server.url + path, {
		method,
		headers: { "xi-api-key": server.apiKey, ...(body ? { "content-type": "application/json" } : {}) },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
	if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
	return response;
}

const text = "Every key that is written down is there.";
const inputs = [
	{ text, voice_id: server.voiceId },
	{ text: "As a value, or as null.", voice_id: server.otherVoiceId },
];

beforeAll(async () => {
	document = await readDocument();
	const newest = async () => {
		const { history } = (await (await request("GET", "/v1/history?page_size=1")).json()) as {
			history: { history_item_id: string }[];
		};
		return history[0]?.history_item_id ?? "";
	};
	await (
		await request("POST", `/v1/text-to-speech/${server.voiceId}`, { text, voice_settings: { speed: 1.1 } })
	).arrayBuffer();
	itemId = await newest();
	await (await request("POST", "/v1/text-to-dialogue", { inputs })).arrayBuffer();
	dialogueId = await newest();
	const rules = [{ type: "alias", string_to_replace: "UN", alias: "United Nations" }];
	const made = await request("POST", "/v1/pronunciation-dictionaries/add-from-rules", { name: "Keys", rules });
	dictionaryId = ((await made.json()) as { id: string }).id;
});

const day = 86_400_000;
const speech = "/v1/text-to-speech/{voice_id}";
const dictionary = "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}";

test.each<[method: string, documented: string, path: () => string, body?: () => unknown]>([
	["get", "/v1/models", () => "/v1/models"],
	["get", "/v1/user", () => "/v1/user"],
	["get", "/v1/user/subscription", () => "/v1/user/subscription"],
	["get", "/v1/history", () => "/v1/history"],
	["get", "/v1/history/{history_item_id}", () => `/v1/history/${itemId}`],
	["get", "/v1/history/{history_item_id}", () => `/v1/history/${dialogueId}`],
	[
		"get",
		"/v1/usage/character-stats",
		() => `/v1/usage/character-stats?start_unix=${Date.now() - day}&end_unix=${Date.now()}`,
	],
	["post", "/v1/single-use-token/{token_type}", () => "/v1/single-use-token/tts_websocket"],
	["post", `${speech}/with-timestamps`, () => `/v1/text-to-speech/${server.voiceId}/with-timestamps`, () => ({ text })],
	["post", "/v1/text-to-dialogue/with-timestamps", () => "/v1/text-to-dialogue/with-timestamps", () => ({ inputs })],
	["get", "/v1/pronunciation-dictionaries", () => "/v1/pronunciation-dictionaries"],
	["get", dictionary, () => `/v1/pronunciation-dictionaries/${dictionaryId}`],
	["patch", dictionary, () => `/v1/pronunciation-dictionaries/${dictionaryId}`, () => ({ name: "Renamed" })],
	[
		"post",
		`${dictionary}/add-rules`,
		() => `/v1/pronunciation-dictionaries/${dictionaryId}/add-rules`,
		() => ({ rules: [] }),
	],
	[
		"post",
		"/v1/pronunciation-dictionaries/add-from-rules",
		() => "/v1/pronunciation-dictionaries/add-from-rules",
		() => ({ name: "More keys", rules: [] }),
	],
	["delete", "/v1/history/{history_item_id}", () => `/v1/history/${dialogueId}`],
])("%s %s has every documented key", async (method, documented, path, body) => {
	const response = await (await request(method.toUpperCase(), path(), body?.())).json();
	expect(missingKeys(document, method, documented, response)).toEqual([]);
});

test.each([
	[`${speech}/stream/with-timestamps`, () => `/v1/text-to-speech/${server.voiceId}/stream/with-timestamps`, { text }],
	["/v1/text-to-dialogue/stream/with-timestamps", () => "/v1/text-to-dialogue/stream/with-timestamps", { inputs }],
])("each line of %s has every documented key", async (documented, path, body) => {
	const lines = (await (await request("POST", path(), body)).text()).split("\n").filter((line) => line !== "");
	expect(lines.length).toBeGreaterThan(1);
	for (const line of lines) expect(missingKeys(document, "post", documented, JSON.parse(line))).toEqual([]);
});

test("the check finds a missing key at any depth", () => {
	expect(missingKeys(document, "get", "/v1/models", [{ model_id: "x" }])).toContain("[0].name");
	expect(missingKeys(document, "get", "/v1/user", { subscription: {} })).toContain(".subscription.tier");
});
