// A revision: a revised manuscript compared with its project.
import { z } from "zod";
import { price } from "../conversion-schemas.ts";
import { droppedGroup } from "../import-schemas.ts";
import { resourceId, time } from "../project-schemas.ts";
import { droppedKinds, revisionChangeKinds, revisionStates } from "../rules.ts";

export const revisionId = resourceId("revision", "rV7kTr8sQ2wLz4CmX9bD");

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const nullableText = (description: string, example: string | null) =>
	z
		.string()
		.nullable()
		.meta({ description, examples: [example] });
const count = (description: string, example: number) => z.int().meta({ description, examples: [example] });

const counts = {
	unchanged: count("Sentences that stay as they are, and where they are.", 9_028),
	changed: count("Sentences with other words.", 61),
	added: count("New sentences.", 14),
	deleted: count("Sentences that are no longer there.", 9),
	moved: count("Sentences that are elsewhere now. They keep their audio.", 17),
};

const chapterChanges = z.object({
	name: text("Name of the chapter.", "The lighthouse"),
	previous_name: nullableText("Its name in the project. Null for a new chapter.", "The lighthouse"),
	is_deleted: z.boolean().meta({ description: "Whether the revision deletes the chapter.", examples: [false] }),
	...counts,
});

const changedLock = z.object({
	block_id: text("Id of the block.", "b1kVr2sQ9w"),
	chapter: text("Name of its chapter in the project.", "The lighthouse"),
	before: text("Its text, which is recorded.", "The keeper waited for the tide."),
	after: nullableText("Its text in the revision. Null if it is deleted.", "The keeper waited for the night."),
});

const lostPassage = z.object({
	comment_id: text("Id of the comment.", "kM3hTd9pXq8RvW2sLc6F"),
	chapter: text("Name of its chapter in the project.", "The lighthouse"),
	text: text("The comment.", "Too long?"),
	quote: text("The passage that it is about.", "The keeper waited for the tide."),
});

const comparison = z.object({
	counts: z.object(counts).meta({ description: "Sentences of the whole project." }),
	chapters: z
		.array(chapterChanges)
		.meta({ description: "Chapters in their new order, and then those that are deleted." }),
	price: price.omit({ chapters: true }).meta({
		description: "What converting the project costs once the revision is applied. Locked paragraphs keep their text.",
	}),
	price_with_locked: price
		.omit({ chapters: true })
		.nullable()
		.meta({ description: "The same if locked paragraphs get the new text. Null if the revision changes none." }),
	locked_blocks: z
		.array(changedLock)
		.meta({ description: "Locked blocks whose text the revision changes. Applying it needs a choice about them." }),
	lost_comments: z.array(lostPassage).meta({
		description: "Comments whose passage the revision deletes. They stay with their quote and become resolved.",
	}),
	is_outdated: z.boolean().meta({
		description: "Whether the project has changed since. It must be compared again before the revision is applied.",
		examples: [false],
	}),
});

export const revision = z.object({
	revision_id: text("Id of the revision.", "rV7kTr8sQ2wLz4CmX9bD"),
	project_id: text("Id of the project.", "pJ4kVr2sQ9wTz4LmX7cB"),
	source_name: text("Name of the file, or the address.", "lighthouse-2.docx"),
	state: z.enum(revisionStates).meta({
		description:
			"`reading` and `comparing` while the manuscript is read and compared, `ready` until it is applied, `applying` while it is written.",
		examples: ["ready"],
	}),
	progress: z.number().meta({ description: "Progress of reading, from 0 to 1.", examples: [1] }),
	error: nullableText("Why it failed. Null if it didn't.", null),
	dropped: z
		.array(droppedGroup)
		.nullable()
		.meta({ description: "What was left out of the text, by kind. Null until the manuscript is read." }),
	keep: z.array(z.enum(droppedKinds)).meta({
		description: "Kinds of passages that were compared although they are left out by default.",
		examples: [[]],
	}),
	comparison: comparison.nullable().meta({ description: "What is different. Null until it is compared." }),
	created_at_unix: time("When the import of the manuscript was started, in Unix seconds."),
	expires_at_unix: time("When the revision is deleted, in Unix seconds."),
});
export type Revision = z.output<typeof revision>;

const wordPart = z.object({
	kind: z.enum(["same", "added", "deleted"]).meta({ description: "What happened to the words.", examples: ["added"] }),
	text: text("The words.", "night"),
});

export const revisionChange = z.object({
	index: count("Position in the list of changes, from 0.", 12),
	kind: z.enum(revisionChangeKinds).meta({ description: "What is different.", examples: ["changed"] }),
	chapter: count("Position in the chapters of the comparison, from 0.", 3),
	sentences: count("Number of sentences: those that have moved together are one change.", 1),
	before: nullableText(
		"The sentence in the project. Null if it is new or has moved.",
		"The keeper waited for the tide.",
	),
	after: nullableText("The sentence in the revision. Null if it is deleted.", "The keeper waited for the night."),
	words: z.array(wordPart).meta({ description: "Both sentences, word by word. Empty unless it has changed." }),
	from_chapter: nullableText("Name of the chapter from which it has moved. Null if it hasn't.", null),
});
export type RevisionChange = z.output<typeof revisionChange>;
