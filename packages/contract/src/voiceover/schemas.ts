import { z } from "zod";
import { projectName } from "../studio/schemas.ts";
import { voiceId } from "../voices/schemas.ts";
import {
	clipPeaks,
	defaultDuckDb,
	exportFormats,
	gainLimitsDb,
	jobStates,
	linePeaks,
	maxDuckDb,
	maxFadeMs,
	maxFitRate,
	maxLineCharacters,
	maxTracks,
	maxVoiceoverSeconds,
	minSlotMs,
	speedLimits,
} from "./rules.ts";

const resourceId = (noun: string, example: string) =>
	z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,64}$/, `A ${noun} id can contain letters, digits, hyphens and underscores.`)
		.meta({ description: `Id of the ${noun}.`, examples: [example] });
export const voiceoverId = resourceId("voice-over", "vO4kVr2sQ9wTz4LmX7cB");
export const lineId = resourceId("line", "lN7xNw1yRb5ZtQ9kLm3D");
export const clipId = resourceId("clip", "cL3hTd9pXq8RvW2sLc6F");
export const jobId = resourceId("job", "jB2kQm9TzXc4RbLp7WfN");

const maxMs = maxVoiceoverSeconds * 1000;
const ms = (max = maxMs) => z.int().min(0, "Times can't be negative.").max(max);
const time = (description: string, example = 1_760_000_000) => z.int().meta({ description, examples: [example] });

export const voiceoverName = projectName.meta({
	description: "Name of the voice-over.",
	examples: ["Product tour"],
});
/** For the dialogs that create and rename a voice-over. */
export const voiceoverForm = z.object({ name: voiceoverName });

/** How a stretch of audio is cut and mixed. */
const mixing = {
	trim_start_ms: ms().meta({ description: "Milliseconds cut off at the start of the audio.", examples: [0] }),
	trim_end_ms: ms().meta({ description: "Milliseconds cut off at its end.", examples: [0] }),
	fade_in_ms: ms(maxFadeMs).meta({ description: "Length of the fade at the start, in milliseconds.", examples: [0] }),
	fade_out_ms: ms(maxFadeMs).meta({ description: "Length of the fade at the end, in milliseconds.", examples: [0] }),
	gain_db: z
		.number()
		.min(gainLimitsDb[0])
		.max(gainLimitsDb[1])
		.meta({
			description: `Volume in dB, ${gainLimitsDb[0]} to ${gainLimitsDb[1]}. 0 leaves it as it is.`,
			examples: [0],
		}),
	muted: z.boolean().meta({ description: "Whether it is left out of the mix.", examples: [false] }),
};

const lineFields = {
	start_ms: ms().meta({ description: "Start of the slot on the timeline, in milliseconds.", examples: [1_500] }),
	end_ms: ms().meta({ description: "End of the slot.", examples: [4_200] }),
	text: z
		.string()
		.max(maxLineCharacters, `A line can have at most ${maxLineCharacters} characters.`)
		.meta({ description: "What is spoken.", examples: ["This is where you add a voice."] }),
	voice_id: voiceId.meta({
		description: "The voice that speaks it. Voices under live moderation can't be used.",
		examples: ["wd5ObpQ4vNaJtC9V1idt"],
	}),
	speed: z
		.number()
		.min(speedLimits[0])
		.max(speedLimits[1])
		.nullable()
		.meta({
			description:
				"Speed at which the voice speaks, 0.7 to 1.2. Null uses the setting of the voice. Not all models support it.",
			examples: [null],
		}),
	...mixing,
	duck_db: z
		.number()
		.min(0)
		.max(maxDuckDb)
		.meta({
			description: `How much the video's own audio and sound files are lowered while the line speaks, in dB. Default: ${defaultDuckDb}.`,
			examples: [defaultDuckDb],
		}),
};

