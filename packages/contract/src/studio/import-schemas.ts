// An import: a document that becomes chapters.
import { z } from "zod";
import { resourceId, time } from "./project-schemas.ts";
import { documentFormats, droppedKinds, maxDroppedPassages } from "./rules.ts";

export const importId = resourceId("import", "iM5pQr8sTu2vWx6yZa9B");

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const nullableText = (description: string, example: string) =>
	z
		.string()
		.nullable()
		.meta({ description, examples: [example] });

const foundChapter = z.object({
	name: text("Name of the chapter.", "The lighthouse"),
	characters: z.int().meta({ description: "Characters of its text.", examples: [12_400] }),
	words: z.int().meta({ description: "Words of its text.", examples: [2_210] }),
	opening: text("How its text begins.", "The keeper waited for the tide."),
});

const droppedPassage = z.object({
	text: text("The passage.", "THE LIGHTHOUSE"),
	count: z.int().meta({ description: "How often it occurs.", examples: [112] }),
	chapter: text("Name of the chapter in which it first occurs.", "The lighthouse"),
	page: z
		.int()
		.nullable()
		.meta({ description: "Page on which it first occurs. Null if the format has no pages.", examples: [3] }),
});

export const droppedGroup = z.object({
	kind: z.enum(droppedKinds).meta({ description: "What was left out.", examples: ["running_head"] }),
	count: z.int().meta({ description: "Number of passages that were left out.", examples: [224] }),
	passages: z
		.array(droppedPassage)
		.max(maxDroppedPassages)
		.meta({ description: "The different passages, at most 300." }),
});

const foundDocument = z.object({
	format: z.enum(documentFormats).meta({ description: "Format of the document.", examples: ["epub"] }),
	title: nullableText("Title that the document gives. Null if it gives none.", "The Lighthouse"),
	author: nullableText("Author that the document gives. Null if it gives none.", "Ada Example"),
	language: nullableText("Language that the document gives. Null if it gives none.", "en"),
	pages: z
		.int()
		.nullable()
		.meta({ description: "Number of pages. Null if the format has none.", examples: [312] }),
	characters: z.int().meta({ description: "Characters of all chapters.", examples: [1_204_300] }),
	words: z.int().meta({ description: "Words of all chapters.", examples: [214_800] }),
	chapters: z.array(foundChapter).meta({ description: "Chapters in reading order." }),
	dropped: z.array(droppedGroup).meta({ description: "What was left out of the text, by kind." }),
});

export const documentImport = z.object({
	import_id: text("Id of the import.", "iM5pQr8sTu2vWx6yZa9B"),
	source_name: text("Name of the file, or the address.", "lighthouse.epub"),
	kind: z.enum(["document", "bundle"]).meta({
		description: "What is imported: a document, or the bundle of a project.",
		examples: ["document"],
	}),
	state: z.enum(["reading", "review", "writing", "completed", "failed"]).meta({
		description:
			"`reading` while the document is read, `review` until you accept what was found, `writing` while the chapters are created.",
		examples: ["review"],
	}),
	progress: z.number().meta({ description: "Progress of reading and writing, from 0 to 1.", examples: [0.4] }),
	error: nullableText("Why the import failed. Null if it didn't.", "The file is damaged."),
	project_id: nullableText(
		"Project that gets the chapters. Null for a new one until you accept.",
		"pJ4kVr2sQ9wTz4LmX7cB",
	),
	document: foundDocument.nullable().meta({ description: "What was found in the document. Null until it is read." }),
	replaced_voices: z.array(z.string()).meta({
		description:
			"Voices of a bundle that the workspace doesn't have, by name. The project's default voice speaks instead of them.",
		examples: [[]],
	}),
	created_at_unix: time("When the import was started, in Unix seconds."),
	expires_at_unix: time("When the import is deleted unless you accept it, in Unix seconds."),
});
export type DocumentImport = z.output<typeof documentImport>;
