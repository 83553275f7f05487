// Conversions that are queued, on request or as soon as the text of a project is complete.
import type { Db } from "@timbre/db/connect.ts";
import { addToOutbox } from "../../../core/events/outbox.repo.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { listChapterRows } from "../chapters/chapters.repo.ts";
import { lockProject, takeAutoConvert, updateAutoConvert } from "../projects/projects.repo.ts";
import { findSame, insertConversion, insertConversionChapters } from "./conversions.repo.ts";

export const conversionWorkflowName = "StudioConversion";

export type ConversionStarter = Pick<Context, "workspaceId" | "userId" | "via" | "apiKeyId">;
type Requested = {
	chapterId: string | null;
	blockId: string | null;
	/** Null if nobody has asked for the price. */
	credits: number | null;
	characters: number | null;
};

/** Queues a conversion, unless the same one is queued already. Returns its id. Call it in a transaction. */
export async function queueConversion(
	tx: Db,
	{ workspaceId, userId, via, apiKeyId }: ConversionStarter,
	projectId: string,
	requested: Requested,
): Promise<string> {
	const { chapterId, blockId } = requested;
	await lockProject(tx, workspaceId, projectId);
	const same = await findSame(tx, workspaceId, projectId, { chapterId, blockId });
	if (same) return same.id;
	const id = newId();
	const starter = { userId, via, apiKeyId: apiKeyId ?? null };
	await insertConversion(tx, workspaceId, { id, projectId, ...starter, ...requested });
	const chapters = (await listChapterRows(tx, workspaceId, projectId)).map((row) => row.id);
	await insertConversionChapters(tx, workspaceId, id, chapterId === null ? chapters : [chapterId]);
	await addToOutbox(tx, GLOBAL, {
		target: conversionWorkflowName,
		key: id,
		payload: { workspaceId, conversionId: id },
	});
	return id;
}

/** Remembers who wants a project converted once its text is complete. Call it in a transaction. */
export async function convertWhenComplete(
	tx: Db,
	{ workspaceId, userId, via, apiKeyId }: ConversionStarter,
	projectId: string,
): Promise<void> {
	await updateAutoConvert(tx, workspaceId, projectId, { userId, via, apiKeyId: apiKeyId ?? null });
}

/** Call it in a transaction when the text of a project, and the voices of its characters, are there. */
export async function convertIfWanted(tx: Db, workspaceId: string, projectId: string): Promise<void> {
	const starter = await takeAutoConvert(tx, workspaceId, projectId);
	if (!starter) return;
	const { apiKeyId, ...who } = starter;
	const caller = { workspaceId, ...who, ...(apiKeyId === null ? {} : { apiKeyId }) };
	await queueConversion(tx, caller, projectId, { chapterId: null, blockId: null, credits: null, characters: null });
}
