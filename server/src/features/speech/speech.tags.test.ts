// Audio tags, which no engine can perform: they are removed, listed and free.
import type { TimedAudio } from "@timbre/contract/speech/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SeedUser } from "../../../../seed/builders.ts";
import { openSocket, type SocketMessage } from "../../testing/socket-client.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";

const tagged = "[laughs] [whispers] Come closer [sic]. Then [sighs] go.";
const spoken = "Come closer [sic]. Then go.";
const listed = [
	{ start: 0, end: 8, text: "[laughs]", reason: expect.any(String) },
	{ start: 9, end: 19, text: "[whispers]", reason: expect.any(String) },
	{ start: 44, end: 51, text: "[sighs]", reason: expect.any(String) },
];

let app: TestApp;
let person: SeedUser;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

const used = async () => (await app.ledger(person.workspaceId)).used;
const post = async (path: string, body: unknown) => {
	person = await app.user();
	const response = await app.postJson(path, person.apiKey, body);
	expect(response.status).toBe(200);
	return response;
};

test("text to speech neither speaks nor charges for audio tags, and lists them in a header", async () => {
	for (const path of ["", "/stream"]) {
		const response = await post(`/v1/text-to-speech/${app.voiceId}${path}`, { text: tagged, model_id: "eleven_v3" });
		const header = JSON.parse(decodeURIComponent(response.headers.get("unhonoured-rules") ?? "[]"));
		expect(header).toEqual(["[laughs]", "[whispers]", "[sighs]"]);
		await response.arrayBuffer();
		await expect.poll(used).toBe(spoken.length);
		const id = response.headers.get("history-item-id") ?? "";
		await expect
			.poll(async () => (await app.request(person.apiKey, "GET", `/v1/history/${id}`)).body)
			.toMatchObject({ text: tagged });
		const takes = await app.get<{ unhonoured_rules: unknown[] }>(`/v1/history/${id}/takes`, person.apiKey);
		expect(takes.unhonoured_rules).toEqual(listed);
	}
	const estimate = await post(`/v1/text-to-speech/${app.voiceId}/estimate`, { text: tagged });
	expect(await estimate.json()).toMatchObject({ characters: spoken.length });
});

test("timestamps have times of the spoken text only, and list the tags", async () => {
	const response = await post(`/v1/text-to-speech/${app.voiceId}/with-timestamps`, { text: tagged });
	const timed = (await response.json()) as TimedAudio;
	expect(timed.alignment?.characters.join("")).toBe(spoken);
	expect(timed.unhonoured_rules).toEqual(listed);
	const stream = await post(`/v1/text-to-speech/${app.voiceId}/stream/with-timestamps`, { text: tagged });
	const parts = (await stream.text())
		.trim()
		.split("\n\n")
		.map((part) => JSON.parse(part) as TimedAudio);
	expect(parts.flatMap((part) => part.alignment?.characters ?? []).join("")).toBe(spoken);
	expect(parts.at(-1)?.unhonoured_rules).toEqual(listed);
});

test("a dialogue lists the tags of all lines", async () => {
	const inputs = [
		{ voice_id: app.voiceId, text: "[excited] Hello!" },
		{ voice_id: app.voiceId, text: "Hi [nervously] there." },
	];
	const response = await post("/v1/text-to-dialogue/with-timestamps", { inputs });
	const timed = (await response.json()) as TimedAudio;
	expect(timed.unhonoured_rules).toMatchObject([
		{ start: 0, end: 9, text: "[excited]" },
		{ start: 20, end: 31, text: "[nervously]" },
	]);
	await expect.poll(used).toBe("Hello!Hi there.".length);
});

test("a text of tags only is rejected as empty", async () => {
	person = await app.user();
	const response = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text: "[laughs] [sighs]" });
	expect([response.status, await response.json()]).toMatchObject([400, { detail: { code: "empty_text" } }]);
});

test("a socket removes tags, even if they are split between messages, and lists them at the end", async () => {
	person = await app.user();
	const socket = await openSocket(`${app.url}/v1/text-to-speech/${app.voiceId}/stream-input?auto_mode=true`, {
		headers: { "xi-api-key": person.apiKey },
	});
	const text = "[laughs] Come closer. Then [short pause] go.";
	for (const part of text.match(/.{1,3}/g) ?? []) socket.send({ text: part });
	socket.send({ text: "" });
	expect(await socket.closed).toMatchObject({ code: 1000 });
	const said = socket.messages.map(({ alignment }) => alignment?.chars.join("") ?? "").join("");
	expect(said).toBe("Come closer. Then go.");
	const last = socket.messages.at(-1) as SocketMessage & { unhonoured_rules?: unknown };
	expect(last).toMatchObject({
		isFinal: true,
		unhonoured_rules: [
			{ start: 0, end: 8, text: "[laughs]" },
			{ start: 27, end: 40, text: "[short pause]" },
		],
	});
	await expect.poll(used).toBe("Come closer. Then go.".length);
	const { history } = await app.get<{ history: { text: string }[] }>("/v1/history", person.apiKey);
	expect(history[0]?.text).toBe(text);
});
