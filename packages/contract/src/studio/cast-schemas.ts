// The cast of a project: who speaks the direct speech in its text, and with which voice.
import { z } from "zod";
import { resourceId } from "./project-schemas.ts";
import { maxCharacterNameCharacters } from "./rules.ts";
import { line } from "./schemas.ts";

export const characterId = resourceId("character", "cK4pQr8sTu2vWx6yZa9B");

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

export const characterName = line(maxCharacterNameCharacters, "The name")
	.transform((name) => name.trim())
	.refine((name) => name !== "", { error: "The name can't be empty." });
/** For the dialog that names a character. */
export const characterForm = z.object({ name: characterName });

export const gender = z.enum(["female", "male"]);

export const character = z.object({
	character_id: text("Id of the character.", "cK4pQr8sTu2vWx6yZa9B"),
	name: text("Name of the character.", "Ada Hale"),
	aliases: z
		.array(z.string())
		.meta({ description: "Names by which the text calls the character.", examples: [["Ada", "Miss Hale"]] }),
	gender: gender.nullable().meta({ description: "Gender of the character. Null if unknown.", examples: ["female"] }),
	voice_id: z
		.string()
		.nullable()
		.meta({
			description: "Voice of the character. Null means the default voice of paragraphs.",
			examples: ["wd5ObpQ4vNaJtC9V1idt"],
		}),
	lines: z.int().meta({ description: "Number of lines the character has.", examples: [42] }),
});
export type Character = z.output<typeof character>;

export const cast = z.object({
	state: z.enum(["none", "finding", "ready", "failed"]).meta({
		description: "`none` before speakers were looked for, `finding` while they are, then `ready` or `failed`.",
		examples: ["ready"],
	}),
	progress: z.number().meta({ description: "Progress of finding speakers, from 0 to 1.", examples: [1] }),
	error: z
		.string()
		.nullable()
		.meta({ description: "Why it failed. Null if it didn't.", examples: [null] }),
	lines: z.int().meta({ description: "Number of lines of direct speech.", examples: [380] }),
	unsure_lines: z.int().meta({ description: "Lines whose speaker is unknown or a guess below 70%.", examples: [12] }),
	characters: z.array(character).meta({ description: "Characters, those with the most lines first." }),
});
export type Cast = z.output<typeof cast>;

export const castLine = z.object({
	chapter_id: text("Id of the chapter.", "cH7xNw1yRb5ZtQ9kLm3D"),
	block_id: text("Id of the block.", "b1kVr2sQ9w"),
	start: z.int().meta({ description: "Where the line starts in the text of the block.", examples: [0] }),
	end: z.int().meta({ description: "Where it ends.", examples: [24] }),
	text: text("The line, with its quotation marks.", "“The lamp is out.”"),
	before: text("The text before it, across blocks, at most 200 characters.", "Ada turned to the window."),
	after: text("The text after it, across blocks, at most 200 characters.", "said Ada."),
	character_id: z
		.string()
		.nullable()
		.meta({
			description: "Character who speaks it. Null if unknown or the narrator.",
			examples: ["cK4pQr8sTu2vWx6yZa9B"],
		}),
	confidence: z
		.number()
		.meta({ description: "How sure the speaker is, from 0 to 1. Lines that you assign have 1.", examples: [0.62] }),
});
export type CastLine = z.output<typeof castLine>;
