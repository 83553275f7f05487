import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { voiceId } from "../voices/schemas.ts";
import { cast, castLine, character, characterId, characterName, gender } from "./cast-schemas.ts";
import { studioPaths } from "./paths.ts";
import { chapterId, projectId } from "./project-schemas.ts";
import { maxListedLines } from "./rules.ts";

const read = { since: "0.9.0", auth: "user", permission: "projects_read" } as const;
const write = { since: "0.9.0", auth: "user", permission: "projects_write" } as const;
const projectParams = z.object({ project_id: projectId });
const characterParams = projectParams.extend({ character_id: characterId });
const missing = ["project_not_found"] as const;
const missingCharacter = ["project_not_found", "character_not_found"] as const;
const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`.", examples: ["ok"] }) });
const name = characterName.meta({ description: "Name of the character, 1 to 100 characters.", examples: ["Ada Hale"] });
const voice = voiceId.nullable().meta({
	description: "Voice of all lines of the character. Null means the default voice of paragraphs.",
	examples: ["wd5ObpQ4vNaJtC9V1idt"],
});

export const castEndpoints = {
	getCast: endpoint({
		...studioPaths.getCast,
		summary: "Get the cast of a project",
		description: "Returns the characters of a project with their voices and numbers of lines.",
		...read,
		params: projectParams,
		response: cast,
		errors: missing,
	}),
	findSpeakers: endpoint({
		...studioPaths.findSpeakers,
		summary: "Find speakers",
		description:
			"Looks for direct speech in all chapters and for who says it, in the background. Poll the cast until its state is `ready`. Lines that were assigned by a person stay as they are.",
		...write,
		params: projectParams,
		body: z.object({
			assign_voices: z
				.boolean()
				.default(false)
				.meta({
					description: "Whether to give a voice to each character who has none. Default: false.",
					examples: [true],
				}),
		}),
		response: cast,
		status: 202,
		errors: [...missing, "conflict"],
		limits: [{ per: "workspace", requests: 30, seconds: 60 }],
	}),
	createCharacter: endpoint({
		...studioPaths.createCharacter,
		summary: "Create a character",
		description: "Adds a character without lines to a project. A project can have at most 500 characters.",
		...write,
		params: projectParams,
		body: z.object({
			name,
			gender: gender.nullish().meta({ description: "Gender of the character.", examples: ["female"] }),
			voice_id: voice.optional(),
		}),
		response: character,
		errors: [...missing, "character_limit_reached", "voice_not_found", "voice_disabled"],
	}),
	updateCharacter: endpoint({
		...studioPaths.updateCharacter,
		summary: "Update a character",
		description: "Renames a character or changes its voice, which changes the voice of all its lines at once.",
		...write,
		params: characterParams,
		body: z.object({
			name: name.optional(),
			gender: gender.nullish().meta({ description: "Gender of the character.", examples: ["female"] }),
			voice_id: voice.optional(),
		}),
		response: character,
		errors: [...missingCharacter, "voice_not_found", "voice_disabled"],
	}),
	mergeCharacter: endpoint({
		...studioPaths.mergeCharacter,
		summary: "Merge a character into another",
		description: "Gives all lines and names of a character to another one and deletes it.",
		...write,
		params: characterParams,
		body: z.object({
			into: characterId.meta({
				description: "Id of the character that gets the lines.",
				examples: ["cN8tRw5yZb1dFg7hJk3M"],
			}),
		}),
		response: character,
		errors: [...missingCharacter, "invalid_request"],
	}),
	deleteCharacter: endpoint({
		...studioPaths.deleteCharacter,
		summary: "Delete a character",
		description: "Deletes a character. Its lines get the default voice of paragraphs, and their speaker is unknown.",
		...write,
		params: characterParams,
		response: ok,
		errors: missingCharacter,
	}),
	listLines: endpoint({
		...studioPaths.listLines,
		summary: "List lines",
		description: "Returns lines of direct speech in reading order, at most 500 at a time.",
		...read,
		params: projectParams,
		query: z.object({
			chapter_id: chapterId.optional().meta({
				description: "Chapter to list the lines of. Default: all chapters.",
				examples: ["cH7xNw1yRb5ZtQ9kLm3D"],
			}),
			character_id: characterId.optional().meta({
				description: "Character to list the lines of. Default: all characters.",
				examples: ["cK4pQr8sTu2vWx6yZa9B"],
			}),
			unsure: z
				.stringbool()
				.default(false)
				.meta({ description: "Whether to list only lines whose speaker is unsure. Default: false.", examples: [true] }),
			offset: z.coerce
				.number()
				.int()
				.min(0)
				.max(1_000_000)
				.default(0)
				.meta({ description: "Number of lines to skip. Default: 0.", examples: [0] }),
		}),
		response: z.object({
			lines: z.array(castLine).max(maxListedLines).meta({ description: "Lines in reading order." }),
			has_more: z.boolean().meta({ description: "Whether there are more.", examples: [false] }),
		}),
		errors: [...missingCharacter, "chapter_not_found"],
	}),
	assignLine: endpoint({
		...studioPaths.assignLine,
		summary: "Assign a line",
		description: "Sets who speaks a passage. Its speaker is not guessed again afterwards.",
		...write,
		params: z.object({ project_id: projectId, chapter_id: chapterId }),
		body: z.object({
			block_id: z
				.string()
				.max(64)
				.meta({ description: "Id of the block.", examples: ["b1kVr2sQ9w"] }),
			start: z
				.int()
				.min(0)
				.meta({ description: "Where the passage starts in the text of the block.", examples: [0] }),
			end: z
				.int()
				.min(1)
				.meta({ description: "Where it ends.", examples: [24] }),
			text: z
				.string()
				.max(10_000)
				.meta({ description: "The passage as you know it.", examples: ["“The lamp is out.”"] }),
			character_id: characterId.nullable().meta({
				description: "Character who speaks it. Null for the narrator.",
				examples: ["cK4pQr8sTu2vWx6yZa9B"],
			}),
		}),
		response: castLine,
		errors: [...missingCharacter, "chapter_not_found", "conflict"],
	}),
};
