import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { voiceSettings } from "./voices.ts";

const historyItemId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const feedback = z.object({
	thumbs_up: z.boolean(),
	feedback: z.string(),
	emotions: z.boolean(),
	inaccurate_clone: z.boolean(),
	glitches: z.boolean(),
	audio_quality: z.boolean(),
	other: z.boolean(),
	review_status: z.string(),
});

export const historyItem = z.object({
	history_item_id: z.string(),
	request_id: z.string().nullable(),
	voice_id: z.string(),
	voice_name: z.string(),
	voice_category: z.string(),
	model_id: z.string(),
	text: z.string(),
	date_unix: z.int(),
	character_count_change_from: z.int(),
	character_count_change_to: z.int(),
	content_type: z.string(),
	state: z.enum(["created", "deleted", "processing"]),
	settings: voiceSettings.nullable(),
	feedback: feedback.nullable(),
	share_link_id: z.string().nullable(),
	source: z.enum(["TTS", "STS"]),
	output_format: z.string(),
	/** Waveform for drawing, 0..255, from the real samples. */
	peaks: z.array(z.int()).nullable(),
	duration_seconds: z.number(),
	file_name: z.string(),
});
export type HistoryItem = z.output<typeof historyItem>;

export const historyEndpoints = {
	listHistory: endpoint({
		id: "history_list",
		method: "GET",
		path: "/v1/history",
		summary: "Earlier generations, newest first",
		since: "0.1.0",
		auth: "user",
		permission: "speech_history_read",
		query: z.object({
			page_size: z.coerce.number().int().min(1).max(1000).default(100),
			start_after_history_item_id: historyItemId.optional(),
			voice_id: z.string().optional(),
			model_id: z.string().optional(),
			date_before_unix: z.coerce.number().int().optional(),
			date_after_unix: z.coerce.number().int().optional(),
			sort_direction: z.enum(["asc", "desc"]).default("desc"),
			search: z.string().max(500).optional(),
			source: z.enum(["TTS", "STS"]).optional(),
		}),
		response: z.object({
			history: z.array(historyItem),
			last_history_item_id: z.string().nullable(),
			has_more: z.boolean(),
			scanned_until: z.int().nullable(),
		}),
	}),
	getHistoryItem: endpoint({
		id: "history_get",
		method: "GET",
		path: "/v1/history/{history_item_id}",
		summary: "One generation",
		since: "0.1.0",
		auth: "user",
		permission: "speech_history_read",
		params: z.object({ history_item_id: historyItemId }),
		response: historyItem,
		errors: ["history_item_not_found"],
	}),
	deleteHistoryItem: endpoint({
		id: "history_delete",
		method: "DELETE",
		path: "/v1/history/{history_item_id}",
		summary: "Delete a generation and its audio",
		since: "0.1.0",
		auth: "user",
		permission: "speech_history_write",
		params: z.object({ history_item_id: historyItemId }),
		response: z.object({ status: z.literal("ok") }),
		errors: ["history_item_not_found"],
	}),
	getHistoryAudio: endpoint({
		id: "history_getAudio",
		method: "GET",
		path: "/v1/history/{history_item_id}/audio",
		summary: "The audio of a generation",
		since: "0.1.0",
		auth: "user",
		permission: "speech_history_read",
		params: z.object({ history_item_id: historyItemId }),
		response: "audio",
		errors: ["history_item_not_found"],
	}),
};
