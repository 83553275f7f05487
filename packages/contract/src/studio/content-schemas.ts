// The text of a chapter as blocks, as clients send and receive it.
import { z } from "zod";
import { voiceId } from "../voices/schemas.ts";
import { chapter } from "./project-schemas.ts";
import { blockTypes, maxChapterBlocks, maxChapterCharacters, maxChapters } from "./rules.ts";
import { chapterName } from "./schemas.ts";

/** Text without control characters, except line breaks and tabs, or lone surrogates. */
const speakable = z
	.string()
	.max(maxChapterCharacters)
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
	.refine((text) => text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/.test(text), {
		error: "The text contains characters that can't be spoken.",
	});

const inputNode = z.object({
	type: z.literal("tts_node").meta({ description: "Always `tts_node`.", examples: ["tts_node"] }),
	text: speakable.meta({ description: "Text of the node.", examples: ["The keeper waited for the tide."] }),
	voice_id: voiceId.meta({
		description: "Voice that speaks the node. Voices under live moderation can't be used.",
		examples: ["wd5ObpQ4vNaJtC9V1idt"],
	}),
});

const inputBlock = z.object({
	block_id: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,64}$/, "A block id can contain letters, digits, hyphens and underscores.")
		.nullish()
		.meta({ description: "Id of the block to keep. Omit it for a new block.", examples: ["b1kVr2sQ9w"] }),
	sub_type: z
		.enum(blockTypes)
		.nullish()
		.meta({ description: "Paragraph (`p`) or heading of a level. Default: `p`.", examples: ["p"] }),
	nodes: z.array(inputNode).max(1_000).meta({ description: "Parts of the block, each with its voice." }),
});

export const contentInput = z.object({
	blocks: z
		.array(inputBlock)
		.max(maxChapterBlocks, `A chapter can have at most ${maxChapterBlocks} blocks.`)
		.refine(
			(blocks) =>
				blocks.reduce((sum, { nodes }) => sum + nodes.reduce((all, { text }) => all + text.length, 0), 0) <=
				maxChapterCharacters,
			{ error: `A chapter can have at most ${maxChapterCharacters.toLocaleString("en-US")} characters.` },
		)
		.meta({ description: "All blocks of the chapter in reading order. Blocks that are left out are removed." }),
});
export type ContentInput = z.output<typeof contentInput>;

/** The chapters of `from_content_json`. */
export const projectContent = z
	.array(z.object({ name: chapterName, blocks: contentInput.shape.blocks }))
	.min(1, "Send at least one chapter.")
	.max(maxChapters, `A project can have at most ${maxChapters} chapters.`);

const node = z.object({
	type: z.literal("tts_node").meta({ description: "Always `tts_node`.", examples: ["tts_node"] }),
	project_voice_ref_id: z.string().meta({ description: "The same as `voice_id`.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	voice_id: z.string().meta({ description: "Voice that speaks the node.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	text: z.string().meta({ description: "Text of the node.", examples: ["The keeper waited for the tide."] }),
});

const block = z.object({
	block_id: z.string().meta({ description: "Id of the block.", examples: ["b1kVr2sQ9w"] }),
	sub_type: z.enum(blockTypes).meta({ description: "Paragraph (`p`) or heading of a level.", examples: ["p"] }),
	nodes: z.array(node).meta({ description: "Parts of the block, each with its voice." }),
});

export const chapterWithContent = chapter.extend({
	content: z
		.object({ blocks: z.array(block).meta({ description: "Blocks in reading order." }) })
		.meta({ description: "Text of the chapter." }),
});
export type ChapterWithContent = z.output<typeof chapterWithContent>;
