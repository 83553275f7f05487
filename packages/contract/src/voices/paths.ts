/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const voicesPaths = {
	listVoices: { id: "voices_getAll", method: "GET", path: "/v1/voices" },
	getVoice: { id: "voices_get", method: "GET", path: "/v1/voices/{voice_id}" },
	getVoicePreview: { id: "voices_preview", method: "GET", path: "/v1/voices/{voice_id}/preview" },
	listTryVoices: { id: "try_voices", method: "GET", path: "/v1/try/voices" },
	listLibrary: { id: "try_library", method: "GET", path: "/v1/try/library" },
	searchVoices: { id: "voices_search", method: "GET", path: "/v2/voices" },
	getDefaultVoiceSettings: { id: "voices_settings_getDefault", method: "GET", path: "/v1/voices/settings/default" },
	getVoiceSettings: { id: "voices_settings_get", method: "GET", path: "/v1/voices/{voice_id}/settings" },
	editVoiceSettings: { id: "voices_settings_update", method: "POST", path: "/v1/voices/{voice_id}/settings/edit" },
	deleteVoice: { id: "voices_delete", method: "DELETE", path: "/v1/voices/{voice_id}" },
	favoriteVoice: { id: "voices_favorite", method: "POST", path: "/v1/voices/{voice_id}/favorite" },
	getSampleAudio: {
		id: "voices_samples_audio_get",
		method: "GET",
		path: "/v1/voices/{voice_id}/samples/{sample_id}/audio",
	},
	deleteSample: { id: "samples_delete", method: "DELETE", path: "/v1/voices/{voice_id}/samples/{sample_id}" },
	listAccents: { id: "voices_accents_get", method: "GET", path: "/v1/voices/accents" },
	listCollections: { id: "voices_collections_list", method: "GET", path: "/v1/voices/collections" },
	createCollection: { id: "voices_collections_create", method: "POST", path: "/v1/voices/collections" },
	getCollection: { id: "voices_collections_get", method: "GET", path: "/v1/voices/collections/{collection_id}" },
	updateCollection: {
		id: "voices_collections_update",
		method: "PATCH",
		path: "/v1/voices/collections/{collection_id}",
	},
	deleteCollection: {
		id: "voices_collections_delete",
		method: "DELETE",
		path: "/v1/voices/collections/{collection_id}",
	},
	addVoiceToCollection: {
		id: "voices_collections_addVoice",
		method: "POST",
		path: "/v1/voices/collections/{collection_id}/voice/{voice_id}",
	},
	removeVoiceFromCollection: {
		id: "voices_collections_removeVoice",
		method: "DELETE",
		path: "/v1/voices/collections/{collection_id}/voice/{voice_id}",
	},
} as const;
