import { z } from "zod";
import { endpoint, isStoredFile, isUploadedFile, type StoredFile, type UploadedFile } from "../../endpoint.ts";
import { documentImport } from "../import-schemas.ts";
import { studioPaths } from "../paths.ts";
import { chapterId, projectId } from "../project-schemas.ts";
import { exportFormats, exportLoudness, maxBundleBytes, maxChapters, maxCoverBytes } from "../rules.ts";
import { exportId, projectExport } from "./export-schemas.ts";

const read = { since: "0.10.0", auth: "user", permission: "projects_read" } as const;
const write = { since: "0.10.0", auth: "user", permission: "projects_write" } as const;
const projectParams = z.object({ project_id: projectId });
const exportParams = projectParams.extend({ export_id: exportId });
const missing = ["project_not_found"] as const;
const missingExport = ["project_not_found", "export_not_found"] as const;
const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`.", examples: ["ok"] }) });
const audioTypes = ["audio/mpeg", "audio/wav", "audio/mp4"] as const;

export const exportEndpoints = {
	listExports: endpoint({
		...studioPaths.listExports,
		summary: "List exports",
		description: "Returns the exports of a project, newest first.",
		...read,
		params: projectParams,
		response: z.object({ exports: z.array(projectExport).meta({ description: "Exports, newest first." }) }),
		errors: missing,
	}),
	createExport: endpoint({
		...studioPaths.createExport,
		summary: "Start an export",
		description:
			"Makes a file of the generated audio and text of a project in the background: an audiobook, a master for a store, captions, an e-book that reads itself, or a bundle with everything. Uses the newest audio of each chapter. Costs no credits.",
		...write,
		params: projectParams,
		body: z.object({
			format: z.enum(exportFormats).meta({
				description:
					"`mp3` and `wav` are one file, `mp3_zip` and `wav_zip` an archive with a file for each chapter, `m4b` an audiobook with chapters and cover, `epub` an EPUB 3 with synchronized audio, `srt`, `vtt` and `json` the times of the text, `bundle` the whole project with all takes, to import elsewhere.",
				examples: ["m4b"],
			}),
			chapter_ids: z
				.array(chapterId)
				.min(1)
				.max(maxChapters)
				.optional()
				.meta({
					description: "The chapters to export, in the order of the project. Default: all that have text.",
					examples: [["cH7xNw1yRb5ZtQ9kLm3D"]],
				}),
			loudness: z
				.enum(exportLoudness)
				.optional()
				.meta({
					description:
						"`acx` meets the technical requirements of ACX, `lufs_16`, `lufs_18` and `lufs_23` have that integrated loudness by EBU R128, `none` changes nothing. Default: `acx` if the project's `acx_volume_normalization` is on, otherwise `none`.",
					examples: ["acx"],
				}),
			bit_depth: z
				.union([z.literal(16), z.literal(24)])
				.default(16)
				.meta({ description: "Bits per sample of WAV files. Default: 16.", examples: [16] }),
			audio_export_id: exportId.optional().meta({
				description:
					"For captions: an export whose audio they belong to. Default: the audio of the chapters, one after another.",
				examples: ["eX6tRq8sU2vWz5yLb3Nc"],
			}),
		}),
		response: projectExport,
		status: 202,
		errors: [...missingExport, "chapter_not_found", "export_limit_reached", "not_converted", "invalid_request"],
		limits: [{ per: "workspace", requests: 120, seconds: 3600 }],
	}),
	getExport: endpoint({
		...studioPaths.getExport,
		summary: "Get an export",
		description: "Returns how far an export is and, when it is done, what was measured.",
		...read,
		params: exportParams,
		response: projectExport,
		errors: missingExport,
	}),
	cancelExport: endpoint({
		...studioPaths.cancelExport,
		summary: "Cancel an export",
		description: "Stops an export within seconds. Does nothing if it has ended.",
		...write,
		params: exportParams,
		response: projectExport,
		errors: missingExport,
	}),
	deleteExport: endpoint({
		...studioPaths.deleteExport,
		summary: "Delete an export",
		description: "Deletes an export with its file. One that is running is stopped.",
		...write,
		params: exportParams,
		response: ok,
		errors: missingExport,
	}),
	downloadExport: endpoint({
		...studioPaths.downloadExport,
		summary: "Download an export",
		description: "Returns the file of an export that is done. Supports requests for a part of it.",
		...read,
		params: exportParams,
		response: "file",
		contentTypes: [
			...audioTypes,
			"application/zip",
			"application/epub+zip",
			"application/x-subrip",
			"text/vtt",
			"application/json",
			"application/vnd.timbre.studio+zip",
		],
		errors: [...missingExport, "conflict"],
	}),
	setCover: endpoint({
		...studioPaths.setCover,
		summary: "Set the cover",
		description:
			"Replaces the cover of a project, which M4B and EPUB files contain. Takes a JPEG or PNG of at most 10 MB.",
		...write,
		params: projectParams,
		multipart: { files: 1, maxFileBytes: maxCoverBytes },
		body: z.object({
			cover: z
				.custom<UploadedFile>(isUploadedFile, "Send the picture as a file.")
				.meta({ description: "JPEG or PNG file." }),
		}),
		response: z.object({
			cover_image_url: z.string().meta({
				description: "Path of the cover on this server. It changes with every cover.",
				examples: ["/v1/studio/projects/pJ4kVr2sQ9wTz4LmX7cB/cover?v=b7Kx2LmQ8vTz"],
			}),
		}),
		errors: [...missing, "invalid_image", "payload_too_large"],
		limits: [{ per: "workspace", requests: 60, seconds: 600 }],
	}),
	getCover: endpoint({
		...studioPaths.getCover,
		summary: "Get the cover",
		description: "Returns the cover of a project.",
		...read,
		params: projectParams,
		response: "file",
		contentTypes: ["image/jpeg", "image/png"],
		errors: [...missing, "not_found"],
	}),
	deleteCover: endpoint({
		...studioPaths.deleteCover,
		summary: "Delete the cover",
		description: "Deletes the cover of a project. Does nothing if it has none.",
		...write,
		params: projectParams,
		response: ok,
		errors: missing,
	}),
	importBundle: endpoint({
		...studioPaths.importBundle,
		summary: "Import a bundle",
		description:
			"Makes a new project of a bundle, with its text, voices, takes, comments and audio, in the background. Costs no credits. Voices that the workspace doesn't have are replaced by the default voice and named in the import. Poll the import until its state is `completed`.",
		...write,
		multipart: { files: 1, maxFileBytes: maxBundleBytes, stored: true },
		body: z.object({
			file: z
				.custom<StoredFile>(isStoredFile, "Send the bundle as a form part named file.")
				.meta({ description: "The bundle, at most 4 GB." }),
		}),
		response: documentImport,
		status: 202,
		errors: ["invalid_document", "payload_too_large", "import_limit_reached", "project_limit_reached"],
		limits: [{ per: "workspace", requests: 30, seconds: 3600 }],
	}),
};
