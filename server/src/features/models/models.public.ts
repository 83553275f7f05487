// The models a server offers are the engines it really runs; a name from elsewhere is only ever an alias that picks one of them.

export type ModelFacts = {
	id: string;
	engine: string;
	name: string;
	description: string;
	tier: "quality" | "fast" | "basic" | "remote" | "fake";
	maxCharacters: number;
	/** Credits per character. */
	cost: number;
};

const facts: readonly ModelFacts[] = [
	{
		id: "kokoro_82m_v1",
		engine: "kokoro",
		name: "Kokoro 82M",
		description:
			"The most natural voices. English in two accents, Spanish, French, Italian, Portuguese, Hindi, Japanese and Mandarin.",
		tier: "quality",
		maxCharacters: 150_000,
		cost: 1,
	},
	{
		id: "piper_libritts_r",
		engine: "piper",
		name: "Piper LibriTTS-R",
		description: "About three times faster and plainer. English, with the best of 904 screened speakers.",
		tier: "fast",
		maxCharacters: 150_000,
		cost: 1,
	},
	{
		id: "espeak_ng",
		engine: "espeak",
		name: "eSpeak NG (basic)",
		description: "Robotic but intelligible: a basic voice for languages without a neural one.",
		tier: "basic",
		maxCharacters: 150_000,
		cost: 1,
	},
	{
		id: "zipvoice_zero_shot",
		engine: "zipvoice",
		name: "ZipVoice",
		description: "Speaks in a voice copied from a short recording whose speaker has agreed. English and Mandarin.",
		tier: "quality",
		maxCharacters: 150_000,
		cost: 1,
	},
	{
		id: "remote_speech",
		engine: "openai",
		name: "Remote speech server",
		description: "A speech server of your own, reached over its OpenAI-compatible interface.",
		tier: "remote",
		maxCharacters: 10_000,
		cost: 1,
	},
	{
		id: "test_tone",
		engine: "fake",
		name: "Test tone",
		description: "Not speech: a tone as long as the text, for tests.",
		tier: "fake",
		maxCharacters: 150_000,
		cost: 1,
	},
];

/** Model ids that existing client code sends. They ask for "your usual model", so the voice's own model answers. */
const foreignModelId = /^eleven_/;

export function modelsOf(engines: readonly string[]): ModelFacts[] {
	return facts.filter((model) => engines.includes(model.engine));
}

export function modelOfEngine(engine: string): ModelFacts | undefined {
	return facts.find((model) => model.engine === engine);
}

export type ModelChoice = { model: ModelFacts } | { refused: "model_not_found" | "model_can_not_use_voice" };

/** The model that will really speak: the voice's own one, unless the caller named another. */
export function chooseModel(engine: string, requested: string | null | undefined): ModelChoice {
	const own = modelOfEngine(engine);
	if (!own) return { refused: "model_not_found" };
	if (requested === null || requested === undefined || requested === own.id || foreignModelId.test(requested))
		return { model: own };
	return { refused: facts.some((model) => model.id === requested) ? "model_can_not_use_voice" : "model_not_found" };
}
