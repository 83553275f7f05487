import { z } from "zod";
import { endpoint, isStoredFile, type StoredFile } from "../endpoint.ts";
import { noEffect } from "../speech/schemas.ts";
import { maxUploadBytes } from "../uploads/rules.ts";
import { transcriptionPaths } from "./paths.ts";
import { transcriptStates } from "./rules.ts";
import {
	additionalFormats,
	exportFormat,
	exportOptionFields,
	multichannelTranscript,
	textOrList,
	transcriptAccepted,
	transcriptChunk,
	transcriptDetails,
	transcriptEdit,
	transcriptFormOptions,
	transcriptionId,
	transcriptOptions,
	transcriptSummary,
	webhookMetadata,
} from "./schemas.ts";

const access = { since: "0.7.0", auth: "user", permission: "speech_to_text" } as const;
const params = z.object({ transcription_id: transcriptionId });
const originalQuery = z
	.stringbool()
	.default(false)
	.meta({ description: "Whether to ignore edits. Default: false.", examples: [false] });
const unavailable = "Not available: a request that sets it is rejected.";
const url = z.url().max(2_000);

const sourceErrors = [
	"model_not_found",
	"unsupported_language",
	"invalid_request",
	"invalid_audio",
	"upload_not_found",
	"quota_exceeded",
	"payload_too_large",
] as const;

