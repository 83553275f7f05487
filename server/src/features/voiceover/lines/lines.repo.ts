import type { lineChange } from "@timbre/contract/voiceover/schemas.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { z } from "zod";

export type LineRow = NonNullable<Awaited<ReturnType<typeof findLine>>>;
export type LineFields = z.output<typeof lineChange>;
export type NewLineRow = {
	id: string;
	startMs: number;
	endMs: number;
	text: string;
	voiceId: string;
	duckDb: number;
};
export type Speech = {
	audioKey: string;
	speechMs: number;
	peaks: Uint8Array;
	text: string;
	voiceId: string;
	speed: number | null;
};

export async function findLine(db: Db, workspaceId: string, voiceoverId: string, id: string) {
	return db
		.selectFrom("voiceover_line")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("voiceover_id", "=", voiceoverId)
		.where("id", "=", id)
		.executeTakeFirst();
}

/** In the order in which they start. */
export async function listLineRows(db: Db, workspaceId: string, voiceoverId: string) {
	return db
		.selectFrom("voiceover_line")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("voiceover_id", "=", voiceoverId)
		.orderBy("start_ms")
		.orderBy("id")
		.execute();
}

export async function insertLines(
	tx: Db,
	workspaceId: string,
	voiceoverId: string,
	lines: readonly NewLineRow[],
): Promise<void> {
	if (lines.length === 0) return;
	await tx
		.insertInto("voiceover_line")
		.values(
			lines.map(({ id, startMs, endMs, text, voiceId, duckDb }) => ({
				id,
				workspace_id: workspaceId,
				voiceover_id: voiceoverId,
				start_ms: startMs,
				end_ms: endMs,
				text,
				voice_id: voiceId,
				duck_db: duckDb,
			})),
		)
		.execute();
}

export async function updateLineFields(
	db: Db,
	workspaceId: string,
	voiceoverId: string,
	id: string,
	fields: LineFields,
): Promise<void> {
	if (Object.keys(fields).length === 0) return;
	await db
		.updateTable("voiceover_line")
		.set(fields)
		.where("workspace_id", "=", workspaceId)
		.where("voiceover_id", "=", voiceoverId)
		.where("id", "=", id)
		.execute();
}

/** Replaces the speech of a line. False if the line was deleted. */
export async function updateSpeech(
	db: Db,
	workspaceId: string,
	id: string,
	{ audioKey, speechMs, peaks, text, voiceId, speed }: Speech,
): Promise<boolean> {
	const updated = await db
		.updateTable("voiceover_line")
		.set({
			audio_key: audioKey,
			speech_ms: speechMs,
			speech_peaks: Buffer.from(peaks),
			spoken_text: text,
			spoken_voice_id: voiceId,
			spoken_speed: speed,
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.returning("id")
		.executeTakeFirst();
	return updated !== undefined;
}

export async function deleteLineRow(db: Db, workspaceId: string, voiceoverId: string, id: string): Promise<void> {
	await db
		.deleteFrom("voiceover_line")
		.where("workspace_id", "=", workspaceId)
		.where("voiceover_id", "=", voiceoverId)
		.where("id", "=", id)
		.execute();
}
