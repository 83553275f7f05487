import { z } from "zod";
import { voiceId } from "../voices/schemas.ts";
import { maxCharactersPerRequest } from "./rules.ts";
import { socketSettings } from "./schemas.ts";

const maxDialogueSocketVoices = 10;

const dialogueSocketInput = z.object({
	text: z
		.string()
		.max(maxCharactersPerRequest)
		.meta({ description: "Next piece of what the voice says.", examples: ["Is anybody there? "] }),
	voice_id: voiceId.meta({
		description: "One of the `voices` of the first message.",
		examples: ["wd5ObpQ4vNaJtC9V1idt"],
	}),
	new_turn: z
		.boolean()
		.nullish()
		.meta({
			description: "Whether a new turn starts, even if the same voice spoke before. Another voice always starts one.",
			examples: [true],
		}),
});

/** Message of a dialogue socket. The first one of a context names its voices. */
export const dialogueSocketMessage = z.object({
	inputs: z.array(dialogueSocketInput).max(1_000).nullish().meta({ description: "Text to append, in order." }),
	voices: z
		.array(voiceId)
		.min(1)
		.max(maxDialogueSocketVoices)
		.nullish()
		.meta({ description: "Voices of the dialogue, at most 10. Required in the first message, then ignored." }),
	context_id: z
		.string()
		.min(1)
		.max(200)
		.nullish()
		.meta({
			description: "On `multi-stream-input`, the context that the message belongs to. A new id opens a context.",
			examples: ["scene-1"],
		}),
	flush: z
		.boolean()
		.nullish()
		.meta({ description: "Whether to generate everything buffered now. Default: false.", examples: [true] }),
	keep_alive: z
		.boolean()
		.nullish()
		.meta({ description: "Keeps the socket open; nothing else happens.", examples: [true] }),
	close_context: z
		.boolean()
		.nullish()
		.meta({ description: "On `multi-stream-input`, whether to end the context after these inputs.", examples: [true] }),
	close_socket: z
		.boolean()
		.nullish()
		.meta({ description: "Whether to end the dialogue after these inputs, and close the socket.", examples: [true] }),
	...socketSettings,
});
export type DialogueSocketMessage = z.output<typeof dialogueSocketMessage>;
