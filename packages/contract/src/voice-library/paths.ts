/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const voiceLibraryPaths = {
	getPreviewProgress: { id: "voices_previewProgress", method: "GET", path: "/v1/voices/preview-progress" },
	listSharedVoices: { id: "voices_getShared", method: "GET", path: "/v1/shared-voices" },
	listLibraryFilters: { id: "voices_sharedFilters", method: "GET", path: "/v1/shared-voices/filters" },
	getSharedVoice: { id: "voices_getSharedOne", method: "GET", path: "/v1/shared-voices/{public_user_id}/{voice_id}" },
	findSimilarVoices: { id: "voices_findSimilarVoices", method: "POST", path: "/v1/similar-voices" },
	addSharedVoice: { id: "voices_share", method: "POST", path: "/v1/voices/add/{public_user_id}/{voice_id}" },
	getVoiceShare: { id: "voices_getShare", method: "GET", path: "/v1/voices/{voice_id}/share" },
	shareVoice: { id: "voices_shareByLink", method: "POST", path: "/v1/voices/{voice_id}/share" },
	getSharedLink: { id: "voices_getSharedLink", method: "GET", path: "/v1/voices/share/{public_user_id}/{voice_id}" },
	publishVoice: { id: "voices_shareLibrary", method: "POST", path: "/v1/voices/{voice_id}/share-library" },
	unpublishVoice: { id: "voices_unshareLibrary", method: "DELETE", path: "/v1/voices/{voice_id}/share-library" },
	getShareStats: { id: "voices_shareStats", method: "POST", path: "/v1/voices/{voice_id}/share/stats" },
} as const;
