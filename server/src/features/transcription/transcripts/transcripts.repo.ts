import type { TranscriptState } from "@timbre/contract/transcription/rules.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import {
	type SpeakerNames,
	type StoredWord,
	type TranscriptRequest,
	type TranscriptResult,
	transcriptColumns,
} from "../../../core/json-columns/transcription.ts";

export type TranscriptRow = NonNullable<Awaited<ReturnType<typeof findTranscript>>>;
export type TranscriptSummaryRow = Awaited<ReturnType<typeof listTranscriptRows>>[number];

/** Everything but the words. */
const summaryColumns = [
	"id",
	"created_by",
	"title",
	"model_id",
	"state",
	"progress",
	"error",
	"error_code",
	"seconds",
	"language",
	"speaker_count",
	"credits",
	"preview",
	"audio_key",
	"created_at",
] as const;

export async function insertTranscript(
	db: Db,
	workspaceId: string,
	transcript: {
		id: string;
		userId: string;
		apiKeyId: string | undefined;
		via: "session" | "api-key";
		requestId: string;
		title: string;
		modelId: string;
		uploadId: string | undefined;
		stored: boolean;
		request: TranscriptRequest;
	},
): Promise<void> {
	await db
		.insertInto("transcript")
		.values({
			id: transcript.id,
			workspace_id: workspaceId,
			created_by: transcript.userId,
			api_key_id: transcript.apiKeyId ?? null,
			via: transcript.via,
			request_id: transcript.requestId,
			title: transcript.title,
			model_id: transcript.modelId,
			upload_id: transcript.uploadId ?? null,
			stored: transcript.stored,
			request: transcriptColumns.request.write(transcript.request),
			search_text: transcript.title.toLowerCase(),
			// To the millisecond, as in cursors.
			created_at: new Date(),
		})
		.execute();
}

export async function findTranscript(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("transcript")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	return row && readRow(transcriptColumns, row);
}

export async function findSummary(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("transcript")
		.select(summaryColumns)
		.select((eb) => eb("edited", "is not", null).as("is_edited"))
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export type TranscriptFilter = {
	before?: { createdAt: Date; id: string };
	search?: string;
	state?: TranscriptState;
	limit: number;
};

/** Newest first. What is deleted with its response is not listed. */
export async function listTranscriptRows(db: Db, workspaceId: string, filter: TranscriptFilter) {
	const { before, search, state } = filter;
	return db
		.selectFrom("transcript")
		.select(summaryColumns)
		.select((eb) => eb("edited", "is not", null).as("is_edited"))
		.where("workspace_id", "=", workspaceId)
		.where("stored", "=", true)
		.$if(state !== undefined, (query) => query.where("state", "=", state ?? ""))
		.$if(!!search, (query) =>
			query.where("search_text", "like", `%${(search ?? "").toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`),
		)
		.$if(before !== undefined, (query) =>
			query.where(sql<boolean>`(created_at, id) < (${before?.createdAt}, ${before?.id})`),
		)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(filter.limit)
		.execute();
}

/** False if it has ended or was deleted. */
export async function beginTranscript(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const updated = await db
		.updateTable("transcript")
		.set({ state: "running" })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", ["queued", "running"])
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

export async function updateProgress(db: Db, workspaceId: string, id: string, progress: number): Promise<void> {
	await db
		.updateTable("transcript")
		.set({ progress: sql`greatest(progress, ${progress}::float8)` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "running")
		.execute();
}

/** What is known once the file is decoded. False if it has ended or was deleted. */
export async function updateSource(
	db: Db,
	workspaceId: string,
	id: string,
	source: { uploadId?: string; seconds?: number },
): Promise<boolean> {
	const updated = await db
		.updateTable("transcript")
		.set({ upload_id: source.uploadId, seconds: source.seconds })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", ["queued", "running"])
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

type Completed = {
	state: "completed";
	result: TranscriptResult;
	language: string;
	speakerCount: number | null;
	credits: number;
	text: string;
	audioKey: string | null;
	peaks: Buffer | null;
};
export type TranscriptEnd = Completed | { state: "failed"; error: string; code: string } | { state: "cancelled" };

const previewCharacters = 200;

/** False if it has already ended. */
export async function endTranscript(db: Db, workspaceId: string, id: string, end: TranscriptEnd): Promise<boolean> {
	const updated = await db
		.updateTable("transcript")
		.set({
			state: end.state,
			finished_at: sql`now()`,
			upload_id: null,
			...(end.state === "failed" ? { error: end.error, error_code: end.code } : {}),
			...(end.state === "completed"
				? {
						progress: 1,
						result: transcriptColumns.result.write(end.result),
						language: end.language,
						speaker_count: end.speakerCount,
						credits: end.credits,
						preview: [...end.text].slice(0, previewCharacters).join(""),
						search_text: sql`lower(title || ' ' || ${end.text})`,
						audio_key: end.audioKey,
						peaks: end.peaks,
					}
				: {}),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "in", ["queued", "running"])
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

/** False if it was edited since `revision`. */
export async function updateTranscriptRow(
	db: Db,
	workspaceId: string,
	id: string,
	change: {
		title: string;
		/** Null restores the original. */
		words?: StoredWord[] | null;
		speakerNames?: SpeakerNames;
		speakerCount: number | null;
		text: string;
		/** The revision that was edited. */
		revision: number;
	},
): Promise<boolean> {
	const edits = change.words !== undefined || change.speakerNames !== undefined;
	const updated = await db
		.updateTable("transcript")
		.set({
			title: change.title,
			revision: change.revision + (edits ? 1 : 0),
			edited:
				change.words === undefined
					? undefined
					: transcriptColumns.edited.write(change.words === null ? null : { words: change.words }),
			speaker_names: change.speakerNames && transcriptColumns.speaker_names.write(change.speakerNames),
			speaker_count: change.speakerCount,
			preview: [...change.text].slice(0, previewCharacters).join(""),
			search_text: `${change.title} ${change.text}`.toLowerCase(),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("revision", "=", change.revision)
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

export async function deleteTranscriptRow(db: Db, workspaceId: string, id: string): Promise<void> {
	await db.deleteFrom("transcript").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
}
