import { z } from "zod";
import { endpoint, isStoredFile, type StoredFile } from "../endpoint.ts";
import { fileFormats, streamFormats } from "../speech/endpoints.ts";
import { noEffect, outputFormatMeta } from "../speech/schemas.ts";
import { maxUploadBytes } from "../uploads/rules.ts";
import { uploadId } from "../uploads/schemas.ts";
import { voiceId } from "../voices/schemas.ts";
import { voiceChangerPaths } from "./paths.ts";
import { conversionJob, conversionJobId, conversionOptions } from "./schemas.ts";

export type { ConversionJob } from "./schemas.ts";

const access = { since: "0.7.0", auth: "user", permission: "speech_to_speech" } as const;
const voiceParams = z.object({
	voice_id: voiceId.meta({ description: "Voice of the result.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
});
const jobParams = z.object({ conversion_job_id: conversionJobId });

const outputQuery = <T extends readonly [string, ...string[]]>(formats: T) =>
	z.object({
		output_format: z
			.enum(formats)
			.default("mp3_44100_128" as T[number] as never)
			.meta(outputFormatMeta),
		enable_logging: z
			.stringbool()
			.default(true)
			.meta({
				description: "Whether to store the result in the history. If false, nothing is kept. Default: true.",
				examples: [true],
			}),
		optimize_streaming_latency: z.coerce
			.number()
			.int()
			.min(0)
			.max(4)
			.optional()
			.meta({ description: noEffect, examples: [0] }),
	});

const form = z.object({
	audio: z
		.custom<StoredFile>(isStoredFile, "Send the recording as a form part named audio.")
		.meta({ description: "The recording: audio or video of any common type, at most 500 MB and one hour." }),
	...conversionOptions,
	optimize_streaming_latency: z
		.string()
		.nullish()
		.meta({ description: noEffect, examples: ["0"] }),
});

const errors = [
	"voice_not_found",
	"model_not_found",
	"invalid_audio",
	"unsupported_language",
	"text_not_allowed",
	"only_for_higher_plan",
	"quota_exceeded",
	"too_many_concurrent_requests",
	"system_busy",
	"payload_too_large",
] as const;

const converted = {
	...access,
	params: voiceParams,
	multipart: { files: 1, maxFileBytes: maxUploadBytes, stored: true },
	body: form,
	response: "audio",
	credits: true,
	errors,
} as const;

export const voiceChangerEndpoints = {
	convert: endpoint({
		...voiceChangerPaths.convert,
		summary: "Change the voice of a recording",
		description:
			"Converts a recording to another voice and returns the audio when all of it is done. There are two models, and neither copies a person: see `model_id`. Costs 150 credits per minute of the recording, times the rate of the voice. The conversion goes on if the client disconnects, and its result is then in the history.",
		...converted,
		query: outputQuery(fileFormats),
	}),
	stream: endpoint({
		...voiceChangerPaths.stream,
		summary: "Change the voice of a recording and stream the result",
		description: "Like converting, but sends the audio as it is converted, in parts of up to 30 seconds.",
		...converted,
		query: outputQuery(streamFormats),
	}),
	convertAlias: endpoint({
		...voiceChangerPaths.convertAlias,
		summary: "Change the voice of a recording (other path)",
		description: "The same as `POST /v1/speech-to-speech/{voice_id}`, at the path that the SDK for Python uses.",
		...converted,
		query: outputQuery(fileFormats),
	}),
	streamAlias: endpoint({
		...voiceChangerPaths.streamAlias,
		summary: "Change the voice of a recording and stream the result (other path)",
		description: "The same as `POST /v1/speech-to-speech/{voice_id}/stream`, at the path that the SDK for Python uses.",
		...converted,
		query: outputQuery(streamFormats),
	}),
	createJob: endpoint({
		...voiceChangerPaths.createJob,
		summary: "Change the voice of an uploaded recording in the background",
		description:
			"Starts a job that converts an uploaded file. The result appears in the history when the job is done. Costs the same as converting; a job that fails or is canceled costs nothing.",
		...access,
		params: voiceParams,
		query: z.object({
			output_format: z.enum(fileFormats).default("mp3_44100_128").meta(outputFormatMeta),
		}),
		body: z.object({ upload_id: uploadId, ...conversionOptions }),
		response: conversionJob,
		status: 202,
		credits: true,
		errors: [...errors, "upload_not_found", "conflict"],
	}),
	listJobs: endpoint({
		...voiceChangerPaths.listJobs,
		summary: "List conversion jobs",
		description: "Returns your jobs that are waiting or running, oldest first.",
		...access,
		response: z.object({ jobs: z.array(conversionJob).meta({ description: "The jobs." }) }),
	}),
	getJob: endpoint({
		...voiceChangerPaths.getJob,
		summary: "Get a conversion job",
		description: "Returns the state of one of your jobs. Jobs are listed for a week after they end.",
		...access,
		params: jobParams,
		response: conversionJob,
		errors: ["not_found"],
	}),
	cancelJob: endpoint({
		...voiceChangerPaths.cancelJob,
		summary: "Cancel a conversion job",
		description: "Stops a job. It costs nothing. A job that has ended stays as it is.",
		...access,
		params: jobParams,
		response: conversionJob,
		errors: ["not_found"],
	}),
} as const;
