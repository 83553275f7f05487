import { z } from "zod";
import { endpoint, isStoredFile, type StoredFile } from "../endpoint.ts";
import { maxUploadBytes } from "../uploads/rules.ts";
import { isolatorPaths } from "./paths.ts";
import { isolationFormats, maxPreviewCharacters } from "./rules.ts";
import { isolation, isolationId, isolationItem } from "./schemas.ts";

const access = { since: "0.7.0", auth: "user", permission: "audio_isolation" } as const;
const params = z.object({ isolation_id: isolationId });
const itemParams = z.object({
	history_item_id: z
		.string()
		.min(1)
		.max(64)
		.meta({ description: "Id of the history item.", examples: ["n4TzR8kLw2VxQm6sYb1D"] }),
});
const notFound = ["history_item_not_found"] as const;
const sourceErrors = [
	"invalid_request",
	"invalid_audio",
	"quota_exceeded",
	"payload_too_large",
	"system_busy",
] as const;
const limits = [{ per: "workspace", requests: 120, seconds: 60 }] as const;

const form = {
	audio: z
		.custom<StoredFile>(isStoredFile, "Send the recording as a form part named audio.")
		.meta({ description: "The recording, an audio or video file of up to 500 MB and one hour." }),
	file_format: z
		.enum(["pcm_s16le_16", "other"])
		.nullish()
		.meta({ description: "`pcm_s16le_16` is raw 16-bit mono PCM at 16 kHz. Default: `other`.", examples: ["other"] }),
};
const outputFormat = z
	.enum(isolationFormats)
	.default("mp3")
	.meta({ description: "Format of the result. Default: `mp3`.", examples: ["mp3"] });

export const isolatorEndpoints = {
	convert: endpoint({
		...isolatorPaths.convert,
		summary: "Isolate a voice",
		description:
			"Removes noise from a recording and returns what is left, the voice. Audio and video files work; stereo stays stereo. Costs 100 credits per minute of audio, charged by the second once the result is ready. It is completed and stored even if the client disconnects.",
		...access,
		credits: true,
		multipart: { files: 1, maxFileBytes: maxUploadBytes, stored: true },
		query: z.object({ output_format: outputFormat }),
		body: z.object({
			...form,
			preview_b64: z
				.string()
				.max(maxPreviewCharacters)
				.nullish()
				.meta({
					description: "A picture of the video to show in lists, base64. Stored and returned as it is.",
					examples: [""],
				}),
		}),
		response: "audio",
		errors: [...sourceErrors],
		limits,
	}),
	stream: endpoint({
		...isolatorPaths.stream,
		summary: "Isolate a voice and stream the result",
		description: "Same as `POST /v1/audio-isolation`, but returns MP3 audio while the rest is still being processed.",
		...access,
		credits: true,
		multipart: { files: 1, maxFileBytes: maxUploadBytes, stored: true },
		body: z.object(form),
		response: "audio",
		errors: [...sourceErrors],
		limits,
	}),
	listIsolations: endpoint({
		...isolatorPaths.listIsolations,
		summary: "List isolated recordings",
		description: "Returns the workspace's isolated recordings, newest first, including those in progress.",
		...access,
		query: z.object({
			page_size: z.coerce
				.number()
				.int()
				.min(1)
				.max(1000)
				.default(100)
				.meta({ description: "Items per page, 1 to 1000. Default: 100.", examples: [100] }),
			page: z.coerce
				.number()
				.int()
				.min(1)
				.max(1_000_000)
				.default(1)
				.meta({ description: "Number of the page, starting at 1. Default: 1.", examples: [1] }),
			search: z
				.string()
				.max(200)
				.nullish()
				.meta({ description: "Text that the title must contain.", examples: ["interview"] }),
		}),
		response: z.object({
			items: z.array(isolationItem).meta({ description: "The recordings." }),
			has_more: z.boolean().meta({ description: "Whether there are more.", examples: [false] }),
		}),
	}),
	deleteIsolation: endpoint({
		...isolatorPaths.deleteIsolation,
		summary: "Delete an isolated recording",
		description:
			"Deletes a recording with its audio. One that is in progress is canceled and costs nothing. For a short time it can be restored.",
		...access,
		params: itemParams,
		response: "empty",
		status: 204,
		errors: notFound,
	}),
	restoreIsolation: endpoint({
		...isolatorPaths.restoreIsolation,
		summary: "Restore an isolated recording",
		description: "Undoes a deletion, as long as the audio still exists.",
		...access,
		params: itemParams,
		response: isolation,
		errors: notFound,
	}),
	createIsolation: endpoint({
		...isolatorPaths.createIsolation,
		summary: "Isolate in the background",
		description:
			"Starts to isolate an upload and returns at once. Poll the isolation until its state is `completed`. Costs the same as `POST /v1/audio-isolation`.",
		...access,
		credits: true,
		body: z
			.object({
				upload_id: z
					.string()
					.min(1)
					.max(64)
					.meta({ description: "Id of a complete upload.", examples: ["hV2kQm9TzXc4RbLp7WfN"] }),
				output_format: outputFormat,
			})
			.meta({ examples: [{ upload_id: "hV2kQm9TzXc4RbLp7WfN" }] }),
		status: 202,
		response: isolation,
		errors: ["upload_not_found", "quota_exceeded", "conflict", "invalid_request"],
		limits,
	}),
	getIsolation: endpoint({
		...isolatorPaths.getIsolation,
		summary: "Get an isolation",
		description: "Returns the state and progress of an isolation, and what was measured once it is completed.",
		...access,
		params,
		response: isolation,
		errors: notFound,
	}),
	cancelIsolation: endpoint({
		...isolatorPaths.cancelIsolation,
		summary: "Cancel an isolation",
		description: "Stops an isolation that is in progress; it costs nothing. A finished one doesn't change.",
		...access,
		params,
		response: isolation,
		errors: notFound,
	}),
	getIsolationAudio: endpoint({
		...isolatorPaths.getIsolationAudio,
		summary: "Get an isolation's audio",
		description:
			"Returns the isolated voice, or the original as MP3 for comparison. Supports a single byte range with the `Range` header.",
		...access,
		params,
		query: z.object({
			version: z
				.enum(["isolated", "original"])
				.default("isolated")
				.meta({ description: "Which audio to return. Default: `isolated`.", examples: ["isolated"] }),
			format: z
				.enum(isolationFormats)
				.optional()
				.meta({
					description: "`mp3` is always available, `wav` if it was requested. Default: the requested format.",
					examples: ["mp3"],
				}),
		}),
		response: "audio",
		errors: notFound,
	}),
	getIsolationVideo: endpoint({
		...isolatorPaths.getIsolationVideo,
		summary: "Get an isolation's video",
		description:
			"Returns the video that was sent, with its picture unchanged and the isolated voice as its audio: MP4 if the file was MP4, MOV or FLV, otherwise Matroska.",
		...access,
		params,
		response: "file",
		contentTypes: ["video/mp4", "video/x-matroska"],
		errors: notFound,
	}),
} as const;
