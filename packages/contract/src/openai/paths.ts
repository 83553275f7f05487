/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const openaiPaths = {
	speech: { id: "openai_createSpeech", method: "POST", path: "/openai/v1/audio/speech" },
	transcribe: { id: "openai_createTranscription", method: "POST", path: "/openai/v1/audio/transcriptions" },
	translate: { id: "openai_createTranslation", method: "POST", path: "/openai/v1/audio/translations" },
	listModels: { id: "openai_listModels", method: "GET", path: "/openai/v1/models" },
	getModel: { id: "openai_getModel", method: "GET", path: "/openai/v1/models/{model}" },
} as const;
