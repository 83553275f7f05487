// Speech that is generated and exports, while they run and once they have ended.
import { AppError } from "@timbre/contract/errors.ts";
import { titleFileName } from "@timbre/contract/files.ts";
import type { ExportFormat } from "@timbre/contract/voiceover/rules.ts";
import type { VoiceoverJob } from "@timbre/contract/voiceover/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import { type AudioResponse, storedAudio } from "../../../core/http/audio.ts";
import type { Storage } from "../../../core/storage/storage.ts";
import { requireVoiceover } from "../projects/access.service.ts";
import type { VoiceoverCaller } from "../types.ts";
import { presentJob } from "./jobs.present.ts";
import { endJob, findJob, type JobRow } from "./jobs.repo.ts";

type JobPath = { voiceover_id: string; voiceover_job_id: string };

export const fileTypes: Record<ExportFormat, string> = { mp4: "video/mp4", wav: "audio/wav", mp3: "audio/mpeg" };

export async function getJob(db: Database, caller: VoiceoverCaller, path: JobPath): Promise<VoiceoverJob> {
	await requireVoiceover(db, caller, path.voiceover_id, "read");
	return presentJob(await requireJob(db, caller.workspaceId, path));
}

/** A running job notices within a second. What it has generated stays. */
export async function cancelJob(db: Database, caller: VoiceoverCaller, path: JobPath): Promise<VoiceoverJob> {
	await requireVoiceover(db, caller, path.voiceover_id, "edit");
	await requireJob(db, caller.workspaceId, path);
	await endJob(db, caller.workspaceId, path.voiceover_job_id, { state: "canceled" });
	return presentJob(await requireJob(db, caller.workspaceId, path));
}

export async function getExportFile(
	{ db, storage }: { db: Database; storage: Storage },
	caller: VoiceoverCaller,
	path: JobPath,
	range: string | undefined,
): Promise<AudioResponse> {
	const { name } = await requireVoiceover(db, caller, path.voiceover_id, "read");
	const row = await requireJob(db, caller.workspaceId, path);
	const format = row.format as ExportFormat | null;
	const response =
		format !== null &&
		row.file_key !== null &&
		(await storedAudio(storage, row.file_key, {
			contentType: fileTypes[format],
			rangeHeader: range,
			fileName: titleFileName(name, format),
		}));
	if (!response) throw jobNotFound();
	return response;
}

async function requireJob(db: Db, workspaceId: string, path: JobPath): Promise<JobRow> {
	const row = await findJob(db, workspaceId, path.voiceover_job_id);
	if (row?.voiceover_id !== path.voiceover_id) throw jobNotFound();
	return row;
}

const jobNotFound = () =>
	new AppError("voiceover_job_not_found", "This job doesn't exist in this voice-over, or has no file.");
