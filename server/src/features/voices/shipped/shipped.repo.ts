import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { shippedVoiceColumns } from "../../../core/json-columns/voices.ts";
import type { Global } from "../../../core/tenancy.ts";

export type ShippedVoiceRow = {
	id: string;
	engine: string;
	speaker: string;
	name: string;
	description: string | null;
	language: string;
	accent: string | null;
	labels: Record<string, string>;
	preview_hash: string | null;
};

// Shipped voices belong to no workspace, so these functions take none.
function select(db: Db) {
	return db
		.selectFrom("shipped_voice")
		.leftJoin("voice_preview", "voice_preview.voice_id", "shipped_voice.id")
		.select([
			"shipped_voice.id",
			"shipped_voice.engine",
			"shipped_voice.speaker",
			"shipped_voice.name",
			"shipped_voice.description",
			"shipped_voice.language",
			"shipped_voice.accent",
			"shipped_voice.labels",
			"voice_preview.content_hash as preview_hash",
		]);
}

const read = (rows: Awaited<ReturnType<ReturnType<typeof select>["execute"]>>): ShippedVoiceRow[] =>
	rows.map((row) => readRow(shippedVoiceColumns, row));

export async function listShipped(db: Db, _scope: Global): Promise<ShippedVoiceRow[]> {
	return read(await select(db).orderBy("shipped_voice.position").execute());
}

export async function listShippedById(db: Db, _scope: Global, ids: readonly string[]): Promise<ShippedVoiceRow[]> {
	return ids.length === 0
		? []
		: read(
				await select(db)
					.where("shipped_voice.id", "in", [...ids])
					.execute(),
			);
}

export async function findShipped(db: Db, _scope: Global, id: string): Promise<ShippedVoiceRow | undefined> {
	return read(await select(db).where("shipped_voice.id", "=", id).execute())[0];
}

/**
 * The id of the closest shipped voice: this Kokoro speaker, otherwise one with the same language, gender and accent, in this order of
 * importance. With `only: "language"`, undefined if none speaks the language.
 */
export async function findClosestShipped(
	db: Db,
	_scope: Global,
	{
		speaker,
		language,
		gender,
		only,
	}: { speaker?: string; language: string; gender: string | undefined; only?: "language" },
): Promise<string | undefined> {
	const sameLanguage = sql`split_part(lower(language), '-', 1) = split_part(lower(${language}), '-', 1)`;
	const { rows } = await sql<{ id: string }>`
		select id from shipped_voice
		where ${only === "language" ? sameLanguage : sql`true`}
		order by engine = 'kokoro' and speaker = ${speaker ?? ""} desc,
			${sameLanguage} desc,
			coalesce(labels ->> 'gender' = ${gender ?? null}, false) desc,
			language = ${language} desc,
			position
		limit 1`.execute(db);
	return rows[0]?.id;
}

/** Voices of a language, in the order of the catalog. */
export async function listShippedOf(
	db: Db,
	_scope: Global,
	language: string,
): Promise<{ id: string; gender: string | null }[]> {
	const { rows } = await sql<{ id: string; gender: string | null }>`
		select id, labels ->> 'gender' as gender from shipped_voice
		where split_part(lower(language), '-', 1) = split_part(lower(${language}), '-', 1)
		order by position`.execute(db);
	return rows;
}

export async function listShippedLanguages(db: Db, _scope: Global): Promise<string[]> {
	const rows = await db.selectFrom("shipped_voice").select("language").distinct().orderBy("language").execute();
	return rows.map(({ language }) => language);
}

export type NewShippedVoice = {
	id: string;
	engine: string;
	speaker: string;
	name: string;
	description: string | null;
	language: string;
	accent: string | null;
	labels: Record<string, string>;
};

/** Makes the table equal to the catalog: inserts, updates and deletes. */
export async function replaceShipped(db: Db, _scope: Global, voices: readonly NewShippedVoice[]): Promise<void> {
	await db
		.deleteFrom("shipped_voice")
		.where("id", "not in", voices.length > 0 ? voices.map((voice) => voice.id) : [""])
		.execute();
	if (voices.length === 0) return;
	await db
		.insertInto("shipped_voice")
		.values(
			voices.map((voice, position) => ({ ...voice, labels: shippedVoiceColumns.labels.write(voice.labels), position })),
		)
		.onConflict((conflict) =>
			conflict.column("id").doUpdateSet((eb) => ({
				name: eb.ref("excluded.name"),
				description: eb.ref("excluded.description"),
				language: eb.ref("excluded.language"),
				accent: eb.ref("excluded.accent"),
				labels: eb.ref("excluded.labels"),
				position: eb.ref("excluded.position"),
			})),
		)
		.execute();
}

export async function findShippedPreview(db: Db, _scope: Global, voiceId: string) {
	return db.selectFrom("voice_preview").selectAll().where("voice_id", "=", voiceId).executeTakeFirst();
}

export async function saveShippedPreview(
	db: Db,
	_scope: Global,
	preview: { voiceId: string; contentHash: string; audioKey: string; contentType: string; durationSeconds: number },
): Promise<void> {
	const values = {
		content_hash: preview.contentHash,
		audio_key: preview.audioKey,
		content_type: preview.contentType,
		duration_seconds: preview.durationSeconds,
		rendered_at: sql<Date>`now()`,
	};
	await db
		.insertInto("voice_preview")
		.values({ voice_id: preview.voiceId, ...values })
		.onConflict((conflict) => conflict.column("voice_id").doUpdateSet(values))
		.execute();
}
