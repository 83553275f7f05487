// Exports of a project, as the API returns them.
import { z } from "zod";
import { resourceId, time } from "../project-schemas.ts";
import { acxRules, exportFormats, exportLoudness, exportStates } from "../rules.ts";

export const exportId = resourceId("export", "eX6tRq8sU2vWz5yLb3Nc");

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const nullable = <T extends z.ZodType>(schema: T, description: string, example: unknown) =>
	schema.nullable().meta({ description, examples: [example] });
const level = (description: string, example: number) => nullable(z.number(), description, example);

const acxRule = z.object({
	rule: z.enum(acxRules).meta({ description: "What ACX requires.", examples: ["rms"] }),
	unit: z.enum(["dB", "s", "Hz", "kbps", ""]).meta({ description: "Unit of the values.", examples: ["dB"] }),
	value: level("What was measured. Null for digital silence, and where nothing is spoken.", -20.1),
	min: level("The smallest value that passes. Null if there is none.", -23),
	max: level("The largest value that passes. Null if there is none.", -18),
	passed: z.boolean().meta({ description: "Whether the file passes.", examples: [true] }),
});
export type AcxRule = z.output<typeof acxRule>;

const measuredFile = z.object({
	name: text("Name of the file, or of the chapter if the export is one file.", "1 The lighthouse.mp3"),
	seconds: z.number().meta({ description: "Length of the file in seconds.", examples: [1_804.2] }),
	loudness_lufs: level(
		"Integrated loudness by EBU R128, of one channel. Null if it was not measured or is silent.",
		-21.9,
	),
	loudness_range_lu: level("Loudness range by EBU R128. Null if it was not measured.", 5.2),
	true_peak_db: level("True peak in dBTP. Null if it was not measured or is silent.", -3.4),
	target_met: z.boolean().meta({ description: "Whether the file has the loudness that was chosen.", examples: [true] }),
	acx_passed: nullable(z.boolean(), "Whether the file passes all rules of ACX. Null if it isn't an MP3.", true),
	acx: z
		.array(acxRule)
		.meta({ description: "The rules of ACX, measured on the finished file. Empty if it isn't an MP3." }),
});
export type MeasuredFile = z.output<typeof measuredFile>;

const exportedChapter = z.object({
	chapter_id: text("Id of the chapter.", "cH7xNw1yRb5ZtQ9kLm3D"),
	name: text("Name of the chapter.", "The lighthouse"),
	is_current: z.boolean().meta({
		description: "False if the text was changed after its audio was generated. The export has the audio.",
		examples: [true],
	}),
	starts_at_seconds: level("Where the chapter starts in its file. Null until that is known.", 0),
});

export const projectExport = z.object({
	export_id: text("Id of the export.", "eX6tRq8sU2vWz5yLb3Nc"),
	project_id: text("Id of the project.", "pJ4kVr2sQ9wTz4LmX7cB"),
	format: z.enum(exportFormats).meta({ description: "What is made of the project.", examples: ["m4b"] }),
	loudness: z.enum(exportLoudness).meta({ description: "Loudness of the audio.", examples: ["acx"] }),
	bit_depth: z
		.union([z.literal(16), z.literal(24)])
		.meta({ description: "Bits per sample of WAV files.", examples: [16] }),
	audio_export_id: nullable(
		z.string(),
		"The export whose audio the captions belong to. Null for the chapters' own.",
		null,
	),
	state: z.enum(exportStates).meta({
		description: "`queued` while another export of the workspace is made.",
		examples: ["running"],
	}),
	progress: z.number().meta({ description: "Progress from 0 to 1.", examples: [0.25] }),
	queue_position: nullable(z.int(), "Exports of the workspace ahead of it. Null unless it is queued.", null),
	error: nullable(z.string(), "Why it failed. Null if it didn't.", null),
	file_name: nullable(z.string(), "Name of the file. Null until it is done.", "The Lighthouse.m4b"),
	bytes: nullable(z.int(), "Size of the file in bytes. Null until it is done.", 41_200_000),
	sha256: nullable(
		z.string(),
		"SHA-256 checksum of the file, in hexadecimal. Null until it is done.",
		"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
	),
	chapters: z.array(exportedChapter).meta({ description: "The chapters it contains, in reading order." }),
	files: z
		.array(measuredFile)
		.meta({ description: "What was measured in the finished audio. Empty until it is done." }),
	created_at_unix: time("When it was requested, in Unix seconds."),
	finished_at_unix: nullable(z.int(), "When it ended, in Unix seconds. Null while it runs.", null),
});
export type ProjectExport = z.output<typeof projectExport>;