const slotOrder = { message: `A slot ends at least ${minSlotMs} ms after it starts.`, path: ["end_ms"] };
export const newLine = z
	.object({
		start_ms: lineFields.start_ms,
		end_ms: lineFields.end_ms,
		text: lineFields.text,
		voice_id: voiceId.optional().meta({
			description:
				"The voice that speaks it. Default: the voice of the line before it, or the first voice of the server.",
			examples: ["wd5ObpQ4vNaJtC9V1idt"],
		}),
	})
	.refine(({ start_ms, end_ms }) => end_ms - start_ms >= minSlotMs, slotOrder);
export const lineChange = z
	.object(lineFields)
	.partial()
	.refine(
		({ start_ms, end_ms }) => start_ms === undefined || end_ms === undefined || end_ms - start_ms >= minSlotMs,
		slotOrder,
	);

const clipFields = {
	offset_ms: ms().meta({
		description: "Where it starts on the timeline, in milliseconds. Always 0 for the video.",
		examples: [0],
	}),
	track: z
		.int()
		.min(1)
		.max(maxTracks)
		.meta({ description: `Track on which the editor shows it, 1 to ${maxTracks}.`, examples: [1] }),
	...mixing,
};
export const clipChange = z.object(clipFields).partial();
export const clipKind = z.enum(["source", "sound"]).meta({
	description: "`source`: the video or recording on top, at most one. `sound`: a sound file on a further track.",
	examples: ["sound"],
});
export const newClip = z.object({
	upload_id: resourceId("upload", "hV2kQm9TzXc4RbLp7WfN").meta({
		description: "Id of a complete upload, an audio or video file of up to 30 minutes.",
		examples: ["hV2kQm9TzXc4RbLp7WfN"],
	}),
	kind: clipKind,
	offset_ms: clipFields.offset_ms.default(0),
	track: clipFields.track.default(1),
});

const peaks = (count: number) =>
	z.array(z.int().min(0).max(255)).meta({
		description: `Waveform: up to ${count} peaks from 0 to 255. Empty if there is no audio.`,
		examples: [[12, 80, 211, 64]],
	});

const fit = z.object({
	state: z.enum(["fits", "faster", "too_long"]).meta({
		description: `\`fits\` as it was spoken, \`faster\` at up to ${maxFitRate} times the speed, or \`too_long\` even then.`,
		examples: ["faster"],
	}),
	rate: z.number().meta({ description: "How much faster it is played to fit its slot.", examples: [1.12] }),
	length_ms: z.number().meta({ description: "How long it lasts at that rate, in milliseconds.", examples: [2_700] }),
	late_ms: z
		.number()
		.meta({ description: "By how much it passes the end of its slot, in milliseconds.", examples: [0] }),
});

export const line = z.object({
	line_id: lineId,
	...lineFields,
	voice_id: z.string().meta({ description: "Id of the voice that speaks it.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	state: z.enum(["silent", "current", "outdated"]).meta({
		description: "`silent` until speech is generated, `outdated` once text, voice or speed have changed since.",
		examples: ["current"],
	}),
	speech_ms: z
		.number()
		.nullable()
		.meta({
			description: "Length of the speech as it was spoken, without silence at its ends. Null without speech.",
			examples: [3_024],
		}),
	fit: fit.nullable().meta({ description: "How the speech fits its slot. Null without speech." }),
	overlaps_ms: z.number().meta({
		description: "For how long it speaks at the same time as a line that starts later, in milliseconds.",
		examples: [0],
	}),
	warning: z
		.string()
		.nullable()
		.meta({
			description: "What is wrong with it and what to do. Null if nothing is.",
			examples: ["The speech is 1.3 seconds too long for its slot. Shorten the text or end the slot later."],
		}),
	peaks: peaks(linePeaks),
});
export type VoiceoverLine = z.output<typeof line>;

const nullableText = (description: string, example: string | null) =>
	z
		.string()
		.nullable()
		.meta({ description, examples: [example] });
const nullableNumber = (description: string, example: number | null) =>
	z
		.number()
		.nullable()
		.meta({ description, examples: [example] });

