import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { voiceId } from "@timbre/engines/speech/catalogue.ts";
import { vendorVoices } from "@timbre/engines/speech/data/vendor-voices.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SeedUser } from "../../../../../seed/builders.ts";
import { openSocket } from "../../../testing/socket-client.ts";
import { type TestApp, testApp } from "../../../testing/test-app.ts";
import { syncShippedVoices } from "../../voice-library/shipped/sync.service.ts";

const george = "JBFqnCBsd6RMkjVDRZzb";
const rachel = "21m00Tcm4TlvDq8ikWAM";

let app: TestApp;
let person: SeedUser;
beforeAll(async () => {
	app = await testApp();
	person = await app.user({ tier: "creator" });
});
afterAll(async () => app.stop());

describe("with the engines of a server", () => {
	beforeAll(async () => {
		await syncShippedVoices(app.db, ["kokoro", "piper", "espeak"]);
	});
	afterAll(async () => {
		await syncShippedVoices(app.db, ["fake"]);
	});
	const read = (id: string) => app.get<Voice>(`/v1/voices/${id}`, person.apiKey);

	test("every default voice of ElevenLabs stands for a shipped voice of its gender and accent", async () => {
		expect(vendorVoices.size).toBeGreaterThan(50);
		for (const vendor of vendorVoices.values()) {
			const voice = await read(vendor.id);
			expect(voice, vendor.name).toMatchObject({
				voice_id: voiceId("kokoro", vendor.speaker),
				language: vendor.language,
				labels: { gender: vendor.gender },
			});
		}
		expect(await read(george)).toMatchObject({ name: "George", language: "en-GB" });
	});

	test("without Kokoro, it stands for an English voice", async () => {
		await syncShippedVoices(app.db, ["espeak"]);
		expect((await read(rachel)).language).toMatch(/^en/);
	});
});

describe("with the fake engine", () => {
	test("speech, dialogue and estimates accept the id, and the response names the voice that spoke", async () => {
		const speech = await app.postJson(`/v1/text-to-speech/${george}`, person.apiKey, { text: "Verbatim." });
		expect(speech.status).toBe(200);
		expect(speech.headers.get("voice-id")).toBe(app.voiceId);
		await speech.arrayBuffer();
		const id = speech.headers.get("history-item-id") ?? "";
		await expect
			.poll(async () => (await app.request(person.apiKey, "GET", `/v1/history/${id}`)).body)
			.toMatchObject({ voice_id: app.voiceId, voice_name: "Tone low" });
		const inputs = [
			{ voice_id: george, text: "Hello." },
			{ voice_id: rachel, text: "Hi." },
		];
		const dialogue = await app.postJson("/v1/text-to-dialogue/with-timestamps", person.apiKey, { inputs });
		expect(await dialogue.json()).toMatchObject({
			voice_segments: [{ voice_id: app.voiceId }, { voice_id: app.voiceId }],
		});
		const estimate = await app.postJson(`/v1/text-to-speech/${rachel}/estimate`, person.apiKey, { text: "Hello." });
		expect(estimate.status).toBe(200);
		const own = await app.postJson(`/v1/text-to-speech/${app.voiceId}`, person.apiKey, { text: "Verbatim." });
		expect(own.headers.get("voice-id"), "only if another voice was requested").toBeNull();
		await own.arrayBuffer();
	});

	test.each(["stream-input", "multi-stream-input"])(
		"the socket %s accepts the id, and its first message names the voice that speaks",
		async (kind) => {
			const open = (id: string) =>
				openSocket(`${app.url}/v1/text-to-speech/${id}/${kind}`, { headers: { "xi-api-key": person.apiKey } });
			const socket = await open(george);
			socket.send({ text: "Over a socket. ", flush: true });
			expect(await socket.next(({ audio }) => Boolean(audio))).toMatchObject({ voice_id: app.voiceId });
			socket.send({ text: "And more of it. ", flush: true });
			await socket.next((message) => Boolean(message.audio) && message !== socket.messages[0]);
			expect(socket.messages.slice(1).every(({ voice_id }) => voice_id === undefined)).toBe(true);
			socket.close();
			const own = await open(app.voiceId);
			own.send({ text: "Over a socket. ", flush: true });
			const message = await own.next(({ audio }) => Boolean(audio));
			expect(message.voice_id, "only if another voice was requested").toBeUndefined();
			own.close();
		},
	);

	test("settings, favorites, the history filter and lists by id accept it", async () => {
		const call = async (method: string, path: string, body?: unknown) => {
			const response = await app.request<Record<string, unknown>>(person.apiKey, method, path, body);
			expect(response.status, path).toBe(200);
			return response.body;
		};
		await call("POST", `/v1/voices/${george}/settings/edit`, { stability: 0.9 });
		expect(await call("GET", `/v1/voices/${app.voiceId}/settings`)).toMatchObject({ stability: 0.9 });
		expect(await call("GET", `/v1/voices/${george}/settings`)).toMatchObject({ stability: 0.9 });
		expect(await call("GET", `/v1/history?voice_id=${george}`)).toMatchObject({
			history: [{ voice_id: app.voiceId }, {}, {}],
		});
		expect(await call("GET", `/v2/voices?voice_ids=${george}`)).toMatchObject({ voices: [{ voice_id: app.voiceId }] });
	});

	test("an unknown id is still a 404", async () => {
		expect((await app.request(person.apiKey, "GET", "/v1/voices/JBFqnCBsd6RMkjVDRZzc")).status).toBe(404);
	});
});
