import type { Db } from "@timbre/db/connect.ts";
import { sql } from "kysely";
import { readRow } from "../../../core/json-columns/column.ts";
import { type DesignMetadata, voiceDesignPreviewColumns } from "../../../core/json-columns/voices.ts";
import type { Global } from "../../../core/tenancy.ts";

export type { DesignMetadata } from "../../../core/json-columns/voices.ts";

export type NewDesignPreview = {
	id: string;
	userId: string;
	description: string;
	text: string;
	language: string;
	engine: string;
	speaker: string;
	sourceVoiceId: string | null;
	metadata: DesignMetadata;
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
			facts: voiceDesignPreviewColumns.facts.write(preview.metadata),
			audio_key: preview.audioKey,
			content_type: preview.contentType,
			duration_seconds: preview.seconds,
			expires_at: sql`now() + make_interval(secs => ${preview.keptSeconds})`,
		})
		.execute();
}

export async function findDesignPreview(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("voice_design_preview")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("expires_at", ">", sql<Date>`now()`)
		.executeTakeFirst();
	return row && readRow(voiceDesignPreviewColumns, row);
}

export async function updateSavedVoice(db: Db, workspaceId: string, id: string, voiceId: string): Promise<void> {
	await db
		.updateTable("voice_design_preview")
		.set({ voice_id: voiceId })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

export async function listAudioKeys(db: Db, workspaceId: string, ids: readonly string[]): Promise<string[]> {
	const rows = await db
		.selectFrom("voice_design_preview")
		.select("audio_key")
		.where("workspace_id", "=", workspaceId)
		.where("id", "in", [...ids, ""])
		.execute();
	return rows.map((row) => row.audio_key);
}

export async function deleteDesignPreviews(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
	await db
		.deleteFrom("voice_design_preview")
		.where("workspace_id", "=", workspaceId)
		.where("id", "in", [...ids, ""])
		.execute();
}

/** Whether the owner allows remixing a library voice; undefined if there is no such publication. */
export async function isRemixingAllowed(db: Db, _scope: Global, publicationId: string): Promise<boolean | undefined> {
	const row = await db
		.selectFrom("voice_publication")
		.select(["voice_mixing_allowed", "workspace_id"])
		.where("id", "=", publicationId)
		.executeTakeFirst();
	// Shipped voices can always be remixed.
	return row && (row.workspace_id === null || row.voice_mixing_allowed);
}
