import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { studioPaths } from "./paths.ts";
import { projectId } from "./project-schemas.ts";
import { maxFoundPassages } from "./rules.ts";
import { searchOptions } from "./search-schemas.ts";

const params = z.object({ project_id: projectId });
const options = {
	query: searchOptions.shape.query.meta({ description: "Text to find, 1 to 200 characters.", examples: ["keeper"] }),
	match_case: searchOptions.shape.match_case.meta({
		description: "Whether capital letters must be the same. Default: false.",
		examples: [false],
	}),
	whole_words: searchOptions.shape.whole_words.meta({
		description: "Whether to find whole words only. Default: false.",
		examples: [true],
	}),
};
const limits = [{ per: "workspace", requests: 60, seconds: 60 }] as const;

const passage = z.object({
	chapter_id: z.string().meta({ description: "Id of the chapter.", examples: ["cH7xNw1yRb5ZtQ9kLm3D"] }),
	block_id: z.string().meta({ description: "Id of the block.", examples: ["b1kVr2sQ9w"] }),
	start: z.int().meta({ description: "Where the passage starts in the text of the block.", examples: [4] }),
	end: z.int().meta({ description: "Where it ends.", examples: [10] }),
	text: z.string().meta({ description: "The passage.", examples: ["keeper"] }),
	before: z.string().meta({ description: "The text before it, at most 60 characters.", examples: ["The "] }),
	after: z.string().meta({ description: "The text after it, at most 60 characters.", examples: [" waited."] }),
});
export type FoundPassage = z.output<typeof passage>;

export const searchEndpoints = {
	searchProject: endpoint({
		...studioPaths.searchProject,
		summary: "Search a project",
		description: "Finds a text in all chapters of a project. Returns the first 200 passages and the number of all.",
		since: "0.9.0",
		auth: "user",
		permission: "projects_read",
		params,
		body: z.object(options),
		response: z.object({
			total: z.int().meta({ description: "Number of passages in all chapters.", examples: [41] }),
			chapters: z.int().meta({ description: "Number of chapters that contain the text.", examples: [7] }),
			passages: z.array(passage).max(maxFoundPassages).meta({ description: "Passages in reading order." }),
		}),
		errors: ["project_not_found"],
		limits,
	}),
	replaceInProject: endpoint({
		...studioPaths.replaceInProject,
		summary: "Replace text in a project",
		description:
			"Replaces a text in all chapters of a project, or in one. What replaces it gets the voice and the speaker of what was there. Changes all chapters or, if one would become too long, none.",
		since: "0.9.0",
		auth: "user",
		permission: "projects_write",
		params,
		body: z.object({
			...options,
			replacement: searchOptions.shape.replacement.meta({
				description: "Text that replaces it, at most 200 characters. Empty to remove it.",
				examples: ["warden"],
			}),
			chapter_id: z
				.string()
				.max(64)
				.optional()
				.meta({ description: "Chapter to change. Default: all.", examples: ["cH7xNw1yRb5ZtQ9kLm3D"] }),
		}),
		response: z.object({
			replaced: z.int().meta({ description: "Number of passages that were replaced.", examples: [41] }),
			chapters: z.int().meta({ description: "Number of chapters that changed.", examples: [7] }),
		}),
		errors: ["project_not_found", "chapter_not_found", "invalid_request"],
		limits,
	}),
};
