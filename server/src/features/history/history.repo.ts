import type { Feedback, HistorySource } from "@timbre/contract/history/endpoints.ts";
import type { Db } from "@timbre/db/connect.ts";
import { type RawBuilder, sql } from "kysely";
import { readRow } from "../../core/json-columns/column.ts";
import { historyItemColumns, type Take } from "../../core/json-columns/history.ts";
import type { VoiceSettings } from "../../core/json-columns/voices.ts";
import type { Global } from "../../core/tenancy.ts";

export type HistoryRow = NonNullable<Awaited<ReturnType<typeof findItem>>>;

export type { Take } from "../../core/json-columns/history.ts";

export type NewHistoryItem = {
	id: string;
	userId: string;
	requestId: string;
	source: HistorySource | "SFX";
	voiceId: string;
	voiceName: string;
	voiceCategory: string;
	modelId: string;
	text: string;
	settings: VoiceSettings;
	outputFormat: string;
	contentType: string;
	audioKey: string;
	audioBytes: number;
	durationSeconds: number;
	peaks: Uint8Array | null;
	charactersFrom: number;
	charactersTo: number;
	takes?: readonly Take[];
	/** Storage key of a JSON object with the schema `historyAlignments`. */
	alignmentKey?: string;
	dialogue?: readonly { text: string; voice_id: string; voice_name: string }[];
	/** It ended early and can be continued. */
	partial?: boolean;
};

export async function insertItem(db: Db, workspaceId: string, item: NewHistoryItem): Promise<void> {
	await db
		.insertInto("history_item")
		.values({
			id: item.id,
			workspace_id: workspaceId,
			user_id: item.userId,
			request_id: item.requestId,
			source: item.source,
			voice_id: item.voiceId,
			voice_name: item.voiceName,
			voice_category: item.voiceCategory,
			model_id: item.modelId,
			text: item.text,
			settings: historyItemColumns.settings.write(item.settings),
			output_format: item.outputFormat,
			content_type: item.contentType,
			audio_key: item.audioKey,
			audio_bytes: item.audioBytes,
			duration_seconds: item.durationSeconds,
			peaks: item.peaks === null ? null : Buffer.from(item.peaks),
			characters_from: item.charactersFrom,
			characters_to: item.charactersTo,
			takes: historyItemColumns.takes.write(item.takes ?? null),
			alignment_key: item.alignmentKey ?? null,
			dialogue: historyItemColumns.dialogue.write(item.dialogue ?? null),
			partial: item.partial ?? false,
		})
		.execute();
}

/** Fields that a take check or retake may change. */
export type HistoryChange = {
	takes?: readonly Take[];
	takeCheck?: Record<string, unknown>;
	alignmentKey?: string;
	audioKey?: string;
	audioBytes?: number;
	durationSeconds?: number;
	peaks?: Uint8Array;
};

