import type { clipChange } from "@timbre/contract/voiceover/schemas.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { z } from "zod";

export type ClipRow = NonNullable<Awaited<ReturnType<typeof findClip>>>;
export type ClipFields = z.output<typeof clipChange>;

export async function findClip(db: Db, workspaceId: string, voiceoverId: string, id: string) {
	return db
		.selectFrom("voiceover_clip")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("voiceover_id", "=", voiceoverId)
		.where("id", "=", id)
		.executeTakeFirst();
}

export async function listClipRows(db: Db, workspaceId: string, voiceoverId: string) {
	return db
		.selectFrom("voiceover_clip")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("voiceover_id", "=", voiceoverId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
}

export async function insertClip(
	tx: Db,
	workspaceId: string,
	voiceoverId: string,
	clip: {
		id: string;
		kind: "source" | "sound";
		fileName: string;
		uploadId: string;
		offsetMs: number;
		track: number;
	},
): Promise<void> {
	await tx
		.insertInto("voiceover_clip")
		.values({
			id: clip.id,
			workspace_id: workspaceId,
			voiceover_id: voiceoverId,
			kind: clip.kind,
			file_name: clip.fileName,
			upload_id: clip.uploadId,
			offset_ms: clip.offsetMs,
			track: clip.track,
		})
		.execute();
}

export async function updateClipFields(
	db: Db,
	workspaceId: string,
	voiceoverId: string,
	id: string,
	fields: ClipFields,
): Promise<void> {
	if (Object.keys(fields).length === 0) return;
	await db
		.updateTable("voiceover_clip")
		.set(fields)
		.where("workspace_id", "=", workspaceId)
		.where("voiceover_id", "=", voiceoverId)
		.where("id", "=", id)
		.execute();
}

/** What is read from the file of a clip. */
export type ClipMedia = Pick<
	ClipRow,
	| "container"
	| "content_type"
	| "bytes"
	| "seconds"
	| "has_picture"
	| "has_audio"
	| "width"
	| "height"
	| "fps"
	| "picture_codec"
	| "audio_codec"
	| "frames"
	| "peaks"
>;

/** Stores what was read, or why nothing could be. False if the clip was deleted meanwhile. */
export async function endReading(
	db: Db,
	workspaceId: string,
	id: string,
	end: ({ state: "ready" } & ClipMedia) | { state: "failed"; error: string },
): Promise<boolean> {
	const updated = await db
		.updateTable("voiceover_clip")
		.set({ ...end, upload_id: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("state", "=", "reading")
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

export async function deleteClipRow(db: Db, workspaceId: string, voiceoverId: string, id: string): Promise<void> {
	await db
		.deleteFrom("voiceover_clip")
		.where("workspace_id", "=", workspaceId)
		.where("voiceover_id", "=", voiceoverId)
		.where("id", "=", id)
		.execute();
}
