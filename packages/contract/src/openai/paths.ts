/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const openaiPaths = {
	speech: { id: "openai_createSpeech", method: "POST", path: "/openai/v1/audio/speech" },
	listModels: { id: "openai_listModels", method: "GET", path: "/openai/v1/models" },
	getModel: { id: "openai_getModel", method: "GET", path: "/openai/v1/models/{model}" },
} as const;
