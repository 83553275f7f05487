import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

export type ConversionRow = NonNullable<Awaited<ReturnType<typeof findConversion>>>;
export type ConversionChapterRow = Awaited<ReturnType<typeof listConversionChapters>>[number];
type Target = { chapterId: string | null; blockId: string | null };

const active = ["queued", "running"] as const;

export async function insertConversion(
	db: Db,
	workspaceId: string,
	conversion: Target & {
		id: string;
		projectId: string;
		userId: string;
		via: string;
		apiKeyId: string | null;
		credits: number | null;
		characters: number | null;
	},
): Promise<void> {
	await db
		.insertInto("studio_conversion")
		.values({
			id: conversion.id,
			workspace_id: workspaceId,
			project_id: conversion.projectId,
			created_by: conversion.userId,
			via: conversion.via,
			api_key_id: conversion.apiKeyId,
			chapter_id: conversion.chapterId,
			block_id: conversion.blockId,
			credits: conversion.credits,
			characters: conversion.characters,
		})
		.execute();
}

export async function insertConversionChapters(
	db: Db,
	workspaceId: string,
	conversionId: string,
	chapterIds: readonly string[],
): Promise<void> {
	if (chapterIds.length === 0) return;
	await db
		.insertInto("studio_conversion_chapter")
		.values(
			chapterIds.map((id, position) => ({
				conversion_id: conversionId,
				workspace_id: workspaceId,
				chapter_id: id,
				position,
			})),
		)
		.execute();
}

/** A conversion, with the number of those ahead of it if it is queued. */
function conversions(db: Db, workspaceId: string) {
	return db
		.selectFrom("studio_conversion as conversion")
		.selectAll("conversion")
		.select(
			sql<number | null>`case when conversion.state = 'queued' then (
				select count(*)::integer from studio_conversion other
				where other.workspace_id = conversion.workspace_id and other.state in ('queued', 'running')
					and (other.created_at, other.id) < (conversion.created_at, conversion.id)) end`.as("ahead"),
		)
		.where("conversion.workspace_id", "=", workspaceId);
}

export async function findConversion(db: Db, workspaceId: string, id: string) {
	return conversions(db, workspaceId).where("conversion.id", "=", id).executeTakeFirst();
}

export async function listConversionRows(db: Db, workspaceId: string, projectId: string, limit: number) {
	return conversions(db, workspaceId)
		.where("project_id", "=", projectId)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
}

/** Those of these projects that are queued or running, oldest first. */
export async function listActiveConversions(db: Db, workspaceId: string, projectIds: readonly string[]) {
	return conversions(db, workspaceId)
		.where("project_id", "=", sql<string>`any(${projectIds as string[]}::text[])`)
		.where("state", "in", active)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
}

/** A conversion of the same text that has not ended. */
export async function findSame(db: Db, workspaceId: string, projectId: string, { chapterId, blockId }: Target) {
	return conversions(db, workspaceId)
		.where("project_id", "=", projectId)
		.where("chapter_id", "is not distinct from", chapterId)
		.where("block_id", "is not distinct from", blockId)
		.where("state", "in", active)
		.executeTakeFirst();
}

export async function listConversionChapters(db: Db, workspaceId: string, conversionIds: readonly string[]) {
	return db
		.selectFrom("studio_conversion_chapter")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("conversion_id", "=", sql<string>`any(${conversionIds as string[]}::text[])`)
		.orderBy("position")
		.execute();
}

