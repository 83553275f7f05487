import type { VoiceOrigin } from "@timbre/contract/voices/schemas.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import {
	type OriginFacts,
	type VoiceSettings,
	voiceColumns,
	voiceSettingColumns,
} from "../../../core/json-columns/voices.ts";

export type NewVoice = {
	id: string;
	userId: string;
	name: string;
	description?: string | null;
	category: string;
	labels?: Record<string, string>;
	language: string;
	/** The engine that synthesizes it; null until it is trained. */
	engine?: string | null;
	speaker?: string | null;
	origin: Exclude<VoiceOrigin, "shipped">;
	originFacts?: OriginFacts;
	/** The publication a copy was added from. */
	publicationId?: string | null;
	sourceVoiceId?: string | null;
	bookmarked?: boolean | null;
	requiresVerification?: boolean;
};

export async function insertVoice(db: Db, workspaceId: string, voice: NewVoice): Promise<void> {
	await db
		.insertInto("voice")
		.values({
			id: voice.id,
			workspace_id: workspaceId,
			created_by: voice.userId,
			name: voice.name,
			description: voice.description || null,
			category: voice.category,
			labels: voiceColumns.labels.write(voice.labels ?? {}),
			language: voice.language,
			engine: voice.engine ?? null,
			speaker: voice.speaker ?? null,
			origin: voice.origin,
			origin_facts: voiceColumns.origin_facts.write(voice.originFacts ?? {}),
			publication_id: voice.publicationId ?? null,
			source_voice_id: voice.sourceVoiceId ?? null,
			bookmarked: voice.bookmarked ?? null,
			requires_verification: voice.requiresVerification ?? false,
		})
		.execute();
}

export type VoiceChange = {
	name?: string;
	description?: string | null;
	labels?: Record<string, string>;
	language?: string;
	engine?: string | null;
	speaker?: string | null;
	origin?: Exclude<VoiceOrigin, "shipped">;
	originFacts?: OriginFacts;
	verifiedAt?: Date | null;
	revokedAt?: Date | null;
};

/** Returns false if the voice does not exist. */
export async function updateVoice(db: Db, workspaceId: string, id: string, change: VoiceChange): Promise<boolean> {
	const values = {
		...(change.name === undefined ? {} : { name: change.name }),
		...(change.description === undefined ? {} : { description: change.description || null }),
		...(change.labels === undefined ? {} : { labels: voiceColumns.labels.write(change.labels) }),
		...(change.language === undefined ? {} : { language: change.language }),
		...(change.engine === undefined ? {} : { engine: change.engine }),
		...(change.speaker === undefined ? {} : { speaker: change.speaker }),
		...(change.origin === undefined ? {} : { origin: change.origin }),
		...(change.originFacts === undefined ? {} : { origin_facts: voiceColumns.origin_facts.write(change.originFacts) }),
		...(change.verifiedAt === undefined ? {} : { verified_at: change.verifiedAt }),
		...(change.revokedAt === undefined ? {} : { revoked_at: change.revokedAt }),
	};
	if (Object.keys(values).length === 0) return (await findOwner(db, workspaceId, id)) !== undefined;
	const updated = await db
		.updateTable("voice")
		.set(values)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	return updated.numUpdatedRows > 0n;
}

/** The owner and the fields workspace sharing needs. */
export async function findOwner(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("voice")
		.select(["id", "name", "created_by", "category", "origin", "publication_id", "requires_verification"])
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
}

/** The fields a copy needs. */
export async function findVoiceForCopy(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("voice")
		.select(["name", "description", "category", "labels", "language", "engine", "speaker", "origin", "origin_facts"])
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	return row && readRow(voiceColumns, row);
}

export async function deleteVoiceRow(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const deleted = await db
		.deleteFrom("voice")
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	if (deleted.numDeletedRows === 0n) return false;
	await db.deleteFrom("voice_setting").where("voice_id", "=", id).execute();
	await db.deleteFrom("voice_favourite").where("voice_id", "=", id).execute();
	await db.deleteFrom("voice_collection_item").where("voice_id", "=", id).execute();
	return true;
}

