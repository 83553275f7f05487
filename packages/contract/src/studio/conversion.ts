import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { blockId, conversion, conversionId, price } from "./conversion-schemas.ts";
import { studioPaths } from "./paths.ts";
import { chapterId, projectId } from "./project-schemas.ts";

const read = { since: "0.10.0", auth: "user", permission: "projects_read" } as const;
const write = { since: "0.10.0", auth: "user", permission: "projects_write" } as const;
const projectParams = z.object({ project_id: projectId });
const chapterParams = projectParams.extend({ chapter_id: chapterId });
const conversionParams = projectParams.extend({ conversion_id: conversionId });
const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`.", examples: ["ok"] }) });

/** What a plan can run into: voices that can't be used any more, and engines that don't respond. */
const planErrors = [
	"voice_not_found",
	"voice_disabled",
	"voice_consent_revoked",
	"voice_not_verified",
	"voice_not_ready",
	"voice_banned",
	"pronunciation_dictionary_not_found",
	"service_unavailable",
] as const;
const missing = ["project_not_found"] as const;
const missingChapter = ["project_not_found", "chapter_not_found"] as const;
const missingConversion = ["project_not_found", "conversion_not_found"] as const;
const startErrors = [...planErrors, "empty_text", "quota_exceeded"] as const;

const scope = {
	chapter_id: chapterId.optional().meta({
		description: "Only this chapter. Default: all chapters.",
		examples: ["cH7xNw1yRb5ZtQ9kLm3D"],
	}),
	block_id: blockId.optional().meta({
		description: "Only this block of the chapter. Default: all blocks.",
		examples: ["b1kVr2sQ9w"],
	}),
};
const blockNeedsChapter = ({ chapter_id, block_id }: { chapter_id?: string; block_id?: string }) =>
	block_id === undefined || chapter_id !== undefined;
const withChapter = { message: "Send the chapter_id of the block, too.", path: ["chapter_id"] };

export const conversionEndpoints = {
	convertProject: endpoint({
		...studioPaths.convertProject,
		summary: "Convert a project",
		description:
			"Generates the audio of all chapters in the background. Only sentences without audio are generated and charged. When all chapters are done, a snapshot of the project is added.",
		...write,
		params: projectParams,
		response: ok,
		errors: [...missing, ...startErrors],
		credits: true,
	}),
	convertChapter: endpoint({
		...studioPaths.convertChapter,
		summary: "Convert a chapter",
		description:
			"Generates the audio of a chapter in the background. Only sentences without audio are generated and charged. When it is done, a snapshot of the chapter is added.",
		...write,
		params: chapterParams,
		response: ok,
		errors: [...missingChapter, ...startErrors],
		credits: true,
	}),
	getPrice: endpoint({
		...studioPaths.getPrice,
		summary: "Get the price of a conversion",
		description:
			"Returns exactly what generating the missing audio of a project, a chapter or a block costs now. Nothing is reserved or charged.",
		...read,
		params: projectParams,
		query: z.object(scope).refine(blockNeedsChapter, withChapter),
		response: price,
		errors: [...missingChapter, ...planErrors],
		limits: [{ per: "workspace", requests: 120, seconds: 60 }],
	}),
	listConversions: endpoint({
		...studioPaths.listConversions,
		summary: "List conversions",
		description: "Returns the conversions of a project, newest first, at most 20.",
		...read,
		params: projectParams,
		response: z.object({ conversions: z.array(conversion).meta({ description: "Conversions, newest first." }) }),
		errors: missing,
	}),
	createConversion: endpoint({
		...studioPaths.createConversion,
		summary: "Start a conversion",
		description:
			"Generates the missing audio of a project, a chapter or a block in the background. Conversions of a workspace run one after another. If the same one is queued or running, it is returned instead.",
		...write,
		params: projectParams,
		body: z.object(scope).refine(blockNeedsChapter, withChapter),
		response: conversion,
		status: 202,
		errors: [...missingChapter, "block_not_found", ...startErrors],
		credits: true,
	}),
	getConversion: endpoint({
		...studioPaths.getConversion,
		summary: "Get a conversion",
		description: "Returns how far a conversion is, chapter by chapter.",
		...read,
		params: conversionParams,
		response: conversion,
		errors: missingConversion,
	}),
	cancelConversion: endpoint({
		...studioPaths.cancelConversion,
		summary: "Cancel a conversion",
		description: "Stops a conversion within seconds. What was generated stays and is free when it is converted again.",
		...write,
		params: conversionParams,
		response: conversion,
		errors: missingConversion,
	}),
};
