// Audio of chapters and projects as it was, in the format of the API.
import { z } from "zod";
import { resourceId, time } from "./project-schemas.ts";

export const chapterSnapshotId = resourceId("snapshot", "sN5kTr8sQ2wLz7CmX5bD");
export const projectSnapshotId = resourceId("snapshot", "sP5kTr8sQ2wLz7CmX5bD");

const alignment = z.object({
	characters: z.array(z.string()).meta({ description: "Characters of the text.", examples: [["H", "i"]] }),
	character_start_times_seconds: z
		.array(z.number())
		.meta({ description: "When each starts, in seconds.", examples: [[0, 0.12]] }),
	character_end_times_seconds: z
		.array(z.number())
		.meta({ description: "When each ends, in seconds.", examples: [[0.12, 0.3]] }),
});
const alignments = z.array(alignment).meta({ description: "Times of the characters, one entry per block." });

const name = z.string().meta({ description: "Name of the chapter or project.", examples: ["The Lighthouse"] });
const createdAt = time("When it was made, in Unix seconds.");

export const chapterSnapshot = z.object({
	chapter_snapshot_id: z.string().meta({ description: "Id of the snapshot.", examples: ["sN5kTr8sQ2wLz7CmX5bD"] }),
	project_id: z.string().meta({ description: "Id of the project.", examples: ["pJ4kVr2sQ9wTz4LmX7cB"] }),
	chapter_id: z.string().meta({ description: "Id of the chapter.", examples: ["cH7xNw1yRb5ZtQ9kLm3D"] }),
	created_at_unix: createdAt,
	name,
	audio_duration_secs: z.number().meta({ description: "Length of the audio in seconds.", examples: [312.5] }),
	is_current: z.boolean().meta({ description: "Whether the text has not changed since.", examples: [true] }),
});
export const chapterSnapshotDetails = chapterSnapshot.extend({ character_alignments: alignments });

const upload = z.null().meta({ description: "Always null.", examples: [null] });
export const projectSnapshot = z.object({
	project_snapshot_id: z.string().meta({ description: "Id of the snapshot.", examples: ["sP5kTr8sQ2wLz7CmX5bD"] }),
	project_id: z.string().meta({ description: "Id of the project.", examples: ["pJ4kVr2sQ9wTz4LmX7cB"] }),
	created_at_unix: createdAt,
	name,
	audio_upload: upload,
	zip_upload: upload,
	audio_duration_secs: z.number().meta({ description: "Length of the audio in seconds.", examples: [5_312.5] }),
});
export const projectSnapshotDetails = projectSnapshot.extend({ character_alignments: alignments });

/** Sentences of a snapshot with their times, for players. */
export const snapshotTimes = z.object({
	sentences: z
		.array(
			z.object({
				block_id: z.string().meta({ description: "Id of the block.", examples: ["b1kVr2sQ9w"] }),
				text: z.string().meta({ description: "Text of the sentence.", examples: ["The lamp went out at four."] }),
				voice_id: z.string().meta({ description: "Id of its voice.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
				start_seconds: z.number().meta({ description: "When it starts, in seconds.", examples: [0] }),
				end_seconds: z.number().meta({ description: "When it ends, in seconds.", examples: [2.1] }),
			}),
		)
		.meta({ description: "Sentences in reading order." }),
	peaks: z.array(z.int()).meta({ description: "Peaks of the waveform, from 0 to 255.", examples: [[0, 120, 80]] }),
	audio_duration_secs: z.number().meta({ description: "Length of the audio in seconds.", examples: [312.5] }),
});
