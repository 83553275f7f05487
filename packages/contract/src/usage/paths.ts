/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const usagePaths = {
	getCharacterStats: { id: "usage_get", method: "GET", path: "/v1/usage/character-stats" },
} as const;
