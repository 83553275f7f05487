import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { chooseModel } from "./models.public.ts";
import { readModels } from "./models.service.ts";

let app: TestApp;
beforeAll(async () => {
	app = await testApp();
});
afterAll(async () => app.stop());

test("MODELS-001 MODELS-002 GET /v1/models lists what the server runs, with what each can do", async () => {
	const person = await app.person();
	expect(await app.get("/v1/models", person.apiKey)).toMatchObject([
		{ model_id: "test_tone", can_do_text_to_speech: true, can_do_voice_conversion: false },
	]);
});

test("the real engines are named as what they are, with the languages of their voices", () => {
	const models = readModels(["kokoro", "piper", "espeak"]);
	expect(models.map((model) => model.model_id)).toEqual(["kokoro_82m_v1", "piper_libritts_r", "espeak_ng"]);
	expect(models[0]?.languages.map((language) => language.language_id)).toEqual(
		expect.arrayContaining(["en", "es", "fr", "it", "pt", "hi"]),
	);
});

test.each([
	[undefined, { model: expect.objectContaining({ id: "kokoro_82m_v1" }) }],
	["kokoro_82m_v1", { model: expect.objectContaining({ id: "kokoro_82m_v1" }) }],
	["eleven_flash_v2_5", { model: expect.objectContaining({ id: "kokoro_82m_v1" }) }],
	["piper_libritts_r", { refused: "model_can_not_use_voice" }],
	["gpt", { refused: "model_not_found" }],
])("a Kokoro voice asked for with model %s gives %o", (requested, expected) => {
	expect(chooseModel("kokoro", requested)).toEqual(expected);
});