export const transcriptionEndpoints = {
	convert: endpoint({
		...transcriptionPaths.convert,
		summary: "Transcribe a recording",
		description:
			"Transcribes a file, an upload or an https URL of up to 500 MB and ten hours and returns the transcript with the time of each word. Audio and video files work. Costs 50 credits per minute of audio, charged by the second once it is transcribed. Long recordings take minutes: with `webhook` the response is 202 and the transcript follows as an event. A transcript is completed and stored even if the client disconnects.",
		...access,
		credits: true,
		multipart: { files: 1, maxFileBytes: maxUploadBytes, stored: true },
		query: z.object({
			token: z
				.string()
				.max(200)
				.optional()
				.meta({
					description: "Single-use token of the type `batch_scribe` instead of an API key, for browsers.",
					examples: ["sutkn_1f8Xb7hH8MSUJpSbSDYk0k2"],
				}),
			enable_logging: z
				.stringbool()
				.default(true)
				.meta({
					description:
						"Whether to store the transcript and its audio. If false, both are deleted with the response; not possible with `webhook`. Default: true.",
					examples: [true],
				}),
		}),
		body: z.object({
			...transcriptFormOptions,
			file: z
				.custom<StoredFile>(isStoredFile, "Send the recording as a form part named file.")
				.optional()
				.meta({ description: "The recording, an audio or video file of up to 500 MB." }),
			upload_id: z
				.string()
				.max(64)
				.nullish()
				.meta({ description: "Id of an upload to transcribe instead of a file.", examples: ["hV2kQm9TzXc4RbLp7WfN"] }),
			source_url: url.nullish().meta({
				description: "https URL to transcribe instead of a file.",
				examples: ["https://example.com/interview.mp3"],
			}),
			cloud_storage_url: url.nullish().meta({
				description: "Same as `source_url`, under its older name.",
				examples: ["https://example.com/interview.mp3"],
			}),
			file_format: z
				.enum(["pcm_s16le_16", "other"])
				.default("other")
				.meta({
					description: "`pcm_s16le_16` is raw 16-bit mono PCM at 16 kHz. Default: `other`.",
					examples: ["other"],
				}),
			timestamps_granularity: z
				.enum(["none", "word", "character"])
				.default("word")
				.meta({ description: "Which times to return. Default: `word`.", examples: ["word"] }),
			additional_formats: additionalFormats,
			multichannel_output_style: z
				.enum(["separate", "combined"])
				.default("separate")
				.meta({
					description:
						"With `use_multi_channel`, return one transcript for each channel or one of all. Default: `separate`.",
					examples: ["separate"],
				}),
			webhook: z
				.stringbool()
				.default(false)
				.meta({
					description: "Whether to respond at once and send the transcript to your webhooks. Default: false.",
					examples: [false],
				}),
			webhook_id: z
				.string()
				.max(64)
				.nullish()
				.meta({
					description: "Send it only to this webhook. Default: to all that subscribe to transcripts.",
					examples: ["Wh5oL2yMnB8dTq4RvS1i"],
				}),
			webhook_metadata: webhookMetadata,
			temperature: z.coerce
				.number()
				.min(0)
				.max(2)
				.nullish()
				.meta({ description: noEffect, examples: [0] }),
			seed: z.coerce
				.number()
				.int()
				.min(0)
				.max(2_147_483_647)
				.nullish()
				.meta({ description: noEffect, examples: [42] }),
			entity_detection: textOrList.meta({ description: unavailable, examples: [[]] }),
			entity_redaction: textOrList.meta({ description: unavailable, examples: [[]] }),
			entity_redaction_mode: z
				.string()
				.max(100)
				.nullish()
				.meta({ description: noEffect, examples: ["enumerated_entity_type"] }),
			transcript_edit: z
				.string()
				.max(100_000)
				.nullish()
				.meta({ description: unavailable, examples: [""] }),
			use_speaker_library: z
				.stringbool()
				.default(false)
				.meta({ description: unavailable, examples: [false] }),
			detect_speaker_roles: z
				.stringbool()
				.default(false)
				.meta({ description: unavailable, examples: [false] }),
		}),
		response: z.union([transcriptChunk, multichannelTranscript, transcriptAccepted]),
		errors: [...sourceErrors, "webhook_not_found", "conflict", "system_busy"],
		limits: [{ per: "workspace", requests: 120, seconds: 60 }],
	}),
	listSourceLanguages: endpoint({
		...transcriptionPaths.listSourceLanguages,
		summary: "List source languages",
		description: "Returns the languages that recordings can be transcribed from. `auto` detects the language.",
		...access,
		response: z.object({
			languages: z
				.array(
					z.object({
						key: z.string().meta({ description: "Language code (ISO 639-1), or `auto`.", examples: ["en"] }),
						name: z.string().meta({ description: "Name of the language in English.", examples: ["English"] }),
					}),
				)
				.meta({ description: "The languages, `auto` first." }),
		}),
	}),
	createTranscript: endpoint({
		...transcriptionPaths.createTranscript,
		summary: "Transcribe in the background",
		description:
			"Starts to transcribe an upload or an https URL and returns at once. Poll the transcript's details until its state is `completed`. Costs the same as `POST /v1/speech-to-text`.",
		...access,
		credits: true,
		body: transcriptOptions
			.extend({
				upload_id: z
					.string()
					.max(64)
					.optional()
					.meta({ description: "Id of a complete upload.", examples: ["hV2kQm9TzXc4RbLp7WfN"] }),
				source_url: url.optional().meta({
					description: "https URL of the recording instead of an upload.",
					examples: ["https://example.com/interview.mp3"],
				}),
			})
			.refine((body) => (body.upload_id === undefined) !== (body.source_url === undefined), {
				message: "Send either upload_id or source_url.",
			})
			.meta({ examples: [{ upload_id: "hV2kQm9TzXc4RbLp7WfN", diarize: true }] }),
		status: 202,
		response: transcriptSummary,
		errors: [...sourceErrors, "conflict"],
		limits: [{ per: "workspace", requests: 120, seconds: 60 }],
	}),
	listTranscripts: endpoint({
		...transcriptionPaths.listTranscripts,
		summary: "List transcripts",
		description: "Returns the workspace's transcripts, newest first, including those in progress.",
		...access,
		query: z.object({
			page_size: z.coerce
				.number()
				.int()
				.min(1)
				.max(100)
				.default(30)
				.meta({ description: "Transcripts per page, 1 to 100. Default: 30.", examples: [30] }),
			cursor: z
				.string()
				.max(100)
				.optional()
				.meta({
					description: "The `next_cursor` of the previous page.",
					examples: ["1789000000000_t9WqLs4VbXc2RzKd8TnG"],
				}),
			search: z
				.string()
				.trim()
				.max(200)
				.optional()
				.meta({ description: "Words that the title or the transcript must contain.", examples: ["budget"] }),
			state: z
				.enum(transcriptStates)
				.optional()
				.meta({ description: "Only transcripts in this state.", examples: ["completed"] }),
		}),
		response: z.object({
			transcripts: z.array(transcriptSummary).meta({ description: "The transcripts." }),
			has_more: z.boolean().meta({ description: "Whether there are more.", examples: [false] }),
			next_cursor: z
				.string()
				.nullable()
				.meta({ description: "Send it as `cursor` to get the next page. Null on the last page.", examples: [null] }),
		}),
	}),
	getTranscript: endpoint({
		...transcriptionPaths.getTranscript,
		summary: "Get a transcript",
		description:
			"Returns a finished transcript with its edits, in the form that was requested. Returns 404 until it is finished.",
		...access,
		params,
		query: z.object({ original: originalQuery }),
		response: z.union([transcriptChunk, multichannelTranscript]),
		errors: ["transcript_not_found"],
	}),
	getTranscriptDetails: endpoint({
		...transcriptionPaths.getTranscriptDetails,
		summary: "Get a transcript's state and words",
		description: "Returns the state, progress, speakers and words of a transcript, also while it is in progress.",
		...access,
		params,
		response: transcriptDetails,
		errors: ["transcript_not_found"],
	}),
	updateTranscript: endpoint({
		...transcriptionPaths.updateTranscript,
		summary: "Edit a transcript",
		description:
			"Changes the title, the names of speakers or the words of a finished transcript. The original words are kept and can be restored.",
		...access,
		params,
		body: transcriptEdit,
		response: transcriptDetails,
		errors: ["transcript_not_found", "conflict", "invalid_request"],
	}),
	deleteTranscript: endpoint({
		...transcriptionPaths.deleteTranscript,
		summary: "Delete a transcript",
		description: "Deletes a transcript and its audio. One that is in progress is canceled and costs nothing.",
		...access,
		params,
		response: z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) }),
		errors: ["transcript_not_found"],
	}),
	cancelTranscript: endpoint({
		...transcriptionPaths.cancelTranscript,
		summary: "Cancel a transcript",
		description: "Stops a transcript that is in progress; it costs nothing. A finished one doesn't change.",
		...access,
		params,
		response: transcriptSummary,
		errors: ["transcript_not_found"],
	}),
	getTranscriptAudio: endpoint({
		...transcriptionPaths.getTranscriptAudio,
		summary: "Get a transcript's audio",
		description:
			"Returns the recording as MP3, for playback beside the transcript. Supports a single byte range with the `Range` header.",
		...access,
		params,
		response: "audio",
		errors: ["transcript_not_found"],
	}),
	exportTranscript: endpoint({
		...transcriptionPaths.exportTranscript,
		summary: "Export a transcript",
		description: "Returns a finished transcript as a file: text, subtitles, a document, a web page or JSON.",
		...access,
		params,
		query: z.object({ format: exportFormat, ...exportOptionFields, original: originalQuery }),
		response: "file",
		contentTypes: [
			"text/plain",
			"application/x-subrip",
			"text/vtt",
			"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
			"application/pdf",
			"text/html",
			"application/json",
		],
		errors: ["transcript_not_found", "unsupported_language"],
	}),
} as const;
