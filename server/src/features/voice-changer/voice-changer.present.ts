import type { ConversionJob } from "@timbre/contract/voice-changer/endpoints.ts";
import { unix } from "../../core/time.ts";
import type { ConversionRow } from "./voice-changer.repo.ts";

export function presentJob(row: ConversionRow): ConversionJob {
	return {
		conversion_job_id: row.id,
		status: row.state as ConversionJob["status"],
		file_name: row.file_name,
		voice_id: row.voice_id,
		model_id: row.model_id,
		progress: row.state === "done" ? 1 : row.chunks ? row.chunks_done / row.chunks : 0,
		seconds: row.seconds,
		credits: row.credits,
		history_item_id: row.history_item_id,
		error: row.error,
		created_at_unix: unix(row.created_at),
	};
}
