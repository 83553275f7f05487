import type { Db } from "@timbre/db/connect.ts";

export async function findSample(db: Db, workspaceId: string, voiceId: string, sampleId: string) {
	return db
		.selectFrom("voice_sample")
		.select(["id", "audio_key", "isolated_key", "mime_type"])
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.where("id", "=", sampleId)
		.executeTakeFirst();
}

export async function deleteSampleRow(db: Db, workspaceId: string, voiceId: string, sampleId: string): Promise<void> {
	await db
		.deleteFrom("voice_sample")
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.where("id", "=", sampleId)
		.execute();
}