export const clip = z.object({
	clip_id: clipId,
	kind: clipKind,
	state: z
		.enum(["reading", "ready", "failed"])
		.meta({ description: "`reading` while the file is read.", examples: ["ready"] }),
	error: nullableText("Why the file can't be used. Null unless it failed.", null),
	file_name: z.string().meta({ description: "Name of the file that was uploaded.", examples: ["tour.mp4"] }),
	bytes: nullableNumber("Size of the file. Null until it is read.", 1_048_576),
	seconds: nullableNumber("Length in seconds. Null until it is read.", 62.4),
	content_type: nullableText("Type of the file, such as `video/mp4`. Null until it is read.", "video/mp4"),
	has_picture: z.boolean().meta({ description: "Whether it is a video.", examples: [true] }),
	has_audio: z.boolean().meta({ description: "Whether it has audio.", examples: [true] }),
	width: nullableNumber("Width of the picture in pixels.", 1_920),
	height: nullableNumber("Height of the picture in pixels.", 1_080),
	fps: nullableNumber("Pictures per second.", 25),
	picture_codec: nullableText("Codec of the picture.", "h264"),
	audio_codec: nullableText("Codec of the audio.", "aac"),
	...clipFields,
	peaks: peaks(clipPeaks),
});
export type VoiceoverClip = z.output<typeof clip>;

export const job = z.object({
	voiceover_job_id: jobId,
	kind: z.enum(["speech", "export"]).meta({ description: "What it makes.", examples: ["export"] }),
	state: z.enum(jobStates).meta({ description: "`done` once its result is ready.", examples: ["done"] }),
	progress: z
		.number()
		.min(0)
		.max(1)
		.meta({ description: "The share that is done, from 0 to 1.", examples: [1] }),
	error: nullableText("Why it failed. Null unless it did.", null),
	lines: z.int().meta({ description: "Lines to generate. 0 for an export.", examples: [0] }),
	lines_done: z.int().meta({ description: "How many of them are generated.", examples: [0] }),
	credits: z.int().meta({ description: "What it was to cost when it was requested. 0 for an export.", examples: [0] }),
	format: z
		.enum(exportFormats)
		.nullable()
		.meta({ description: "Format of an export. Null for speech.", examples: ["mp4"] }),
	bytes: nullableNumber("Size of the file of an export. Null until it is done.", 1_048_576),
	seconds: nullableNumber("Length of the file of an export. Null until it is done.", 62.4),
	created_at_unix: time("When it was requested, in Unix seconds."),
});
export type VoiceoverJob = z.output<typeof job>;

const common = {
	voiceover_id: voiceoverId,
	name: z.string().meta({ description: "Its name.", examples: ["Product tour"] }),
	created_at_unix: time("When it was created, in Unix seconds."),
	updated_at_unix: time("When it was last changed, in Unix seconds."),
	can_edit: z.boolean().meta({ description: "Whether the caller may change it.", examples: [true] }),
	can_delete: z.boolean().meta({ description: "Whether the caller may delete it.", examples: [true] }),
};
export const voiceoverItem = z.object({
	...common,
	lines: z.int().meta({ description: "Number of its lines.", examples: [12] }),
});
export type VoiceoverItem = z.output<typeof voiceoverItem>;

export const voiceover = z.object({
	...common,
	seconds: z.number().meta({
		description: "Its length in seconds: that of the video, or the end of its last line or sound.",
		examples: [62.4],
	}),
	source: clip.nullable().meta({ description: "The video or recording on top. Null if there is none." }),
	sounds: z.array(clip).meta({ description: "Sound files on further tracks." }),
	lines: z.array(line).meta({ description: "Lines in the order in which they start." }),
	jobs: z.array(job).meta({ description: "Speech and exports, newest first, at most 10." }),
});
export type Voiceover = z.output<typeof voiceover>;

export const price = z.object({
	lines: z.int().meta({ description: "Lines with text that would be generated.", examples: [12] }),
	characters: z.int().meta({ description: "Characters of all their sentences.", examples: [640] }),
	new_characters: z.int().meta({ description: "Characters that are not paid yet.", examples: [52] }),
	credits: z
		.int()
		.meta({ description: "What generating them costs. What is charged is exactly this.", examples: [52] }),
});
export type VoiceoverPrice = z.output<typeof price>;
