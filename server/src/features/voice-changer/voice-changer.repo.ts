import type { ErrorCode } from "@timbre/contract/errors.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../core/json-columns/column.ts";
import { type ConversionRequest, voiceConversionColumns } from "../../core/json-columns/voice-changer.ts";

export type ConversionRow = NonNullable<Awaited<ReturnType<typeof findConversion>>>;

const active = ["waiting", "running"] as const;

export async function insertConversion(
	db: Db,
	workspaceId: string,
	job: {
		id: string;
		userId: string;
		apiKeyId: string | undefined;
		via: "session" | "api-key";
		uploadId: string;
		fileName: string;
		voiceId: string;
		modelId: string;
		request: ConversionRequest;
	},
): Promise<void> {
	await db
		.insertInto("voice_conversion")
		.values({
			id: job.id,
			workspace_id: workspaceId,
			user_id: job.userId,
			api_key_id: job.apiKeyId ?? null,
			via: job.via,
			upload_id: job.uploadId,
			file_name: job.fileName,
			voice_id: job.voiceId,
			model_id: job.modelId,
			request: voiceConversionColumns.request.write(job.request),
		})
		.execute();
}

export async function findConversion(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("voice_conversion")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	return row && readRow(voiceConversionColumns, row);
}

/** Conversions of the user that have not ended, oldest first. */
export async function listActiveConversions(db: Db, workspaceId: string, userId: string) {
	const rows = await db
		.selectFrom("voice_conversion")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("state", "in", active)
		.orderBy("created_at")
		.execute();
	return rows.map((row) => readRow(voiceConversionColumns, row));
}

/** Stores what decoding has found out. False if the conversion has ended. */
export async function updateRecording(
	db: Db,
	workspaceId: string,
	id: string,
	recording: { seconds: number; credits: number; chunks: number; sampleRate: number },
): Promise<boolean> {
	const updated = await db
		.updateTable("voice_conversion")
		.set({
			seconds: recording.seconds,
			credits: recording.credits,
			chunks: recording.chunks,
			sample_rate: recording.sampleRate,
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

/** False if the conversion has ended. */
export async function updateState(
	db: Db,
	workspaceId: string,
	id: string,
	state: (typeof active)[number],
): Promise<boolean> {
	const updated = await db
		.updateTable("voice_conversion")
		.set({ state })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

/** Only for display: a repeated step may count a chunk twice. */
export async function countChunk(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("voice_conversion")
		.set({ chunks_done: sql`least(chunks_done + 1, chunks)` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

/** Remembers what kind of error ends the conversion. The workflow stores the message. */
export async function updateErrorCode(db: Db, workspaceId: string, id: string, code: ErrorCode): Promise<void> {
	await db
		.updateTable("voice_conversion")
		.set({ error_code: code })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.execute();
}

type ConversionEnd =
	| { state: "done"; resultKey: string; historyItemId: string | null }
	| { state: "failed"; error: string }
	| { state: "canceled" };

/** Ends an active conversion. False if it has already ended. */
export async function finishConversion(db: Db, workspaceId: string, id: string, end: ConversionEnd): Promise<boolean> {
	const updated = await db
		.updateTable("voice_conversion")
		.set((eb) => ({
			state: end.state,
			error: end.state === "failed" ? end.error : null,
			result_key: end.state === "done" ? end.resultKey : null,
			history_item_id: end.state === "done" ? end.historyItemId : null,
			chunks_done: end.state === "done" ? eb.fn.coalesce("chunks", "chunks_done") : eb.ref("chunks_done"),
			request: null,
			finished_at: sql`now()`,
		}))
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", active)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

export async function deleteConversion(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("voice_conversion").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
