import type { Db } from "@timbre/db/connect.ts";
import { readRow } from "../../../core/json-columns/column.ts";
import { studioTakeColumns, type TakeVoice, type TakeWord } from "../../../core/json-columns/studio.ts";

/** All takes of a project, oldest first. */
export async function listAllTakes(db: Db, workspaceId: string, projectId: string) {
	const rows = await db
		.selectFrom("studio_take")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("project_id", "=", projectId)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	return rows.map((row) => readRow(studioTakeColumns, row));
}

export type ImportedTake = {
	id: string;
	sentenceKey: string;
	text: string;
	baseHash: string;
	hash: string;
	seed: number | null;
	voiceId: string;
	voiceName: string;
	modelId: string;
	voice: TakeVoice;
	seconds: number;
	verdict: string | null;
	checkedBy: string | null;
	words: readonly TakeWord[];
	accepted: boolean;
	chosen: boolean;
	createdAt: Date;
};

/** PostgreSQL takes at most 65,535 values in a statement. */
const maxRows = 2_000;

export async function insertImportedTakes(
	tx: Db,
	workspaceId: string,
	{ projectId, userId }: { projectId: string; userId: string },
	takes: readonly ImportedTake[],
): Promise<void> {
	for (let at = 0; at < takes.length; at += maxRows)
		await tx
			.insertInto("studio_take")
			.values(
				takes.slice(at, at + maxRows).map((take) => ({
					id: take.id,
					workspace_id: workspaceId,
					project_id: projectId,
					sentence_key: take.sentenceKey,
					text: take.text,
					base_hash: take.baseHash,
					hash: take.hash,
					seed: take.seed,
					voice_id: take.voiceId,
					voice_name: take.voiceName,
					model_id: take.modelId,
					voice: studioTakeColumns.voice.write(take.voice),
					seconds: take.seconds,
					verdict: take.verdict,
					checked_by: take.checkedBy,
					words: studioTakeColumns.words.write(take.words),
					accepted: take.accepted,
					chosen: take.chosen,
					created_by: userId,
					created_at: take.createdAt,
				})),
			)
			.execute();
}
