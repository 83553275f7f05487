// Measurements of published voices. Their clips are public, so these functions take no workspace.
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

export type VoiceMeasurement = { pitchHz: number; vector: number[] };
export type SimilarRow = { id: string; vector: number[] };

/** The voices closest in pitch, `each` above and below. Similar voices are among them. */
export async function listNearPitch(db: Db, _scope: Global, pitchHz: number, each: number): Promise<SimilarRow[]> {
	const { rows } = await sql<SimilarRow>`
		(select id, speaker_vector as vector from voice_publication
			where listed and pitch_hz is not null and pitch_hz >= ${pitchHz}::real order by pitch_hz limit ${each})
		union all
		(select id, speaker_vector from voice_publication
			where listed and pitch_hz is not null and pitch_hz < ${pitchHz}::real order by pitch_hz desc limit ${each})`.execute(
		db,
	);
	return rows;
}

export async function findMeasurement(
	db: Db,
	_scope: Global,
	publicationId: string,
): Promise<VoiceMeasurement | undefined> {
	const row = await db
		.selectFrom("voice_publication")
		.select(["pitch_hz", "speaker_vector"])
		.where("id", "=", publicationId)
		.executeTakeFirst();
	return row?.pitch_hz && row.speaker_vector ? { pitchHz: row.pitch_hz, vector: row.speaker_vector } : undefined;
}

export type UnmeasuredRow = { id: string; audio_key: string; content_hash: string };

/** Published voices whose current clip has not been measured. */
export async function listUnmeasured(db: Db, _scope: Global, limit: number): Promise<UnmeasuredRow[]> {
	const { rows } = await sql<UnmeasuredRow>`
		select p.id, clip.audio_key, clip.content_hash
		from voice_publication p
		join lateral (
			select audio_key, content_hash from voice_preview where voice_id = p.voice_id
			union all
			(select audio_key, content_hash from voice_own_preview where voice_id = p.voice_id
				order by split_part(language, '-', 1) = p.language desc, language limit 1)
			limit 1
		) as clip on true
		where p.listed and p.measured_clip is distinct from clip.content_hash
		order by p.id limit ${limit}`.execute(db);
	return rows;
}

/** Pass null if the clip could not be measured; it is not retried until the clip changes. */
export async function updateMeasurement(
	db: Db,
	_scope: Global,
	publicationId: string,
	clip: string,
	measurement: VoiceMeasurement | null,
): Promise<void> {
	await db
		.updateTable("voice_publication")
		.set({ measured_clip: clip, pitch_hz: measurement?.pitchHz ?? null, speaker_vector: measurement?.vector ?? null })
		.where("id", "=", publicationId)
		.execute();
}

/** Across workspaces by design: the preview clip of any voice. */
export async function findClipKey(db: Db, _scope: Global, voiceId: string): Promise<string | undefined> {
	const { rows } = await sql<{ audio_key: string }>`
		select audio_key from voice_preview where voice_id = ${voiceId}
		union all select audio_key from voice_own_preview where voice_id = ${voiceId} limit 1`.execute(db);
	return rows[0]?.audio_key;
}
