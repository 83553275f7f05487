import type { Project } from "@timbre/contract/studio/project-schemas.ts";
import { unix } from "../../../core/time.ts";
import { convertingChapters, type ProjectAudio } from "../conversions/audio-state.service.ts";
import type { StudioCaller } from "../types.ts";
import { accessOf } from "./access.service.ts";
import type { ProjectRow } from "./projects.repo.ts";

export type StoredLocator = { pronunciation_dictionary_id: string; version_id: string | null };

export function presentProject(
	row: ProjectRow,
	caller: StudioCaller,
	{ modelId, dictionaries, audio }: { modelId: string; dictionaries: StoredLocator[]; audio: ProjectAudio },
): Project {
	const converting = convertingChapters(audio);
	const [queued] = audio.active.filter(({ state }) => state === "queued");
	const latest = audio.snapshots.map(({ created_at }) => created_at.getTime());
	return {
		project_id: row.id,
		name: row.name,
		create_date_unix: unix(row.created_at),
		created_by_user_id: row.created_by,
		default_title_voice_id: row.default_title_voice_id,
		default_title_voice_ref_id: row.default_title_voice_id,
		default_paragraph_voice_id: row.default_paragraph_voice_id,
		default_paragraph_voice_ref_id: row.default_paragraph_voice_id,
		default_model_id: modelId,
		last_conversion_date_unix: latest.length === 0 ? null : Math.floor(Math.max(...latest) / 1000),
		can_be_downloaded: audio.latestProjectSnapshotId !== null,
		chapters_order: row.chapter_ids,
		last_chapters_order_change_unix_ms: row.chapters_changed_at.getTime(),
		state: isImporting(row) ? "creating" : converting.length > 0 ? "converting" : queued ? "in_queue" : "default",
		project_conversion_chapter_ids_converting: converting.map(({ chapter_id }) => chapter_id),
		generation_meta: null,
		creation_meta: presentImport(row),
		latest_snapshot_id: audio.latestProjectSnapshotId,
		project_settings: { continue_playing: row.continue_playing },
		audio_native: null,
		title: row.title,
		author: row.author,
		isbn_number: row.isbn_number,
		description: row.description,
		genres: row.genres,
		cover_image_url: coverUrl(row),
		target_audience: row.target_audience as Project["target_audience"],
		language: row.language,
		content_type: row.content_type,
		original_publication_date: row.original_publication_date,
		mature_content: row.mature_content,
		fiction: row.fiction as Project["fiction"],
		acx_volume_normalization: row.acx_volume_normalization,
		volume_normalization: row.acx_volume_normalization,
		apply_text_normalization: row.apply_text_normalization as Project["apply_text_normalization"],
		pronunciation_dictionaries: dictionaries,
		quality_preset: row.quality_preset as Project["quality_preset"],
		added_to_queue_at_unix: queued ? unix(queued.created_at) : 0,
		queue_position: queued?.ahead ?? null,
		access_level: accessOf(row, caller),
		source_type: row.source_type as Project["source_type"],
		podcast_script: row.script_by as Project["podcast_script"],
		quality_check_on: row.quality_check,
		quality_check_on_when_bulk_convert: row.quality_check,
		chapters_enabled: true,
		captions_enabled: false,
		public_share_id: null,
	};
}

/** Changes with the cover, so that browsers can keep it. */
export const coverUrl = ({ id, cover_id }: Pick<ProjectRow, "id" | "cover_id">): string =>
	cover_id === null ? "" : `/v1/studio/projects/${id}/cover?v=${cover_id}`;

const isImporting = ({ import_state }: ProjectRow) => import_state === "reading" || import_state === "writing";

function presentImport(row: ProjectRow): Project["creation_meta"] {
	if (row.import_state === null) return null;
	return {
		creation_progress: row.import_progress ?? 0,
		status: isImporting(row) ? "creating" : row.import_state === "failed" ? "failed" : "finished",
		type: row.import_purpose === "podcast" ? "generate_podcast" : "blank",
		error: row.import_error,
	};
}
