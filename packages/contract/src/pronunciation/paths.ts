/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const pronunciationPaths = {
	createFromFile: {
		id: "pronunciationDictionaries_createFromFile",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/add-from-file",
	},
	createFromRules: {
		id: "pronunciationDictionaries_createFromRules",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/add-from-rules",
	},
	updateDictionary: {
		id: "pronunciationDictionaries_update",
		method: "PATCH",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}",
	},
	getDictionary: {
		id: "pronunciationDictionaries_get",
		method: "GET",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}",
	},
	setRules: {
		id: "pronunciationDictionaries_rules_set",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/set-rules",
	},
	addRules: {
		id: "pronunciationDictionaries_rules_add",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/add-rules",
	},
	removeRules: {
		id: "pronunciationDictionaries_rules_remove",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/remove-rules",
	},
	downloadVersion: {
		id: "pronunciationDictionaries_download",
		method: "GET",
		path: "/v1/pronunciation-dictionaries/{dictionary_id}/{version_id}/download",
	},
	listDictionaries: { id: "pronunciationDictionaries_list", method: "GET", path: "/v1/pronunciation-dictionaries" },
	listVersions: {
		id: "pronunciationDictionaries_versions_list",
		method: "GET",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/versions",
	},
	restoreVersion: {
		id: "pronunciationDictionaries_versions_restore",
		method: "POST",
		path: "/v1/pronunciation-dictionaries/{pronunciation_dictionary_id}/versions/{version_id}/restore",
	},
	getDefaults: {
		id: "workspace_pronunciationDictionaryLocators_get",
		method: "GET",
		path: "/v1/workspace/pronunciation-dictionary-locators",
	},
	setDefaults: {
		id: "workspace_pronunciationDictionaryLocators_set",
		method: "PUT",
		path: "/v1/workspace/pronunciation-dictionary-locators",
	},
} as const;
