export {
	chunkFolder,
	type DecodeUploadOptions,
	decodeUpload,
	deleteChunks,
	type Recording,
} from "./uploads.decode.service.ts";
export {
	claimUpload,
	discardUpload,
	getUpload,
	readUpload,
	removeUpload,
	storeFile,
	type UploadDeps,
} from "./uploads.service.ts";
export { storeUrl, type UrlUploadDeps } from "./uploads.url.service.ts";
