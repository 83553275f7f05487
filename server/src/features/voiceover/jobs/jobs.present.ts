import type { VoiceoverJob } from "@timbre/contract/voiceover/schemas.ts";
import { unix } from "../../../core/time.ts";
import type { JobRow } from "./jobs.repo.ts";

export const presentJob = (row: JobRow): VoiceoverJob => ({
	voiceover_job_id: row.id,
	kind: row.kind as VoiceoverJob["kind"],
	state: row.state as VoiceoverJob["state"],
	progress: row.progress,
	error: row.error,
	lines: row.line_ids.length,
	lines_done: row.lines_done,
	credits: row.credits,
	format: row.format as VoiceoverJob["format"],
	bytes: row.bytes,
	seconds: row.seconds,
	created_at_unix: unix(row.created_at),
});
