export { claimUpload, discardUpload, readUpload, removeUpload, storeFile, type UploadDeps } from "./uploads.service.ts";
