export { claimUpload, readUpload, removeUpload, storeFile, type UploadDeps } from "./uploads.service.ts";
