import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { voiceId } from "../voices/schemas.ts";
import { designTraits, requestFields, voicePreviews } from "./design.ts";
import { voiceMakingPaths } from "./paths.ts";

const jobId = z
	.string()
	.min(1)
	.max(64)
	.meta({ description: "Id of the job.", examples: ["u2NfWb7RkXc4TzQm8LpD"] });

export const designJob = z.object({
	job_id: jobId,
	state: z.enum(["queued", "running", "completed", "failed", "cancelled"]).meta({
		description: "`completed` has a result, `failed` an error. A failed or cancelled job costs nothing.",
		examples: ["running"],
	}),
	voice_description: z.string().meta({
		description: "The description or, for a remix, what to change.",
		examples: ["A calm older British man with a low voice who speaks slowly."],
	}),
	source_voice_id: z
		.string()
		.nullable()
		.meta({ description: "The remixed voice. Null for a design from a description.", examples: [null] }),
	previews_done: z.int().meta({ description: "How many previews are finished.", examples: [1] }),
	previews_total: z.int().meta({ description: "How many previews the job generates.", examples: [3] }),
	created_at_unix: z
		.int()
		.meta({ description: "When the job was created, in Unix seconds.", examples: [1_789_000_000] }),
	error: z
		.string()
		.nullable()
		.meta({ description: "Why the job failed. Null otherwise.", examples: [null] }),
	result: voicePreviews.nullable().meta({
		description: "The previews, without audio: fetch it by `generated_voice_id`. Null until they are finished.",
	}),
});
export type DesignJob = z.output<typeof designJob>;

const access = { since: "0.6.0", auth: "user", permission: "voice_generation" } as const;

export const designJobEndpoints = {
	understandDescription: endpoint({
		...voiceMakingPaths.understandDescription,
		summary: "Check a voice description",
		description:
			"Returns which traits a description requests and which of its words voice design would not use. Generates nothing and costs nothing.",
		...access,
		body: z.object({
			voice_description: z
				.string()
				.max(1000)
				.meta({
					description: "The description, up to 1,000 characters.",
					examples: ["A raspy Scottish man with a low voice."],
				}),
		}),
		response: z.object({
			traits: z
				.array(
					z.object({
						trait: z.enum(designTraits).meta({ description: "The trait.", examples: ["pitch"] }),
						asked: z.string().meta({ description: "The requested value as understood.", examples: ["low"] }),
						available: z.boolean().meta({
							description: "Whether the engines of this server can produce it. False for most accents.",
							examples: [true],
						}),
					}),
				)
				.meta({ description: "The traits that were understood." }),
			not_understood: z.array(z.string()).meta({ description: "Words that would not be used.", examples: [["raspy"]] }),
		}),
	}),
	createDesignJob: endpoint({
		...voiceMakingPaths.createDesignJob,
		summary: "Create a design job",
		description:
			"Designs or remixes a voice in the background and returns at once. The job continues if the client disconnects; poll `GET /v1/text-to-voice/design/jobs/{job_id}`. Reserves the same credits as `POST /v1/text-to-voice/design` and charges them when the previews are finished. Jobs are deleted after 24 hours.",
		...access,
		credits: true,
		body: z.object({
			voice_description: z
				.string()
				.trim()
				.min(5)
				.max(1000)
				.meta({
					description: "The description or, for a remix, what to change, 5 to 1,000 characters in English.",
					examples: ["A calm older British man with a low voice who speaks slowly."],
				}),
			voice_id: voiceId
				.nullish()
				.meta({ description: "A voice to remix. Null to design one from the description.", examples: [null] }),
			...requestFields,
			prompt_strength: z
				.number()
				.min(0)
				.max(1)
				.nullish()
				.meta({ description: "Weight of the prompt against the original voice, from 0 to 1.", examples: [0.5] }),
		}),
		response: designJob,
		errors: [
			"voice_not_found",
			"quota_exceeded",
			"too_many_concurrent_requests",
			"model_can_not_use_voice",
			"unsupported_language",
		],
	}),
	listDesignJobs: endpoint({
		...voiceMakingPaths.listDesignJobs,
		summary: "List design jobs",
		description: "Returns your design jobs of the last 24 hours, newest first, at most 20.",
		...access,
		response: z.object({ jobs: z.array(designJob).meta({ description: "The jobs, newest first." }) }),
	}),
	getDesignJob: endpoint({
		...voiceMakingPaths.getDesignJob,
		summary: "Get a design job",
		description: "Returns the progress of one of your design jobs and, once it is finished, its previews.",
		...access,
		params: z.object({ job_id: jobId }),
		response: designJob,
		errors: ["not_found"],
	}),
	cancelDesignJob: endpoint({
		...voiceMakingPaths.cancelDesignJob,
		summary: "Cancel a design job",
		description: "Stops a design job and releases its credits. A finished job is returned unchanged.",
		...access,
		params: z.object({ job_id: jobId }),
		response: designJob,
		errors: ["not_found"],
	}),
};
