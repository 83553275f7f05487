/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const privacyPaths = {
	getGeolocation: { id: "privacy_geolocation", method: "GET", path: "/v1/geolocation" },
	ingest: { id: "privacy_ingest", method: "POST", path: "/ingest" },
	updatePreferences: { id: "privacy_preferences_update", method: "POST", path: "/v1/privacy/preferences" },
	optOutOfUpdates: { id: "user_optOutOfUpdates", method: "POST", path: "/v1/user/opt-out-of-updates" },
	sendProductUpdate: { id: "productUpdates_send", method: "POST", path: "/v1/product-updates" },
	getPrivacy: { id: "user_privacy_get", method: "GET", path: "/v1/user/privacy" },
	updatePrivacy: { id: "user_privacy_update", method: "POST", path: "/v1/user/privacy" },
	acceptBipaTerms: { id: "user_acceptBipaTerms", method: "POST", path: "/v1/user/accept-bipa-terms" },
	agreeToTerms: { id: "user_agreeToTerms", method: "POST", path: "/v1/user/terms-agreed-to" },
	createDataExport: { id: "user_dataExport_create", method: "POST", path: "/v1/user/data-export" },
	getLatestDataExport: { id: "user_dataExport_latest", method: "GET", path: "/v1/user/data-export" },
	cancelDataExport: { id: "user_dataExport_cancel", method: "DELETE", path: "/v1/user/data-export/{data_export_id}" },
	getDataExportFile: { id: "user_dataExport_file", method: "GET", path: "/v1/user/data-export/{data_export_id}/file" },
	deleteUser: { id: "user_delete", method: "DELETE", path: "/v1/user/delete" },
} as const;
