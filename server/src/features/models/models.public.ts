// Invariant: a server offers only models whose engines it runs. A model id of a compatible API is an alias for one of them.
import { isForeignModelId } from "@timbre/contract/models/rules.ts";

export type ModelInfo = {
	id: string;
	engine: string;
	name: string;
	description: string;
	tier: "quality" | "fast" | "basic" | "remote" | "fake";
	maxCharacters: number;
	/** Credits per character. */
	cost: number;
	/** Whether its voices can have previews in several languages. */
	multilingual: boolean;
};

const models: readonly ModelInfo[] = [
	{
		id: "kokoro_82m_v1",
		engine: "kokoro",
		name: "Kokoro 82M",
		description:
			"The most natural voices. English in two accents, Spanish, French, Italian, Portuguese, Hindi, Japanese and Mandarin.",
		tier: "quality",
		maxCharacters: 150_000,
		cost: 1,
		multilingual: true,
	},
	{
		id: "piper_libritts_r",
		engine: "piper",
		name: "Piper LibriTTS-R",
		description: "About three times faster but less natural. English, with the best of 904 screened speakers.",
		tier: "fast",
		maxCharacters: 150_000,
		cost: 1,
		multilingual: false,
	},
	{
		id: "espeak_ng",
		engine: "espeak",
		name: "eSpeak NG (basic)",
		description: "Robotic but intelligible. A basic voice for languages without a neural voice.",
		tier: "basic",
		maxCharacters: 150_000,
		cost: 1,
		multilingual: true,
	},
	{
		id: "zipvoice_zero_shot",
		engine: "zipvoice",
		name: "ZipVoice",
		description: "Clones a voice from a short recording with the speaker's consent. English and Mandarin.",
		tier: "quality",
		maxCharacters: 150_000,
		cost: 1,
		multilingual: true,
	},
	{
		id: "remote_speech",
		engine: "openai",
		name: "Remote speech server",
		description: "Your own speech server with an OpenAI-compatible API.",
		tier: "remote",
		maxCharacters: 10_000,
		cost: 1,
		multilingual: true,
	},
	{
		id: "test_tone",
		engine: "fake",
		name: "Test tone",
		description: "A tone as long as the text, for tests.",
		tier: "fake",
		maxCharacters: 150_000,
		cost: 1,
		multilingual: true,
	},
];

const multilingualModelId = "eleven_multilingual_v2";

export function modelsForEngines(engines: readonly string[]): ModelInfo[] {
	return models.filter((model) => engines.includes(model.engine));
}

/** The model of an engine. An engine without one is named after itself. */
export function modelForEngine(engine: string): Pick<ModelInfo, "id" | "name" | "cost"> {
	return models.find((model) => model.engine === engine) ?? { id: engine, name: engine, cost: 1 };
}

/**
 * The model ids under which a voice lists its languages. Clients offer a preview in another language only under
 * `eleven_multilingual_v2`, so a model that speaks several languages is listed under that alias too.
 */
export function verifiedModelIds(engine: string): string[] {
	const { id } = modelForEngine(engine);
	const multilingual = models.find((model) => model.engine === engine)?.multilingual ?? false;
	return multilingual ? [id, multilingualModelId] : [id];
}

export type ModelChoice = { model: ModelInfo } | { error: "model_not_found" | "model_can_not_use_voice" };

/** Selects the voice's own model. Requesting another model is an error. */
export function selectModel(engine: string, requested: string | null | undefined): ModelChoice {
	const own = models.find((model) => model.engine === engine);
	if (!own) return { error: "model_not_found" };
	if (requested === null || requested === undefined || requested === own.id || isForeignModelId(requested))
		return { model: own };
	return { error: models.some((model) => model.id === requested) ? "model_can_not_use_voice" : "model_not_found" };
}
