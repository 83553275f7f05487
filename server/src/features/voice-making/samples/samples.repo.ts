import type { Db } from "@timbre/db/connect.ts";
import { readRow } from "../../../core/json-columns/column.ts";
import {
	type SpeakerList,
	type StoredAnalysis,
	voiceColumns,
	voiceSampleColumns,
} from "../../../core/json-columns/voices.ts";

export type VoiceRow = NonNullable<Awaited<ReturnType<typeof findVoice>>>;
export type SampleRow = NonNullable<Awaited<ReturnType<typeof findFullSample>>>;

export type { StoredAnalysis } from "../../../core/json-columns/voices.ts";

/** The fields of a voice that creation and training need. */
export async function findVoice(db: Db, workspaceId: string, id: string) {
	const row = await db
		.selectFrom("voice")
		.select([
			"id",
			"name",
			"category",
			"language",
			"engine",
			"speaker",
			"origin",
			"origin_facts",
			"safety_control",
			"requires_verification",
			"verified_at",
			"revoked_at",
		])
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.executeTakeFirst();
	return row && readRow(voiceColumns, row);
}

export async function insertSample(
	db: Db,
	workspaceId: string,
	voiceId: string,
	sample: {
		id: string;
		fileName: string;
		mimeType: string;
		sizeBytes: number;
		hash: string;
		seconds: number;
		audioKey: string;
		removeNoise: boolean;
		trimStartMs: number | null;
		trimEndMs: number | null;
		analysis: StoredAnalysis;
	},
): Promise<void> {
	await db
		.insertInto("voice_sample")
		.values({
			id: sample.id,
			workspace_id: workspaceId,
			voice_id: voiceId,
			file_name: sample.fileName,
			mime_type: sample.mimeType,
			size_bytes: sample.sizeBytes,
			hash: sample.hash,
			duration_seconds: sample.seconds,
			audio_key: sample.audioKey,
			remove_background_noise: sample.removeNoise,
			trim_start_ms: sample.trimStartMs,
			trim_end_ms: sample.trimEndMs,
			traits: voiceSampleColumns.traits.write(sample.analysis),
		})
		.execute();
}

function samples(db: Db, workspaceId: string, voiceId: string) {
	return db
		.selectFrom("voice_sample")
		.selectAll()
		.where("workspace_id", "=", workspaceId)
		.where("voice_id", "=", voiceId)
		.orderBy("created_at")
		.orderBy("id");
}

export async function listSamples(db: Db, workspaceId: string, voiceId: string): Promise<SampleRow[]> {
	return (await samples(db, workspaceId, voiceId).execute()).map((row) => readRow(voiceSampleColumns, row));
}

export async function findFullSample(db: Db, workspaceId: string, voiceId: string, id: string) {
	const row = await samples(db, workspaceId, voiceId).where("id", "=", id).executeTakeFirst();
	return row && readRow(voiceSampleColumns, row);
}

export async function updateSample(
	db: Db,
	workspaceId: string,
	id: string,
	change: {
		fileName?: string;
		removeNoise?: boolean;
		isolatedKey?: string | null;
		trimStartMs?: number | null;
		trimEndMs?: number | null;
		selectedSpeakerIds?: readonly string[] | null;
		analysis?: StoredAnalysis;
	},
): Promise<void> {
	const values = {
		...(change.fileName === undefined ? {} : { file_name: change.fileName }),
		...(change.removeNoise === undefined ? {} : { remove_background_noise: change.removeNoise }),
		...(change.isolatedKey === undefined ? {} : { isolated_key: change.isolatedKey }),
		...(change.trimStartMs === undefined ? {} : { trim_start_ms: change.trimStartMs }),
		...(change.trimEndMs === undefined ? {} : { trim_end_ms: change.trimEndMs }),
		...(change.selectedSpeakerIds === undefined
			? {}
			: { selected_speaker_ids: change.selectedSpeakerIds === null ? null : [...change.selectedSpeakerIds] }),
		...(change.analysis === undefined ? {} : { traits: voiceSampleColumns.traits.write(change.analysis) }),
	};
	if (Object.keys(values).length === 0) return;
	await db
		.updateTable("voice_sample")
		.set(values)
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.execute();
}

/** Returns false if separation is already running. */
export async function beginSeparation(db: Db, workspaceId: string, id: string): Promise<boolean> {
	const started = await db
		.updateTable("voice_sample")
		.set({ separation_status: "pending", separation_error: null })
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("separation_status", "<>", "pending")
		.executeTakeFirst();
	return started.numUpdatedRows > 0n;
}

export async function endSeparation(
	db: Db,
	workspaceId: string,
	id: string,
	found: { status: "completed"; speakers: SpeakerList } | { status: "failed"; error: string },
): Promise<void> {
	await db
		.updateTable("voice_sample")
		.set({
			separation_status: found.status,
			separation_error: found.status === "failed" ? found.error : null,
			// Speaker ids may refer to different speakers after a new separation.
			...(found.status === "completed"
				? { speakers: voiceSampleColumns.speakers.write(found.speakers), selected_speaker_ids: null }
				: {}),
		})
		.where("workspace_id", "=", workspaceId)
		.where("id", "=", id)
		.where("separation_status", "=", "pending")
		.execute();
}
