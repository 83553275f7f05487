/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const safetyPaths = {
	dismissModerationWarning: {
		id: "user_dismissModerationWarning",
		method: "POST",
		path: "/v1/user/dismiss-moderation-warning",
	},
	classifyAudio: { id: "safety_classify", method: "POST", path: "/v1/ai-classifier" },
} as const;
