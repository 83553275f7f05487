import { historyFileName } from "@timbre/contract/files.ts";
import type { HistoryAlignments, HistoryItem, SoundHistoryItem } from "@timbre/contract/history/endpoints.ts";
import { historySources } from "@timbre/contract/history/rules.ts";
import { unix } from "../../core/time.ts";
import type { FileRow, ListedRow, Take } from "./history.repo.ts";

/** Fields that only a single item includes, not a list. */
export type HistoryDetail = { alignments: HistoryAlignments | null; takes: readonly Take[] | null };

const listedOnly: HistoryDetail = { alignments: null, takes: null };

export function presentHistoryItem(row: ListedRow, detail: HistoryDetail = listedOnly): HistoryItem {
	return {
		history_item_id: row.id,
		source: historySources.find((source) => source === row.source) ?? "TTS",
		...presentCommon(row, detail),
	};
}

export function presentSoundHistoryItem(row: ListedRow): SoundHistoryItem {
	return { sound_generation_history_item_id: row.id, ...presentCommon(row, listedOnly) };
}

function presentCommon(row: ListedRow, detail: HistoryDetail) {
	return {
		request_id: row.request_id,
		user_id: row.user_id,
		user_name: row.user_name,
		voice_id: row.voice_id,
		voice_name: row.voice_name,
		voice_category: row.voice_category,
		model_id: row.model_id,
		text: row.text,
		date_unix: unix(row.created_at),
		character_count_change_from: row.characters_from,
		character_count_change_to: row.characters_to,
		content_type: row.content_type,
		state: row.deleted_at === null ? ("created" as const) : ("deleted" as const),
		settings: row.settings,
		feedback: row.feedback,
		share_link_id: row.shared_at === null ? null : row.share_id,
		output_format: row.output_format,
		partial: row.partial,
		peaks: row.peaks === null ? null : [...row.peaks],
		duration_seconds: row.duration_seconds,
		file_name: itemFileName(row, row.output_format),
		dialogue: row.dialogue && [...row.dialogue],
		alignments: detail.alignments,
		takes: detail.takes?.map(({ start, end, seconds, cached }) => ({ start, end, seconds, cached })) ?? null,
		take_check: row.take_check,
	};
}

export function itemFileName(
	row: Pick<FileRow, "voice_name" | "voice_category" | "model_id" | "settings" | "created_at">,
	outputFormat: string,
): string {
	return historyFileName({
		name: row.voice_name,
		date_unix: unix(row.created_at),
		category: row.voice_category,
		model_id: row.model_id,
		voice_settings: row.settings,
		output_format: outputFormat,
	});
}
