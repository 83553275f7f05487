// Sentences of a chapter and their takes, as the API returns them.
import { z } from "zod";
import { misreadWord } from "../speech/schemas.ts";
import { resourceId, time } from "./project-schemas.ts";

export const takeId = resourceId("take", "tK6hTd9pXq8RvW2sLc6F");

const text = z.string().meta({ description: "Text of the sentence.", examples: ["The lamp went out at four."] });
const verdict = z
	.enum(["good", "misread", "unsure"])
	.nullable()
	.meta({ description: "What take check found. Null if it hasn't listened.", examples: ["good"] });
const words = z.array(misreadWord).meta({
	description: "Misread words, with offsets in the sentence and times in the take.",
});

export const take = z.object({
	take_id: z.string().meta({ description: "Id of the take.", examples: ["tK6hTd9pXq8RvW2sLc6F"] }),
	text,
	voice_id: z.string().meta({ description: "Id of the voice that speaks it.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	voice_name: z.string().meta({ description: "Name of that voice.", examples: ["Ada"] }),
	model_id: z.string().meta({ description: "Id of the model.", examples: ["kokoro_82m_v1"] }),
	settings: z
		.object({
			speed: z.number().meta({ description: "Speed.", examples: [1] }),
			stability: z.number().meta({ description: "Stability.", examples: [0.5] }),
			style: z.number().meta({ description: "Style.", examples: [0] }),
		})
		.meta({ description: "Voice settings of the take." }),
	seconds: z.number().meta({ description: "Length in seconds, with the pause after it.", examples: [2.4] }),
	verdict,
	misread: words,
	accepted: z.boolean().meta({ description: "Whether a person has accepted the misread words.", examples: [false] }),
	/** In the list of a block. */
	is_current: z
		.boolean()
		.meta({ description: "Whether it has the voice and the settings that the sentence has now.", examples: [true] }),
	is_used: z.boolean().meta({ description: "Whether it is the take that is used.", examples: [true] }),
	created_at_unix: time("When it was generated, in Unix seconds."),
});
export type Take = z.output<typeof take>;

const offset = (which: string) =>
	z.int().meta({ description: `${which} of the sentence in its block.`, examples: [0] });
const place = {
	block_id: z.string().meta({ description: "Id of the block.", examples: ["b1kVr2sQ9w"] }),
	index: z.int().meta({ description: "Position of the sentence in its block, from 0.", examples: [0] }),
	start: offset("Start"),
	end: offset("End"),
	text,
};

export const sentence = z.object({
	...place,
	voice_id: z.string().meta({ description: "Id of the voice that it has now.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	state: z.enum(["new", "stale", "ready"]).meta({
		description:
			"`ready`: there is audio. `stale`: there is, but with another voice, other settings or other pronunciation rules. `new`: there is none.",
		examples: ["ready"],
	}),
	take_id: z
		.string()
		.nullable()
		.meta({ description: "Take that is used. Null without audio.", examples: ["tK6hTd9pXq8RvW2sLc6F"] }),
	is_restored: z.boolean().meta({
		description: "Whether a person chose a take with another voice or other settings for it.",
		examples: [false],
	}),
	is_locked: z.boolean().meta({ description: "Whether its block is locked.", examples: [false] }),
	verdict,
});
export type Sentence = z.output<typeof sentence>;

export const sentenceTakes = z.object({
	...place,
	retake_credits: z.int().meta({
		description: "What another take costs. 0 if take check found the take that is used misread.",
		examples: [26],
	}),
	takes: z.array(take).meta({ description: "Its takes, oldest first." }),
});
export type SentenceTakes = z.output<typeof sentenceTakes>;

export const misreadSentence = z.object({
	...place,
	chapter_id: z.string().meta({ description: "Id of the chapter.", examples: ["cH7xNw1yRb5ZtQ9kLm3D"] }),
	take_id: z.string().meta({ description: "Id of the take.", examples: ["tK6hTd9pXq8RvW2sLc6F"] }),
	misread: words,
});
export type MisreadSentence = z.output<typeof misreadSentence>;

export const rehearsal = z.object({
	passages: z
		.array(
			z.object({
				chapter_id: z.string().meta({ description: "Id of the chapter.", examples: ["cH7xNw1yRb5ZtQ9kLm3D"] }),
				block_id: z.string().meta({ description: "Id of the block.", examples: ["b1kVr2sQ9w"] }),
				text: z.string().meta({ description: "Text of the passage.", examples: ["The lamp went out at four."] }),
				audio_base64: z.string().meta({ description: "The passage in the other voice, as MP3.", examples: ["SUQz…"] }),
			}),
		)
		.meta({ description: "Up to three passages from the start, the middle and the end." }),
	sentences: z.int().meta({ description: "Sentences that would be spoken by the voice.", examples: [214] }),
	new_characters: z.int().meta({ description: "Characters that would have to be generated.", examples: [18_204] }),
	credits: z.int().meta({ description: "What that would cost.", examples: [18_204] }),
});
export type Rehearsal = z.output<typeof rehearsal>;
