/** The largest file that can be uploaded, in one request or in parts. */
export const maxUploadBytes = 500_000_000;
/** The largest part. Also what the server holds in memory for each upload. */
export const maxPartBytes = 8 * 1024 * 1024;
/** Unfinished and unused uploads are deleted after this time. */
export const uploadSeconds = 24 * 3600;
/** Uploads of a workspace that are neither used nor deleted. */
export const maxOpenUploads = 200;