/** Serializes changes, so two requests cannot both take the last slot. */
export async function lockVoices(db: Db, workspaceId: string): Promise<void> {
	await sql`select pg_advisory_xact_lock(hashtextextended(${`voices ${workspaceId}`}, 0))`.execute(db);
}

/** Voices that take a slot. Copies of shipped voices, which earlier versions created, take none. */
export async function countVoices(db: Db, workspaceId: string): Promise<{ all: number; professional: number }> {
	const row = await db
		.selectFrom("voice")
		.select((eb) => [
			eb.fn.countAll<number>().as("all"),
			sql<number>`count(*) filter (where category = 'professional' and origin <> 'library')`.as("professional"),
		])
		.where("workspace_id", "=", workspaceId)
		.where((eb) =>
			eb.not(eb.exists(eb.selectFrom("shipped_voice").whereRef("shipped_voice.id", "=", "voice.source_voice_id"))),
		)
		.executeTakeFirstOrThrow();
	return { all: Number(row.all), professional: Number(row.professional) };
}

export async function countEdits(db: Db, workspaceId: string, periodStart: Date): Promise<number> {
	const row = await db
		.selectFrom("voice_edit_count")
		.select("edits")
		.where("workspace_id", "=", workspaceId)
		.where("period_start", "=", periodStart)
		.executeTakeFirst();
	return row?.edits ?? 0;
}

export async function addEdit(db: Db, workspaceId: string, periodStart: Date): Promise<void> {
	await db
		.insertInto("voice_edit_count")
		.values({ workspace_id: workspaceId, period_start: periodStart, edits: 1 })
		.onConflict((conflict) =>
			conflict.columns(["workspace_id", "period_start"]).doUpdateSet({ edits: sql`voice_edit_count.edits + 1` }),
		)
		.execute();
}

export async function saveSettings(
	db: Db,
	workspaceId: string,
	voiceId: string,
	settings: VoiceSettings,
): Promise<void> {
	const values = { settings: voiceSettingColumns.settings.write(settings) };
	await db
		.insertInto("voice_setting")
		.values({ workspace_id: workspaceId, voice_id: voiceId, ...values })
		.onConflict((conflict) => conflict.columns(["workspace_id", "voice_id"]).doUpdateSet(values))
		.execute();
}

/** Repeating it keeps the original time. */
/** Which of these voices are favorites of the user. */
export async function listFavorites(
	db: Db,
	workspaceId: string,
	userId: string,
	voiceIds: readonly string[],
): Promise<string[]> {
	if (voiceIds.length === 0) return [];
	const rows = await db
		.selectFrom("voice_favourite")
		.select("voice_id")
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("voice_id", "in", voiceIds)
		.execute();
	return rows.map(({ voice_id }) => voice_id);
}

export async function insertFavorite(db: Db, workspaceId: string, userId: string, voiceId: string): Promise<Date> {
	await db
		.insertInto("voice_favourite")
		.values({ workspace_id: workspaceId, user_id: userId, voice_id: voiceId })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	const row = await db
		.selectFrom("voice_favourite")
		.select("marked_at")
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("voice_id", "=", voiceId)
		.executeTakeFirstOrThrow();
	return row.marked_at;
}

export async function deleteFavorite(db: Db, workspaceId: string, userId: string, voiceId: string): Promise<void> {
	await db
		.deleteFrom("voice_favourite")
		.where("workspace_id", "=", workspaceId)
		.where("user_id", "=", userId)
		.where("voice_id", "=", voiceId)
		.execute();
}

/** Voices a user has created or added. */
export async function listVoiceIds(db: Db, workspaceId: string, userId: string): Promise<string[]> {
	const rows = await db
		.selectFrom("voice")
		.select("id")
		.where("workspace_id", "=", workspaceId)
		.where("created_by", "=", userId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	return rows.map(({ id }) => id);
}

export async function touchVoice(db: Db, workspaceId: string, id: string): Promise<void> {
	await db
		.updateTable("voice")
		.set({ last_used_at: sql`now()` })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}
