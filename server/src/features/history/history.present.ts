import type { HistoryItem } from "@timbre/contract/history.ts";
import { voiceSettings } from "@timbre/contract/voices.ts";
import type { HistoryRow } from "./history.repo.ts";

const extensions: Record<string, string> = {
	mp3: "mp3",
	opus: "ogg",
	wav: "wav",
	pcm: "pcm",
	ulaw: "ulaw",
	alaw: "alaw",
};

export function presentHistoryItem(row: HistoryRow): HistoryItem {
	return {
		history_item_id: row.id,
		request_id: row.request_id,
		voice_id: row.voice_id,
		voice_name: row.voice_name,
		voice_category: row.voice_category,
		model_id: row.model_id,
		text: row.text,
		date_unix: Math.floor(row.created_at.getTime() / 1000),
		character_count_change_from: row.characters_from,
		character_count_change_to: row.characters_to,
		content_type: row.content_type,
		state: "created",
		settings: row.settings === null ? null : voiceSettings.parse(row.settings),
		feedback: null,
		share_link_id: null,
		source: row.source === "STS" ? "STS" : "TTS",
		output_format: row.output_format,
		peaks: row.peaks === null ? null : [...row.peaks],
		duration_seconds: row.duration_seconds,
		file_name: historyFileName(row),
	};
}

/** Readable, sortable by time, and safe on every file system. */
export function historyFileName(row: Pick<HistoryRow, "voice_name" | "created_at" | "output_format">): string {
	const stamp = row.created_at.toISOString().slice(0, 19).replaceAll(":", "-");
	const voice = row.voice_name.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
	return `Timbre_${stamp}_${voice}.${extensions[row.output_format.split("_")[0] ?? ""] ?? "bin"}`;
}
