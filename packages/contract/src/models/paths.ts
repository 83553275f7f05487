/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const modelsPaths = {
	listModels: { id: "models_list", method: "GET", path: "/v1/models" },
	listLanguages: { id: "models_languages", method: "GET", path: "/v1/models/languages" },
} as const;
