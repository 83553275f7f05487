import { type Model, modelCapabilities } from "@timbre/contract/models.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { chooseModel } from "./models.public.ts";
import { capabilitiesOf, readModels } from "./models.service.ts";

const none = {
	speed: false,
	seed: false,
	stability: false,
	style: false,
	similarity: false,
	speakerBoost: false,
	phonemes: false,
	alignment: false,
};
const everything = Object.fromEntries(Object.keys(none).map((name) => [name, true])) as typeof none;

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

test("a model lists what its engine says has an effect, and nothing else", async () => {
	const person = await app.person();
	const [model] = await app.get<Model[]>("/v1/models", person.apiKey);
	expect(model?.capabilities).toEqual(expect.arrayContaining(["speed", "seed", "stability", "style", "ssml_phonemes"]));
	expect(model?.capabilities).not.toContain("similarity_boost");
	expect(model).toMatchObject({ can_use_style: true, can_use_speaker_boost: false });
	expect(capabilitiesOf({ capabilities: none }, 1)).toEqual([]);
	expect(capabilitiesOf({ capabilities: everything }, 2)).toEqual([...modelCapabilities]);
});

test("the real engines are named as what they are, with the languages of their voices", async () => {
	const models = await readModels({
		engines: ["kokoro", "piper", "espeak"],
		remoteVoices: [],
		engineFacts: async () => {
			throw new Error("the node is not up yet");
		},
	});
	expect(models.map((model) => model.model_id)).toEqual(["kokoro_82m_v1", "piper_libritts_r", "espeak_ng"]);
	expect(models.map((model) => model.capabilities)).toEqual([[], [], []]);
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
