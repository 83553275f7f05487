// Official client: models, voices, user, usage and tokens.
import { ElevenLabsClient, ElevenLabsError } from "@elevenlabs/elevenlabs-js";
import { expect, test } from "vitest";
import { bytesOf, catchError, client, server } from "./client.ts";

test("models.list", async () => {
	const models = await client.models.list();
	expect(models[0]).toMatchObject({
		modelId: "test_tone",
		canDoTextToSpeech: true,
		languages: [{ languageId: expect.any(String), name: expect.any(String) }],
		modelRates: { characterCostMultiplier: 1 },
		maximumTextLengthPerRequest: expect.any(Number),
	});
});

test("voices.getAll and voices.get", async () => {
	const { voices } = await client.voices.getAll();
	expect(voices.map((voice) => voice.voiceId)).toContain(server.voiceId);
	expect(await client.voices.get(server.voiceId)).toMatchObject({ voiceId: server.voiceId, category: "premade" });
});

test("user.get and user.subscription.get", async () => {
	expect(await client.user.get()).toMatchObject({
		userId: expect.any(String),
		seatType: "workspace_admin",
		subscription: { tier: "creator" },
	});
	expect(await client.user.subscription.get()).toMatchObject({
		tier: "creator",
		characterLimit: 50_000,
		hasOpenInvoices: false,
	});
});

test("usage.get counts characters, in total and by model", async () => {
	const window = () => ({ startUnix: Date.now() - 86_400_000, endUnix: Date.now() + 1_000 });
	const total = async () => {
		const { usage } = await client.usage.get({ ...window(), aggregationInterval: "cumulative" });
		return (usage.All ?? []).reduce((sum, one) => sum + one, 0);
	};
	const before = await total();
	const text = `Usage is counted once, at ${Date.now()}.`;
	await bytesOf(await client.textToSpeech.convert(server.voiceId, { text }));
	await expect.poll(total).toBe(before + text.length);
	const { time, usage } = await client.usage.get({ ...window(), breakdownType: "model", aggregationInterval: "day" });
	const models = Object.values(usage);
	for (const figures of models) expect(figures).toHaveLength(time.length);
	expect(models.flat().reduce((sum, one) => sum + one, 0)).toBe(before + text.length);
});

test("tokens.singleUse.create returns a different token each time", async () => {
	const first = await client.tokens.singleUse.create("tts_websocket");
	const second = await client.tokens.singleUse.create("realtime_scribe");
	expect(first.token).toMatch(/^\S{20,}$/);
	expect(second.token).not.toBe(first.token);
});

test("401: a wrong key is an SDK error with our message and request id", async () => {
	const stranger = new ElevenLabsClient({ apiKey: "sk_wrong", baseUrl: server.url, maxRetries: 0 });
	const error = await catchError(stranger.user.get());
	expect(error).toBeInstanceOf(ElevenLabsError);
	expect(error).toMatchObject({
		statusCode: 401,
		body: { detail: { status: "invalid_api_key", message: expect.any(String) } },
	});
	expect((error as ElevenLabsError).rawResponse?.headers.get("x-request-id")).toMatch(/^\w{20}$/);
});
