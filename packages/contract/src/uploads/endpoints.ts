import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "../endpoint.ts";
import { uploadsPaths } from "./paths.ts";
import { maxPartBytes, maxUploadBytes } from "./rules.ts";
import { upload, uploadId } from "./schemas.ts";

// Whoever may use one of the tools that take a file may upload one.
const access = {
	since: "0.7.0",
	auth: "user",
	permission: ["speech_to_text", "audio_isolation", "speech_to_speech"],
} as const;
const params = z.object({ upload_id: uploadId });

export const uploadsEndpoints = {
	createUpload: endpoint({
		...uploadsPaths.createUpload,
		summary: "Start an upload",
		description:
			"Starts an upload of up to 500 MB that is sent in parts and can be resumed. Send the parts in order, then pass `upload_id` to a tool instead of a file. Unused uploads are deleted after 24 hours.",
		...access,
		body: z.object({
			file_name: z
				.string()
				.min(1)
				.max(255)
				.meta({ description: "Name of the file.", examples: ["interview.mp4"] }),
			bytes: z
				.int()
				.min(1)
				.max(maxUploadBytes)
				.meta({ description: "Size of the file in bytes, up to 500 MB.", examples: [48_213_004] }),
		}),
		response: upload,
		status: 201,
		errors: ["too_many_uploads"],
		limits: [{ per: "workspace", requests: 300, seconds: 60 }],
	}),
	getUpload: endpoint({
		...uploadsPaths.getUpload,
		summary: "Get an upload",
		description: "Returns how much of the file has been stored. After an interruption, continue from `received_bytes`.",
		...access,
		params,
		response: upload,
		errors: ["upload_not_found"],
	}),
	appendPart: endpoint({
		...uploadsPaths.appendPart,
		summary: "Append a part to an upload",
		description:
			"Stores the next part of the file. Parts must arrive in order: a part with another offset than `received_bytes` is rejected, so a repeated part does no harm.",
		...access,
		params,
		multipart: { files: 1, maxFileBytes: maxPartBytes },
		body: z.object({
			offset: z.coerce
				.number()
				.int()
				.min(0)
				.max(maxUploadBytes)
				.meta({ description: "Position of the part in the file, in bytes.", examples: [8_388_608] }),
			part: z
				.custom<UploadedFile>(isUploadedFile, "Send the bytes as a form part named part.")
				.meta({ description: "The bytes, at most 8 MiB." }),
		}),
		response: upload,
		errors: ["upload_not_found", "upload_offset_mismatch"],
		limits: [{ per: "workspace", requests: 1_200, seconds: 60 }],
	}),
	deleteUpload: endpoint({
		...uploadsPaths.deleteUpload,
		summary: "Delete an upload",
		description:
			"Deletes an upload and what has been stored of it. An upload that a tool is using can't be deleted this way.",
		...access,
		params,
		response: "empty",
		status: 204,
		errors: ["upload_not_found", "conflict"],
	}),
} as const;
