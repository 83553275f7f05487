import { uploadsPaths } from "@timbre/contract/uploads/paths.ts";
import { call, callForm } from "../../lib/api/api.ts";
import { createSavedUploads } from "./model/saved-uploads.ts";
import type { UploadPlatform } from "./model/send-file.ts";

export const browserUploads: UploadPlatform = {
	create: (body, signal) => call(uploadsPaths.createUpload, { body, signal }),
	get: (upload_id, signal) => call(uploadsPaths.getUpload, { params: { upload_id }, signal }),
	append: (upload_id, offset, part, signal) =>
		callForm(uploadsPaths.appendPart, { params: { upload_id }, form: { offset, part }, signal }),
	delete: async (upload_id) => {
		await call(uploadsPaths.deleteUpload, { params: { upload_id } });
	},
	wait,
	now: () => performance.now(),
	saved: createSavedUploads(() => localStorage),
};

/** Ends early when the network is back. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(resolve, ms);
		window.addEventListener("online", () => resolve(), { once: true, signal });
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			reject(signal.reason);
		});
	});
}
