import type { IsolationFormat } from "@timbre/contract/isolator/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { NoiseMeasurement } from "@timbre/engines/isolation/recording/levels.ts";
import { sql } from "kysely";

export type IsolationRow = NonNullable<Awaited<ReturnType<typeof findIsolation>>>;

const running = ["queued", "running"];

export async function insertIsolation(
	db: Db,
	workspaceId: string,
	isolation: {
		id: string;
		userId: string;
		apiKeyId?: string;
		via: string;
		title: string;
		format: IsolationFormat;
		rawPcm: boolean;
		previewB64: string | null;
		uploadId: string;
	},
): Promise<void> {
	await db
		.insertInto("isolation")
		.values({
			id: isolation.id,
			workspace_id: workspaceId,
			created_by: isolation.userId,
			api_key_id: isolation.apiKeyId ?? null,
			via: isolation.via,
			title: isolation.title,
			format: isolation.format,
			raw_pcm: isolation.rawPcm,
			preview_b64: isolation.previewB64,
			upload_id: isolation.uploadId,
		})
		.execute();
}

/** Also one that is deleted but not yet removed if `deleted` is set. */
export async function findIsolation(db: Db, workspaceId: string, id: string, { deleted = false } = {}) {
	return db
		.selectFrom("isolation")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", deleted ? "is not" : "is", null)
		.executeTakeFirst();
}

export async function listIsolations(
	db: Db,
	workspaceId: string,
	page: { search?: string; offset: number; limit: number },
): Promise<IsolationRow[]> {
	let query = db
		.selectFrom("isolation")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("deleted_at", "is", null);
	if (page.search) query = query.where(sql<boolean>`position(lower(${page.search}) in lower(title)) > 0`);
	return query.orderBy("created_at", "desc").orderBy("id", "desc").offset(page.offset).limit(page.limit).execute();
}

/** False if it has ended. */
export async function beginIsolation(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const updated = await db
		.updateTable("isolation")
		.set({ state: "running" })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", running)
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

export async function isRunning(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const row = await db
		.selectFrom("isolation")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "running")
		.executeTakeFirst();
	return row !== undefined;
}

export async function updateRunning(
	db: Db,
	workspaceId: string,
	id: string,
	change: {
		seconds?: number;
		sample_rate?: number;
		channels?: number;
		chunk_count?: number;
		progress?: number;
		engine?: string;
		video?: "none" | "processing";
	},
): Promise<void> {
	const { progress, ...fields } = change;
	await db
		.updateTable("isolation")
		.set({
			...fields,
			// Chunks are done in any order, and progress never goes back.
			...(progress === undefined ? {} : { progress: sql<number>`greatest(progress, ${progress})` }),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "running")
		.execute();
}

type IsolationEnd =
	| {
			state: "completed";
			credits: number;
			bytes: number;
			measurement: NoiseMeasurement | null;
			peaks: { original: Uint8Array; isolated: Uint8Array };
			video: { state: "none" | "failed" } | { state: "ready"; type: string };
	  }
	| { state: "failed"; code: string; error: string }
	| { state: "cancelled" };

/** False if it has already ended. */
export async function endIsolation(db: Db, workspaceId: string, id: string, end: IsolationEnd): Promise<boolean> {
	const updated = await db
		.updateTable("isolation")
		.set({
			state: end.state,
			finished_at: sql`now()`,
			upload_id: null,
			...(end.state === "failed" ? { error: end.error, error_code: end.code } : {}),
			...(end.state === "completed" ? resultColumns(end) : {}),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", running)
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

function resultColumns({ credits, bytes, measurement, peaks, video }: Extract<IsolationEnd, { state: "completed" }>) {
	return {
		credits,
		bytes,
		progress: 1,
		noise_before_db: measurement?.noiseFloorDb.before ?? null,
		noise_after_db: measurement?.noiseFloorDb.after ?? null,
		snr_before_db: measurement?.snrDb.before ?? null,
		snr_after_db: measurement?.snrDb.after ?? null,
		original_peaks: Buffer.from(peaks.original),
		isolated_peaks: Buffer.from(peaks.isolated),
		video: video.state,
		video_type: video.state === "ready" ? video.type : null,
	};
}

/** Returns when it was deleted; undefined if there is nothing to delete. */
export async function markDeleted(db: Db, workspaceId: string, id: string): Promise<Date | undefined> {
	const row = await db
		.updateTable("isolation")
		.set({ deleted_at: sql`date_trunc('milliseconds', now())` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.returning("deleted_at")
		.executeTakeFirst();
	return row?.deleted_at ?? undefined;
}

export async function undelete(db: Db, workspaceId: string, id: string, seconds: number): Promise<boolean> {
	const updated = await db
		.updateTable("isolation")
		.set({ deleted_at: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", ">", sql<Date>`now() - make_interval(secs => ${seconds})`)
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

/** Takes a deletion that can no longer be undone. False if it was restored, or deleted again later. */
export async function findDeletedAt(db: Db, workspaceId: string, id: string, deletedAt: Date): Promise<boolean> {
	const row = await db
		.selectFrom("isolation")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", "=", deletedAt)
		.executeTakeFirst();
	return row !== undefined;
}

export async function deleteIsolationRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.deleteFrom("isolation")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", "is not", null)
		.execute();
}
