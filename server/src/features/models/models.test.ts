import { type Model, modelCapabilities } from "@timbre/contract/models/endpoints.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { selectModel } from "./models.public.ts";
import { capabilitiesOf, listModels } from "./models.service.ts";

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

test("MODELS-001 MODELS-002 GET /v1/models lists the models the server runs with their capabilities", async () => {
	const person = await app.user();
	expect(await app.get("/v1/models", person.apiKey)).toMatchObject([
		{ model_id: "test_tone", can_do_text_to_speech: true, can_do_voice_conversion: false },
		{ model_id: "timbre_revoice", can_do_text_to_speech: false, can_do_voice_conversion: true },
		{ model_id: "timbre_reshape", can_do_text_to_speech: false, can_do_voice_conversion: true },
		{ model_id: "whisper_small", can_do_text_to_speech: false, can_do_speech_to_text: true, credits_per_minute: 50 },
		{ model_id: "whisper_base", can_do_speech_to_text: true },
		{ model_id: "moonshine_tiny", can_do_speech_to_text: true, languages: [{ language_id: "en" }] },
	]);
});

type Languages = {
	languages: {
		name: string;
		languageCode: string;
		flagCode: string;
		accents: { name: string; code: string; order: number }[];
	}[];
};

test("MODELS-004 GET /v1/models/languages lists languages with a name, a code and a flag", async () => {
	const person = await app.user();
	const { languages } = await app.get<Languages>("/v1/models/languages", person.apiKey);
	expect(languages).toHaveLength(32);
	expect(languages[0]).toMatchObject({ name: "English", languageCode: "en", flagCode: "us" });
	const names = new Intl.DisplayNames(["en"], { type: "language" });
	for (const { name, languageCode, flagCode } of languages) {
		expect(names.of(languageCode)).toContain(name);
		expect(flagCode).toMatch(/^[a-z]{2}$/);
	}
});

test("MODELS-005 GET /v1/models/languages lists accents with a name, a code and their order within the language", async () => {
	const person = await app.user();
	const { languages } = await app.get<Languages>("/v1/models/languages", person.apiKey);
	const spanish = languages.find(({ languageCode }) => languageCode === "es");
	expect(spanish?.accents[0]).toEqual({ name: "Castilian", code: "es-castilian", order: 0 });
	for (const { languageCode, accents } of languages) {
		expect(accents.map(({ order }) => order)).toEqual(accents.map((_, place) => place));
		for (const { code } of accents) expect(code).toMatch(new RegExp(`^${languageCode}-[a-z-]+$`));
	}
	const all = languages.flatMap(({ accents }) => accents.map(({ code }) => code));
	expect(new Set(all).size).toBe(all.length);
});

test("a model lists exactly the capabilities its engine reports", async () => {
	const person = await app.user();
	const [model] = await app.get<Model[]>("/v1/models", person.apiKey);
	expect(model?.capabilities).toEqual(expect.arrayContaining(["speed", "seed", "stability", "style", "ssml_phonemes"]));
	expect(model?.capabilities).not.toContain("similarity_boost");
	expect(model).toMatchObject({ can_use_style: true, can_use_speaker_boost: false });
	expect(capabilitiesOf({ capabilities: none }, 1)).toEqual([]);
	expect(capabilitiesOf({ capabilities: everything }, 2)).toEqual([...modelCapabilities]);
});

test("lists real engines with the languages of their voices, even before a node is up", async () => {
	const models = await listModels({
		engines: ["kokoro", "piper", "espeak"],
		remoteVoices: [],
		hasConversionModel: true,
		getEngineInfo: async () => {
			throw new Error("the node is not up yet");
		},
	});
	expect(models.find((model) => model.model_id === "timbre_convert")?.can_do_voice_conversion).toBe(true);
	const speaking = models.filter((model) => model.can_do_text_to_speech);
	expect(speaking.map((model) => model.model_id)).toEqual(["kokoro_82m_v1", "piper_libritts_r", "espeak_ng"]);
	expect(speaking.map((model) => model.capabilities)).toEqual([[], [], []]);
	expect(models[0]?.languages.map((language) => language.language_id)).toEqual(
		expect.arrayContaining(["en", "es", "fr", "it", "pt", "hi"]),
	);
});

test.each([
	[undefined, { model: expect.objectContaining({ id: "kokoro_82m_v1" }) }],
	["kokoro_82m_v1", { model: expect.objectContaining({ id: "kokoro_82m_v1" }) }],
	["eleven_flash_v2_5", { model: expect.objectContaining({ id: "kokoro_82m_v1" }) }],
	["piper_libritts_r", { error: "model_can_not_use_voice" }],
	["gpt", { error: "model_not_found" }],
])("model %s for a Kokoro voice gives %o", (requested, expected) => {
	expect(selectModel("kokoro", requested)).toEqual(expected);
});
