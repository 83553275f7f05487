import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import type { Global } from "../../../core/tenancy.ts";

/** Returns the storage key of the replaced clip, which is no longer referenced. */
export async function upsertPreview(
	db: Db,
	workspaceId: string,
	voiceId: string,
	preview: {
		language: string;
		contentHash: string;
		audioKey: string;
		contentType: string;
		durationSeconds: number;
	},
): Promise<string | undefined> {
	const voice = db.selectFrom("voice").select("id").where("workspace_id", "=", workspaceId).where("id", "=", voiceId);
	const before = await db
		.selectFrom("voice_own_preview")
		.select("audio_key")
		.where("voice_id", "=", voice)
		.where("language", "=", preview.language)
		.executeTakeFirst();
	const values = {
		content_hash: preview.contentHash,
		audio_key: preview.audioKey,
		content_type: preview.contentType,
		duration_seconds: preview.durationSeconds,
	};
	await db
		.insertInto("voice_own_preview")
		.values({ voice_id: voice, language: preview.language, ...values })
		.onConflict((conflict) => conflict.columns(["voice_id", "language"]).doUpdateSet(values))
		.execute();
	return before?.audio_key === preview.audioKey ? undefined : before?.audio_key;
}

/** The clip files of a voice, shipped or not. */
export async function findClipFiles(db: Db, _scope: Global, voiceId: string) {
	const { rows } = await sql<{ language: string; audio_key: string; content_type: string; duration_seconds: number }>`
		select '' as language, audio_key, content_type, duration_seconds from voice_preview where voice_id = ${voiceId}
		union all
		select language, audio_key, content_type, duration_seconds from voice_own_preview where voice_id = ${voiceId}`.execute(
		db,
	);
	return rows;
}