/** Starts a conversion if none of the workspace is ahead of it. Call it in a transaction. */
export async function tryBegin(tx: Db, workspaceId: string, id: string): Promise<"running" | "wait" | "ended"> {
	await sql`select pg_advisory_xact_lock(hashtext('studio_conversion'), hashtext(${workspaceId}))`.execute(tx);
	const row = await findConversion(tx, workspaceId, id);
	if (!row || (row.state !== "queued" && row.state !== "running")) return "ended";
	if (row.state === "running") return "running";
	if ((row.ahead ?? 0) > 0) return "wait";
	await tx
		.updateTable("studio_conversion")
		.set({ state: "running", started_at: sql<Date>`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
	return "running";
}

export async function isRunning(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const row = await db
		.selectFrom("studio_conversion")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "running")
		.executeTakeFirst();
	return row !== undefined;
}

/** Ends a conversion. False if it has already ended. */
export async function endConversion(
	db: Db,
	workspaceId: string,
	id: string,
	end: { state: "done" | "canceled" } | { state: "failed"; error: string },
): Promise<boolean> {
	const updated = await db
		.updateTable("studio_conversion")
		.set({ state: end.state, error: end.state === "failed" ? end.error : null, finished_at: sql<Date>`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

export async function addFindings(
	db: Db,
	workspaceId: string,
	id: string,
	{ misread, mended }: { misread: number; mended: number },
): Promise<void> {
	if (misread === 0 && mended === 0) return;
	await db
		.updateTable("studio_conversion")
		.set({ misread: sql`misread + ${misread}::integer`, mended: sql`mended + ${mended}::integer` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function updateConversionChapter(
	db: Db,
	workspaceId: string,
	{ conversionId, chapterId }: { conversionId: string; chapterId: string },
	values: { state?: "waiting" | "rendering" | "joining" | "done"; sentences?: number; sentences_done?: number },
): Promise<void> {
	await db
		.updateTable("studio_conversion_chapter")
		.set(values)
		.where("workspace_id", "=", workspaceId)
		.where("conversion_id", "=", conversionId)
		.where("chapter_id", "=", chapterId)
		.execute();
}

export async function addSentencesDone(
	db: Db,
	workspaceId: string,
	{ conversionId, chapterId }: { conversionId: string; chapterId: string },
	count: number,
): Promise<void> {
	await db
		.updateTable("studio_conversion_chapter")
		.set({ sentences_done: sql`least(sentences, sentences_done + ${count}::integer)` })
		.where("workspace_id", "=", workspaceId)
		.where("conversion_id", "=", conversionId)
		.where("chapter_id", "=", chapterId)
		.execute();
}

/** Makes a generation the latest attempt of a batch, and returns that of the attempt before. Call it in a transaction. */
export async function beginBatch(
	tx: Db,
	workspaceId: string,
	batch: { conversionId: string; chapterId: string; batch: number; generationId: string },
): Promise<string | undefined> {
	const key = { conversion_id: batch.conversionId, chapter_id: batch.chapterId, batch: batch.batch };
	const before = await tx
		.selectFrom("studio_conversion_batch")
		.select("generation_id")
		.where("workspace_id", "=", workspaceId)
		.where("conversion_id", "=", key.conversion_id)
		.where("chapter_id", "=", key.chapter_id)
		.where("batch", "=", key.batch)
		.forUpdate()
		.executeTakeFirst();
	await tx
		.insertInto("studio_conversion_batch")
		.values({ ...key, workspace_id: workspaceId, generation_id: batch.generationId })
		.onConflict((conflict) =>
			conflict.columns(["conversion_id", "chapter_id", "batch"]).doUpdateSet({ generation_id: batch.generationId }),
		)
		.execute();
	return before?.generation_id;
}

export async function deleteBatches(db: Db, workspaceId: string, conversionId: string): Promise<void> {
	await db
		.deleteFrom("studio_conversion_batch")
		.where("workspace_id", "=", workspaceId)
		.where("conversion_id", "=", conversionId)
		.execute();
}

/** Chapters whose latest conversion failed, with the reason. */
export async function listLatestFailures(db: Db, workspaceId: string, projectIds: readonly string[]) {
	const rows = await db
		.selectFrom("studio_conversion_chapter as part")
		.innerJoin("studio_conversion as conversion", "conversion.id", "part.conversion_id")
		.distinctOn("part.chapter_id")
		.select(["part.chapter_id", "conversion.project_id", "conversion.state", "conversion.error"])
		.where("conversion.workspace_id", "=", workspaceId)
		.where("conversion.project_id", "=", sql<string>`any(${projectIds as string[]}::text[])`)
		.orderBy("part.chapter_id")
		.orderBy("conversion.created_at", "desc")
		.orderBy("conversion.id", "desc")
		.execute();
	return rows.filter(({ state }) => state === "failed");
}