export async function updateItem(db: Db, workspaceId: string, id: string, change: HistoryChange): Promise<boolean> {
	const updated = await db
		.updateTable("history_item")
		.set({
			takes: change.takes && historyItemColumns.takes.write(change.takes),
			take_check: change.takeCheck === undefined ? undefined : historyItemColumns.take_check.write(change.takeCheck),
			alignment_key: change.alignmentKey,
			audio_key: change.audioKey,
			audio_bytes: change.audioBytes,
			duration_seconds: change.durationSeconds,
			peaks: change.peaks && Buffer.from(change.peaks),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

/** Excludes deleted items and sound effects, which have their own kind of id. */
export async function findItem(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("history_item")
		.selectAll()
		.select(authorName)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.where("source", "<>", "SFX")
		.executeTakeFirst();
	return row && readRow(historyItemColumns, row);
}

/** Null if the account was deleted. */
const authorName = sql<string | null>`(select name from auth_user where auth_user.id = history_item.user_id)`.as(
	"user_name",
);

/** The cursor of an item, deleted or not, so that paging can continue after an item deleted in the meantime. */
export async function findCursor(db: Db, workspaceId: string, id: string) {
	return (
		db
			.selectFrom("history_item")
			// As text, because a Date would lose the microseconds.
			.select(["id", sql<string>`created_at::text`.as("created_at")])
			.where("workspace_id", "=", workspaceId)
			.where("id", "=", id)
			.executeTakeFirst()
	);
}

/** In any order, without ids that do not exist. */
export async function listItemsById(db: Db, workspaceId: string, ids: readonly string[]) {
	const rows = await db
		.selectFrom("history_item")
		.select([
			"id",
			"voice_name",
			"voice_category",
			"model_id",
			"settings",
			"output_format",
			"content_type",
			"audio_key",
			"audio_bytes",
			"duration_seconds",
			"created_at",
		])
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", sql<string>`any(${ids}::text[])`)
		.where("deleted_at", "is", null)
		.where("source", "<>", "SFX")
		.execute();
	return rows.map((row) => readRow(historyItemColumns, row));
}
export type FileRow = Awaited<ReturnType<typeof listItemsById>>[number];

/** Returns false if the item does not exist or is already deleted. */
export async function softDeleteItem(db: Db, workspaceId: string, id: string, deletedAt: Date): Promise<boolean> {
	const deleted = await db
		.updateTable("history_item")
		.set({ deleted_at: deletedAt })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.returning("id")
		.executeTakeFirst();
	return deleted !== undefined;
}

/** Returns false if the item is not deleted or can no longer be restored because its audio may be gone. */
export async function undeleteItem(db: Db, workspaceId: string, id: string, undoSeconds: number): Promise<boolean> {
	const restored = await db
		.updateTable("history_item")
		.set({ deleted_at: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", ">", sql<Date>`now() - make_interval(secs => ${undoSeconds})`)
		.returning("id")
		.executeTakeFirst();
	return restored !== undefined;
}

/** Finds the item only for this deletion: after a restore or a later deletion, another timer applies. */
export async function findDeleted(db: Db, workspaceId: string, id: string, deletedAt: Date) {
	const row = await db
		.selectFrom("history_item")
		.select(["id", "audio_key", "alignment_key", "takes"])
		.select(sql<number>`extract(epoch from now() - deleted_at)::float8`.as("age"))
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", "=", deletedAt)
		.executeTakeFirst();
	return row && readRow(historyItemColumns, row);
}

export async function purgeItem(db: Db, workspaceId: string, id: string, deletedAt: Date): Promise<void> {
	await db
		.deleteFrom("history_item")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", "=", deletedAt)
		.execute();
}

/** Those of the given takes that other items of the workspace still use. */
export async function listTakesInUse(db: Db, workspaceId: string, exceptId: string, keys: readonly string[]) {
	const { rows } = await sql<{ key: string }>`
		select distinct take ->> 'key' as key
		from history_item, jsonb_array_elements(takes) as take
		where workspace_id = ${workspaceId} and id <> ${exceptId} and takes is not null
			and take ->> 'key' = any(${keys}::text[])`.execute(db);
	return rows.map((row) => row.key);
}

/** Returns undefined if the item does not exist, and false if its feedback was already reviewed. */
export async function updateFeedback(
	db: Db,
	workspaceId: string,
	id: string,
	feedback: Feedback,
): Promise<boolean | undefined> {
	const saved = await db
		.updateTable("history_item")
		.set({ feedback: historyItemColumns.feedback.write(feedback) })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.where(sql<boolean>`(feedback is null or feedback ->> 'review_status' = 'not_reviewed')`)
		.returning("id")
		.executeTakeFirst();
	if (saved) return true;
	return (await findItem(db, workspaceId, id)) ? false : undefined;
}

/** Makes the item public under its share id; safe to repeat. */
export async function shareItem(db: Db, workspaceId: string, id: string) {
	return updateSharing(db, workspaceId, id, { shared_at: sql<Date>`coalesce(shared_at, now())` });
}

/** Makes the item private. A new share id replaces a used one, so that a link that was sent out never works again. */
export async function unshareItem(db: Db, workspaceId: string, id: string, newShareId: string) {
	return updateSharing(db, workspaceId, id, {
		shared_at: null,
		share_id: sql<string>`case when shared_at is null then share_id else ${newShareId} end`,
	});
}

function updateSharing(
	db: Db,
	workspaceId: string,
	id: string,
	change: { shared_at: RawBuilder<Date> | null; share_id?: RawBuilder<string> },
) {
	return db
		.updateTable("history_item")
		.set(change)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.where("source", "<>", "SFX")
		.returning(["share_id", "shared_at", "user_id"])
		.executeTakeFirst();
}

/** Not limited to a workspace by design: anyone with the link may listen. */
export async function findShared(db: Db, _scope: Global, shareId: string) {
	const row = await db
		.selectFrom("history_item")
		.selectAll()
		.where("share_id", "=", shareId)
		.where("shared_at", "is not", null)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
	return row && readRow(historyItemColumns, row);
}

/** Items one user has shared, newest first. Not limited to a workspace by design, because shared items are public. */
export async function listSharedBy(db: Db, userId: string, limit: number) {
	return sharedBy(db, userId)
		.select(["share_id", "text", "voice_name", "created_at", "duration_seconds", "peaks", "content_type"])
		.orderBy("created_at", "desc")
		.limit(limit)
		.execute();
}

export async function countSharedBy(db: Db, userId: string): Promise<number> {
	const { count } = await sharedBy(db, userId)
		.select((eb) => eb.fn.countAll<string>().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

function sharedBy(db: Db, userId: string) {
	return db
		.selectFrom("history_item")
		.where("user_id", "=", userId)
		.where("shared_at", "is not", null)
		.where("deleted_at", "is", null);
}

export type HistoryFilter = {
	after?: { createdAt: string; id: string };
	voiceId?: string;
	modelId?: string;
	userId?: string;
	before?: Date;
	since?: Date;
	search?: string;
	/** Sound effects are listed only on their own. */
	source?: HistorySource | "SFX";
	direction: "asc" | "desc";
	limit: number;
};

const listColumns = [
	"id",
	"workspace_id",
	"user_id",
	"request_id",
	"source",
	"voice_id",
	"voice_name",
	"voice_category",
	"model_id",
	"text",
	"settings",
	"output_format",
	"content_type",
	"peaks",
	"duration_seconds",
	"characters_from",
	"characters_to",
	"created_at",
	"deleted_at",
	"dialogue",
	"take_check",
	"share_id",
	"shared_at",
	"feedback",
	"partial",
] as const;

export type ListedRow = Awaited<ReturnType<typeof listItems>>[number];

export async function listItems(db: Db, workspaceId: string, filter: HistoryFilter) {
	const rows = await filtered(db, workspaceId, filter)
		.select(listColumns)
		.select(authorName)
		.orderBy("created_at", filter.direction)
		.orderBy("id", filter.direction)
		.limit(filter.limit)
		.execute();
	return rows.map((row) => readRow(historyItemColumns, row));
}

export async function listIds(db: Db, workspaceId: string, filter: HistoryFilter): Promise<string[]> {
	const rows = await filtered(db, workspaceId, filter)
		.select("id")
		.orderBy("created_at", filter.direction)
		.orderBy("id", filter.direction)
		.limit(filter.limit)
		.execute();
	return rows.map((row) => row.id);
}

function filtered(db: Db, workspaceId: string, filter: HistoryFilter) {
	let query = db
		.selectFrom("history_item")
		.where("workspace_id", "=", workspaceId)
		.where("deleted_at", "is", null)
		.where("source", filter.source === "SFX" ? "=" : "<>", "SFX");
	const { after } = filter;
	if (after) {
		const comparison = filter.direction === "desc" ? sql`<` : sql`>`;
		query = query.where(sql<boolean>`(created_at, id) ${comparison} (${after.createdAt}::timestamptz, ${after.id})`);
	}
	if (filter.voiceId !== undefined) query = query.where("voice_id", "=", filter.voiceId);
	if (filter.modelId !== undefined) query = query.where("model_id", "=", filter.modelId);
	if (filter.source !== undefined) query = query.where("source", "=", filter.source);
	if (filter.userId !== undefined) query = query.where("user_id", "=", filter.userId);
	if (filter.before !== undefined) query = query.where("created_at", "<", filter.before);
	if (filter.since !== undefined) query = query.where("created_at", ">=", filter.since);
	if (filter.search !== undefined && filter.search !== "") {
		const pattern = `%${filter.search.replaceAll(/[\\%_]/g, "\\$&")}%`;
		query = query.where("search_text", "like", sql<string>`lower(${pattern})`);
	}
	return query;
}
