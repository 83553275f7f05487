// Prices and conversions of Studio, as the API returns them.
import { z } from "zod";
import { resourceId, time } from "./project-schemas.ts";
import { conversionStates } from "./rules.ts";

export const conversionId = resourceId("conversion", "vN4kTr8sQ2wLz7CmX5bD");
export const blockId = resourceId("block", "b1kVr2sQ9w");

const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });

const counts = {
	characters: count("Characters of all sentences.", 1_204_300),
	new_characters: count("Characters that are not paid yet.", 380),
	credits: count("What generating the missing audio costs. What is charged is exactly this.", 380),
	sentences: count("Number of sentences.", 9_120),
	new_sentences: count("Sentences that are not paid yet.", 4),
	stale_sentences: count(
		"Sentences whose audio has another voice, other settings or other pronunciation rules than they have now.",
		3,
	),
	locked_sentences: count("Sentences of locked blocks. They are never generated again.", 12),
	left_out_sentences: count(
		"Sentences that were changed after their block was locked. They are left out until it is unlocked.",
		0,
	),
};
const chapterIdField = z.string().meta({ description: "Id of the chapter.", examples: ["cH7xNw1yRb5ZtQ9kLm3D"] });

export const price = z.object({
	...counts,
	chapters: z
		.array(z.object({ chapter_id: chapterIdField, ...counts }))
		.meta({ description: "The same for each chapter, in reading order. A sentence that occurs twice is paid once." }),
});
export type Price = z.output<typeof price>;

const conversionChapter = z.object({
	chapter_id: chapterIdField,
	state: z
		.enum(["waiting", "rendering", "joining", "done"])
		.meta({ description: "What is done with the chapter at the moment.", examples: ["rendering"] }),
	sentences: count("Sentences to generate. 0 until the chapter is planned.", 180),
	sentences_done: count("How many of them are generated.", 42),
});

export const conversion = z.object({
	conversion_id: z.string().meta({ description: "Id of the conversion.", examples: ["vN4kTr8sQ2wLz7CmX5bD"] }),
	project_id: z.string().meta({ description: "Id of the project.", examples: ["pJ4kVr2sQ9wTz4LmX7cB"] }),
	chapter_id: z
		.string()
		.nullable()
		.meta({ description: "Id of the chapter. Null for a whole project.", examples: ["cH7xNw1yRb5ZtQ9kLm3D"] }),
	block_id: z
		.string()
		.nullable()
		.meta({ description: "Id of the block. Null for all blocks.", examples: [null] }),
	state: z.enum(conversionStates).meta({
		description: "`queued` while another conversion of the workspace is running.",
		examples: ["running"],
	}),
	progress: z.number().meta({ description: "Progress from 0 to 1.", examples: [0.25] }),
	queue_position: z
		.int()
		.nullable()
		.meta({ description: "Conversions of the workspace ahead of it. Null unless it is queued.", examples: [null] }),
	characters: z
		.int()
		.nullable()
		.meta({
			description: "Characters of all sentences when it was requested. Null if it started by itself.",
			examples: [48_200],
		}),
	credits: z
		.int()
		.nullable()
		.meta({ description: "What it was to cost when it was requested. Null if it started by itself.", examples: [380] }),
	misread: count("Sentences in which take check found a misread word.", 3),
	mended: count("How many of them were read correctly in another take, free of charge.", 2),
	error: z
		.string()
		.nullable()
		.meta({ description: "Why it failed. Null if it didn't.", examples: [null] }),
	chapters: z.array(conversionChapter).meta({ description: "Its chapters in reading order." }),
	created_at_unix: time("When it was requested, in Unix seconds."),
	finished_at_unix: z
		.int()
		.nullable()
		.meta({ description: "When it ended, in Unix seconds. Null while it runs.", examples: [null] }),
});
export type Conversion = z.output<typeof conversion>;
