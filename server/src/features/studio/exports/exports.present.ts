import { AppError } from "@timbre/contract/errors.ts";
import type { ProjectExport } from "@timbre/contract/studio/exports/export-schemas.ts";
import { unix } from "../../../core/time.ts";
import type { ExportRow } from "./exports.repo.ts";

export function presentExport(row: ExportRow): ProjectExport {
	const starts = new Map(row.report?.places.map(({ chapter_id, starts_at }) => [chapter_id, starts_at]));
	return {
		export_id: row.id,
		project_id: row.project_id,
		format: row.format as ProjectExport["format"],
		loudness: row.settings.loudness,
		bit_depth: row.settings.bit_depth,
		audio_export_id: row.settings.audio_export_id,
		state: row.state as ProjectExport["state"],
		progress: row.progress,
		queue_position: row.ahead,
		error: row.error,
		file_name: row.file_name,
		bytes: row.bytes,
		sha256: row.sha256,
		chapters: row.chapters.map(({ chapter_id, name, is_current }) => ({
			chapter_id,
			name,
			is_current,
			starts_at_seconds: starts.get(chapter_id) ?? null,
		})),
		files: row.report?.files ?? [],
		created_at_unix: unix(row.created_at),
		finished_at_unix: row.finished_at === null ? null : unix(row.finished_at),
	};
}

export const exportNotFound = () => new AppError("export_not_found", "This export doesn't exist in this project.");
