import { z } from "zod";
import { isolationEngines, isolationFormats, isolationStates } from "./rules.ts";

export const isolationId = z
	.string()
	.min(1)
	.max(64)
	.meta({ description: "Id of the isolation.", examples: ["n4TzR8kLw2VxQm6sYb1D"] });

const title = z
	.string()
	.nullable()
	.meta({ description: "Name of the file that was sent.", examples: ["interview.mp4"] });
const state = z
	.enum(isolationStates)
	.meta({ description: "`completed` once the audio is ready.", examples: ["completed"] });
const error = z
	.string()
	.nullable()
	.meta({ description: "Why it failed. Null unless the state is `failed`.", examples: [null] });
const createdAt = z.int().meta({ description: "When it was started, in Unix seconds.", examples: [1_789_000_000] });
const seconds = z
	.number()
	.nullable()
	.meta({ description: "Length of the recording in seconds. Null until it is decoded.", examples: [62.4] });

export const isolationItem = z.object({
	id: z.string().meta({ description: "Id of the history item.", examples: ["n4TzR8kLw2VxQm6sYb1D"] }),
	title,
	created_at_unix: createdAt,
	format: z.string().meta({ description: "Format of the result: `mp3` or `wav`.", examples: ["mp3"] }),
	duration_seconds: seconds,
	download_url: z
		.string()
		.nullable()
		.meta({
			description: "Where the result is. Null until it is ready.",
			examples: ["https://timbre.example/v1/audio-isolation/jobs/n4TzR8kLw2VxQm6sYb1D/audio"],
		}),
	icon_url: z
		.string()
		.nullable()
		.meta({ description: "Always null.", examples: [null] }),
	source_video_url: z
		.string()
		.nullable()
		.meta({ description: "Where the video with the isolated audio is. Null if there is none.", examples: [null] }),
	supports_video: z.boolean().meta({ description: "Whether a video was sent.", examples: [false] }),
	processing: z.boolean().meta({ description: "Whether it is in progress.", examples: [false] }),
	video_processing_failed: z
		.boolean()
		.meta({ description: "Whether the audio is ready but the video couldn't be written.", examples: [false] }),
	preview_b64: z
		.string()
		.nullable()
		.meta({ description: "The `preview_b64` of the request.", examples: [null] }),
	state,
	error,
});
export type IsolationItem = z.output<typeof isolationItem>;

const decibels = (description: string, example: number) => z.number().meta({ description, examples: [example] });
const peaks = (description: string) =>
	z.array(z.int().min(0).max(255)).meta({ description, examples: [[12, 80, 211, 64]] });

export const isolation = z.object({
	isolation_id: isolationId,
	title,
	state,
	error,
	progress: z
		.number()
		.min(0)
		.max(1)
		.meta({ description: "The share that is done, from 0 to 1.", examples: [1] }),
	created_at_unix: createdAt,
	format: z.enum(isolationFormats).meta({ description: "Format of the result.", examples: ["mp3"] }),
	seconds,
	credits: z
		.int()
		.nullable()
		.meta({ description: "Credits charged. Null until it is completed.", examples: [105] }),
	engine: z
		.enum(Object.keys(isolationEngines) as [keyof typeof isolationEngines])
		.nullable()
		.meta({
			description: "The engine that removed the noise. Null until the first part is done.",
			examples: ["gtcrn"],
		}),
	measurement: z
		.object({
			noise_before_db: decibels("Level of the noise in the pauses of the recording, in dB of full scale.", -38.2),
			noise_after_db: decibels("Level of what is left of it.", -71.5),
			snr_before_db: decibels("How much louder than the noise the speech was, in dB.", 14.1),
			snr_after_db: decibels("How much louder it is now.", 46.9),
		})
		.nullable()
		.meta({ description: "What was measured. Null if there is no pause between words to measure noise in." }),
	original_peaks: peaks("Waveform of the recording: peaks from 0 to 255. Empty until it is completed."),
	isolated_peaks: peaks("Waveform of the result, on the same scale. Empty until it is completed."),
	video: z.enum(["none", "processing", "ready", "failed"]).meta({
		description: "Whether there is a video with the isolated audio. `none` if none was sent.",
		examples: ["none"],
	}),
});
export type Isolation = z.output<typeof isolation>;
