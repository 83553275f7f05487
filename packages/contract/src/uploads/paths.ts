/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const uploadsPaths = {
	createUpload: { id: "uploads_create", method: "POST", path: "/v1/uploads" },
	getUpload: { id: "uploads_get", method: "GET", path: "/v1/uploads/{upload_id}" },
	appendPart: { id: "uploads_append", method: "POST", path: "/v1/uploads/{upload_id}/parts" },
	deleteUpload: { id: "uploads_delete", method: "DELETE", path: "/v1/uploads/{upload_id}" },
} as const;
