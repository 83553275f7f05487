/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const historyPaths = {
	listHistory: { id: "history_list", method: "GET", path: "/v1/history" },
	getHistoryItem: { id: "history_get", method: "GET", path: "/v1/history/{history_item_id}" },
	deleteHistoryItem: { id: "history_delete", method: "DELETE", path: "/v1/history/{history_item_id}" },
	restoreHistoryItem: { id: "history_restore", method: "POST", path: "/v1/history/{history_item_id}/restore" },
	getHistoryAudio: { id: "history_getAudio", method: "GET", path: "/v1/history/{history_item_id}/audio" },
	getHistoryAudioAsAdmin: {
		id: "admin_history_getAudio",
		method: "GET",
		path: "/v1/admin/history/{history_item_id}/audio",
	},
	sendFeedback: { id: "history_feedback", method: "POST", path: "/v1/history/{history_item_id}/feedback" },
	getShareLink: { id: "history_shareLink", method: "GET", path: "/v1/history/{history_item_id}/share-link" },
	getShared: { id: "share_get", method: "GET", path: "/v1/share/{share_id}" },
	getSharedAudio: { id: "share_getAudio", method: "GET", path: "/v1/share/{share_id}/audio" },
	updatePublicUserName: { id: "user_updatePublicUserName", method: "POST", path: "/v1/user/update-public-user-name" },
	downloadHistory: { id: "history_download", method: "POST", path: "/v1/history/download" },
	createExport: { id: "history_exports_create", method: "POST", path: "/v1/history/exports" },
	getExport: { id: "history_exports_get", method: "GET", path: "/v1/history/exports/{export_id}" },
	cancelExport: { id: "history_exports_cancel", method: "DELETE", path: "/v1/history/exports/{export_id}" },
	getExportFile: { id: "history_exports_file", method: "GET", path: "/v1/history/exports/{export_id}/file" },
	getFeatures: { id: "features_get", method: "GET", path: "/v1/features" },
} as const;
