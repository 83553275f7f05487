import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

export type ClipRow = { voice_id: string; language: string; content_hash: string };

/** The clips of these voices, shipped or not. */
export async function findClips(db: Db, _scope: Global, voiceIds: readonly string[]): Promise<ClipRow[]> {
	if (voiceIds.length === 0) return [];
	const { rows } = await sql<ClipRow>`
		select voice_id, '' as language, content_hash from voice_preview where voice_id = any(${[...voiceIds]})
		union all
		select voice_id, language, content_hash from voice_own_preview where voice_id = any(${[...voiceIds]})
		order by voice_id, language`.execute(db);
	return rows;
}

export type FacetRow = { kind: string; value: string; within: string; voices: number };

export async function listFacets(db: Db, _scope: Global): Promise<FacetRow[]> {
	return db.selectFrom("voice_library_facet").selectAll().where("voices", ">", 0).orderBy("voices", "desc").execute();
}

/** Bulk insert for seeds and benchmarks, as one JSON parameter instead of one per value. */
export async function insertPublications(
	db: Db,
	_scope: Global,
	rows: readonly Record<string, unknown>[],
): Promise<void> {
	await sql`
		insert into voice_publication (id, voice_id, public_owner_id, owner_name, name, name_key, description, category, origin, language,
			locale, accent, gender, age, descriptive, use_case, labels, engine, speaker, rate, fiat_rate, notice_period_days,
			live_moderation_enabled, free_users_allowed, reader_app_enabled, featured, added_count, characters_7d, characters_1y,
			trending, pitch_hz, speaker_vector, search_text, marks, published_at)
		select id, id, public_owner_id, owner_name, name, name_key, description, category, 'designed', language,
			locale, accent, gender, age, descriptive, use_case, labels, engine, speaker, rate, fiat_rate, notice_period_days,
			live_moderation_enabled, true, reader_app_enabled, featured, added_count, characters_7d, characters_1y,
			trending, pitch_hz, speaker_vector, search_text, marks, published_at
		from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (id text, public_owner_id text, owner_name text, name text,
			name_key text, description text, category text, language text, locale text, accent text, gender text, age text, descriptive text,
			use_case text, labels jsonb, engine text, speaker text, rate float8, fiat_rate float8, notice_period_days int,
			live_moderation_enabled boolean, reader_app_enabled boolean, featured boolean, added_count int, characters_7d bigint,
			characters_1y bigint, trending float8, pitch_hz real, speaker_vector real[], search_text text, marks text[],
			published_at timestamptz)
		on conflict do nothing`.execute(db);
}
