import type { TraitAnswer, VoicePreview } from "@timbre/contract/voices.design.ts";
import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";

/** What is remembered of a preview beside its sound. */
export type DesignFacts = { seed: number; traits: TraitAnswer[]; measured: VoicePreview["measured"]; mixed: boolean };

export type NewDesignPreview = {
	id: string;
	userId: string;
	description: string;
	text: string;
	language: string;
	engine: string;
	speaker: string;
	sourceVoiceId: string | null;
	facts: DesignFacts;
	audioKey: string;
	contentType: string;
	seconds: number;
	keptSeconds: number;
};

export async function insertDesignPreview(db: Db, workspaceId: string, preview: NewDesignPreview): Promise<void> {
	await db
		.insertInto("voice_design_preview")
		.values({
			id: preview.id,
			workspace_id: workspaceId,
			created_by: preview.userId,
			description: preview.description,
			text: preview.text,
			language: preview.language,
			engine: preview.engine,
			speaker: preview.speaker,
			source_voice_id: preview.sourceVoiceId,
			facts: JSON.stringify(preview.facts),
			audio_key: preview.audioKey,
			content_type: preview.contentType,
			duration_seconds: preview.seconds,
			expires_at: sql`now() + make_interval(secs => ${preview.keptSeconds})`,
		})
		.execute();
}

export async function findDesignPreview(db: Db, workspaceId: string, id: string) {
	return db
		.selectFrom("voice_design_preview")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("expires_at", ">", sql<Date>`now()`)
		.executeTakeFirst();
}

export async function noteSaved(db: Db, workspaceId: string, id: string, voiceId: string): Promise<void> {
	await db
		.updateTable("voice_design_preview")
		.set({ voice_id: voiceId })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function listAudioOf(db: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
	const rows = await db
		.selectFrom("voice_design_preview")
		.select("audio_key")
		.where("workspace_id", "=", workspaceId)
		.where("id", "in", [...ids, ""])
		.execute();
	return rows.map((row) => row.audio_key);
}

export async function removeDesignPreviews(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
	await db
		.deleteFrom("voice_design_preview")
		.where("workspace_id", "=", workspaceId)
		.where("id", "in", [...ids, ""])
		.execute();
}

/** Whether the owner of a voice in the library lets others mix it; undefined where there is no such publication. */
export async function mixingAllowed(db: Db, publicationId: string): Promise<boolean | undefined> {
	const row = await db
		.selectFrom("voice_publication")
		.select(["voice_mixing_allowed", "workspace_id"])
		.where("id", "=", publicationId)
		.executeTakeFirst();
	// What comes with the server belongs to nobody who could mind.
	return row && (row.workspace_id === null || row.voice_mixing_allowed);
}
