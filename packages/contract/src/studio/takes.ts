import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { voiceId } from "../voices/schemas.ts";
import { characterId } from "./cast-schemas.ts";
import { blockId } from "./conversion-schemas.ts";
import { studioPaths } from "./paths.ts";
import { chapterId, projectId } from "./project-schemas.ts";
import { maxListedMisread, rehearsalsPerHour } from "./rules.ts";
import { misreadSentence, rehearsal, sentence, sentenceTakes, take, takeId } from "./take-schemas.ts";

const read = { since: "0.10.0", auth: "user", permission: "projects_read" } as const;
const write = { since: "0.10.0", auth: "user", permission: "projects_write" } as const;
const projectParams = z.object({ project_id: projectId });
const chapterParams = projectParams.extend({ chapter_id: chapterId });
const blockParams = chapterParams.extend({ block_id: blockId });
const takeParams = projectParams.extend({ take_id: takeId });
const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`.", examples: ["ok"] }) });
const missing = ["project_not_found"] as const;
const missingChapter = ["project_not_found", "chapter_not_found"] as const;
const missingBlock = [...missingChapter, "block_not_found"] as const;
const missingTake = ["project_not_found", "take_not_found"] as const;
const voiceErrors = [
	"voice_not_found",
	"voice_disabled",
	"voice_consent_revoked",
	"voice_not_verified",
	"voice_not_ready",
	"voice_banned",
	"service_unavailable",
] as const;

const index = z
	.int()
	.min(0)
	.meta({ description: "Position of the sentence in its block, from 0.", examples: [0] });
/** The text as the client knows it: someone else may have changed the block since. */
const expectedText = z
	.string()
	.max(20_000)
	.meta({ description: "Text of that sentence. Fails if it has changed.", examples: ["The lamp went out at four."] });

export const takeEndpoints = {
	listSentences: endpoint({
		...studioPaths.listSentences,
		summary: "List sentences",
		description: "Returns the sentences of a chapter in reading order, and whether they have audio.",
		...read,
		params: chapterParams,
		response: z.object({
			seq: z.int().meta({ description: "Number of the latest change of the chapter.", examples: [12] }),
			sentences: z.array(sentence).meta({ description: "Sentences in reading order." }),
			locked_blocks: z.array(z.string()).meta({ description: "Ids of the locked blocks.", examples: [["b1kVr2sQ9w"]] }),
		}),
		errors: [...missingChapter, ...voiceErrors],
	}),
	listTakes: endpoint({
		...studioPaths.listTakes,
		summary: "List takes",
		description:
			"Returns the sentences of a block with all of their takes. Takes are kept when the voice or the settings change, and follow a sentence that is moved.",
		...read,
		params: blockParams,
		response: z.object({ sentences: z.array(sentenceTakes).meta({ description: "Sentences in reading order." }) }),
		errors: [...missingBlock, ...voiceErrors],
	}),
	createTake: endpoint({
		...studioPaths.createTake,
		summary: "Generate another take",
		description:
			"Generates another take of a sentence with its current voice and uses it. It costs as much as a new sentence, or nothing if take check found the take that is used misread.",
		...write,
		params: blockParams,
		body: z.object({ index, text: expectedText }),
		response: z.object({ take: take.meta({ description: "The new take." }) }),
		errors: [
			...missingBlock,
			"conflict",
			"quota_exceeded",
			"too_many_concurrent_requests",
			"system_busy",
			...voiceErrors,
		],
		credits: true,
	}),
	chooseTake: endpoint({
		...studioPaths.chooseTake,
		summary: "Use a take",
		description:
			"Uses a take for a sentence, whatever its voice and settings are now. Null goes back to the current voice and settings.",
		...write,
		params: blockParams,
		body: z.object({
			index,
			text: expectedText,
			take_id: takeId
				.nullable()
				.meta({ description: "Id of a take of the sentence, or null.", examples: ["tK6hTd9pXq8RvW2sLc6F"] }),
		}),
		response: ok,
		errors: [...missingBlock, "take_not_found", "conflict", ...voiceErrors],
	}),
	lockBlock: endpoint({
		...studioPaths.lockBlock,
		summary: "Lock a block",
		description:
			"Approves the audio of a block as it is: it is never generated again, whatever is changed. All of its sentences need audio.",
		...write,
		params: blockParams,
		response: ok,
		errors: [...missingBlock, "conflict", ...voiceErrors],
	}),
	unlockBlock: endpoint({
		...studioPaths.unlockBlock,
		summary: "Unlock a block",
		description: "Lets a block follow its voice and settings again.",
		...write,
		params: blockParams,
		response: ok,
		errors: missingBlock,
	}),
	getBlockAudio: endpoint({
		...studioPaths.getBlockAudio,
		summary: "Get the audio of a block",
		description: "Returns the sentences of a block that have audio as one MP3. Costs nothing.",
		...read,
		params: blockParams,
		response: "audio",
		errors: [...missingBlock, "conflict", ...voiceErrors],
	}),
	listMisread: endpoint({
		...studioPaths.listMisread,
		summary: "List misread sentences",
		description: `Returns the sentences of a project in which take check found misread words that nobody has accepted, in reading order, at most ${maxListedMisread}.`,
		...read,
		params: projectParams,
		response: z.object({ sentences: z.array(misreadSentence).meta({ description: "Sentences in reading order." }) }),
		errors: [...missing, ...voiceErrors],
	}),
	getTakeAudio: endpoint({
		...studioPaths.getTakeAudio,
		summary: "Get the audio of a take",
		description: "Returns a take as WAV.",
		...read,
		params: takeParams,
		response: "audio",
		errors: missingTake,
	}),
	acceptTake: endpoint({
		...studioPaths.acceptTake,
		summary: "Accept a take",
		description: "Removes a take from the misread sentences, because someone has listened to it.",
		...write,
		params: takeParams,
		response: ok,
		errors: missingTake,
	}),
	rehearse: endpoint({
		...studioPaths.rehearse,
		summary: "Rehearse a voice",
		description: `Speaks up to three passages in another voice, and says what changing to it would cost. Free, at most ${rehearsalsPerHour} per hour.`,
		...write,
		params: projectParams,
		body: z.object({
			voice_id: voiceId.meta({ description: "Voice to try.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
			replaces: z.enum(["paragraphs", "headings", "character"]).meta({
				description: "What the voice would speak: text with the default voice, or the lines of a character.",
				examples: ["paragraphs"],
			}),
			character_id: characterId.optional().meta({
				description: "Id of the character whose lines it would speak.",
				examples: ["kH3bTd9pXq8RvW2sLc6F"],
			}),
		}),
		response: rehearsal,
		errors: [...missing, "character_not_found", "empty_text", "system_busy", ...voiceErrors],
		limits: [{ per: "workspace", requests: rehearsalsPerHour, seconds: 3600, shared: true }],
	}),
};
