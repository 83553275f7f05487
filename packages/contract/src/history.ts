import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { voiceSettings } from "./voices.entities.ts";

const historyItemId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const itemParams = z.object({ history_item_id: historyItemId });
const shareParams = z.object({ share_id: z.string().regex(/^[A-Za-z0-9]{16,64}$/) });
const exportParams = z.object({ export_id: z.string().regex(/^[A-Za-z0-9]{1,64}$/) });
const done = z.object({ status: z.literal("ok") });

/** Where a generation came from, in the words of the public API. */
export const historySources = [
	"TTS",
	"STS",
	"Projects",
	"PD",
	"AN",
	"Dubbing",
	"PlayAPI",
	"ConvAI",
	"VoiceGeneration",
	"InVPC",
	"Flows",
] as const;
export type HistorySource = (typeof historySources)[number];

export const maxDownloadItems = 1_000;
export const maxExportItems = 10_000;

export const minPraiseCharacters = 20;
export const maxFeedbackCharacters = 200;
/** Above so many characters a thumbs-up is taken without asking why. */
export const maxPraisedTextCharacters = 400;
export const reviewedMessage = "This feedback cannot be changed as it was already reviewed.";

const complaints = {
	emotions: z.boolean(),
	inaccurate_clone: z.boolean(),
	glitches: z.boolean(),
	audio_quality: z.boolean(),
	other: z.boolean(),
};

export const feedback = z.object({
	thumbs_up: z.boolean(),
	feedback: z.string(),
	...complaints,
	/** `not_reviewed` means that it can still be changed. */
	review_status: z.string(),
});
export type Feedback = z.output<typeof feedback>;

export const feedbackForm = z
	.object({
		thumbs_up: z.boolean(),
		feedback: z
			.string()
			.trim()
			.max(maxFeedbackCharacters, `Feedback must be at most ${maxFeedbackCharacters} characters long`)
			.default(""),
		emotions: z.boolean().default(false),
		inaccurate_clone: z.boolean().default(false),
		glitches: z.boolean().default(false),
		audio_quality: z.boolean().default(false),
		other: z.boolean().default(false),
	})
	.refine((form) => !form.thumbs_up || form.feedback === "" || form.feedback.length >= minPraiseCharacters, {
		path: ["feedback"],
		message: `Feedback must be at least ${minPraiseCharacters} characters long`,
	});

const alignment = z.object({
	characters: z.array(z.string()),
	character_start_times_seconds: z.array(z.number()),
	character_end_times_seconds: z.array(z.number()),
});
/** Also the form in which the timing of an item lies in storage, under its `alignment_key`. */
export const historyAlignments = z.object({ alignment, normalized_alignment: alignment });
export type HistoryAlignments = z.output<typeof historyAlignments>;

export const dialogueLine = z.object({ text: z.string(), voice_id: z.string(), voice_name: z.string() });

export const historyItem = z.object({
	history_item_id: z.string(),
	request_id: z.string().nullable(),
	user_id: z.string(),
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
	source: z.enum(historySources),
	output_format: z.string(),
	/** Waveform for drawing, 0..255, from the real samples. */
	peaks: z.array(z.int()).nullable(),
	duration_seconds: z.number(),
	file_name: z.string(),
	/** Who said which line, when it was a dialogue. */
	dialogue: z.array(dialogueLine).nullable(),
	/** When each character is heard. Null in lists: ask for the item. */
	alignments: historyAlignments.nullable(),
	/** The sentences it is made of, in order; `cached` ones were on record before and cost nothing. Null in lists. */
	takes: z.array(z.object({ start: z.int(), end: z.int(), seconds: z.number(), cached: z.boolean() })).nullable(),
	/** What the transcriber heard differently, once it has listened. */
	take_check: z.looseObject({}).nullable(),
});
export type HistoryItem = z.output<typeof historyItem>;

/** A sound effect is no speech: it carries its own id in place of `history_item_id`, and /v1/history does not list it. */
export const soundHistoryItem = historyItem
	.omit({ history_item_id: true, source: true })
	.extend({ sound_generation_history_item_id: z.string() });
export type SoundHistoryItem = z.output<typeof soundHistoryItem>;

const filters = {
	voice_id: z.string().max(64).optional(),
	model_id: z.string().max(64).optional(),
	search: z.string().max(500).optional(),
	source: z.enum(historySources).optional(),
};

const unixSeconds = z.int().min(0).max(253_402_300_799);

/** The whole history of a workspace, or what of it a list with these filters shows. */
export const exportFilter = z.object({
	...filters,
	date_before_unix: unixSeconds.optional(),
	date_after_unix: unixSeconds.optional(),
});

export const historyExport = z.object({
	export_id: z.string(),
	status: z.enum(["waiting", "running", "done", "failed", "cancelled", "expired"]),
	done: z.int(),
	total: z.int(),
	/** Items whose sound could not be read; the archive is made without them. */
	skipped: z.int(),
	size_bytes: z.int().nullable(),
	/** Where the archive is, as long as it is there. */
	url: z.string().nullable(),
	file_name: z.string(),
	created_at_unix: z.int(),
	expires_at_unix: z.int().nullable(),
});
export type HistoryExport = z.output<typeof historyExport>;

export const publicUserName = z
	.string()
	.trim()
	.min(1, "Enter a name.")
	.max(60, "At most 60 characters.")
	.regex(/^[^\p{Cc}\p{Cf}]*$/u, "A name has no control characters.");

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
			...filters,
			date_before_unix: z.coerce.number().pipe(unixSeconds).optional(),
			date_after_unix: z.coerce.number().pipe(unixSeconds).optional(),
			sort_direction: z.enum(["asc", "desc"]).default("desc"),
		}),
		response: z.object({
			history: z.array(historyItem),
			last_history_item_id: z.string().nullable(),
			has_more: z.boolean(),
			scanned_until: z.int().nullable(),
		}),
		errors: ["history_item_not_found"],
	}),
	getHistoryItem: endpoint({
		id: "history_get",
		method: "GET",
		path: "/v1/history/{history_item_id}",
		summary: "One generation, with its timing and takes",
		since: "0.1.0",
		auth: "user",
		permission: "speech_history_read",
		params: itemParams,
		response: historyItem,
		errors: ["history_item_not_found"],
	}),
	deleteHistoryItem: endpoint({
		id: "history_delete",
		method: "DELETE",
		path: "/v1/history/{history_item_id}",
		summary: "Delete a generation and its audio; it can be restored for ten minutes",
		since: "0.1.0",
		auth: "user",
		permission: "speech_history_write",
		params: itemParams,
		response: done,
		errors: ["history_item_not_found"],
	}),
	restoreHistoryItem: endpoint({
		id: "history_restore",
		method: "POST",
		path: "/v1/history/{history_item_id}/restore",
		summary: "Bring a generation back that was deleted in the last ten minutes",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_write",
		params: itemParams,
		response: historyItem,
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
		params: itemParams,
		response: "audio",
		errors: ["history_item_not_found"],
	}),
	getHistoryAudioAsAdmin: endpoint({
		id: "admin_history_getAudio",
		method: "GET",
		path: "/v1/admin/history/{history_item_id}/audio",
		summary: "The audio of any member's generation, for admins of the workspace",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: itemParams,
		response: "audio",
		errors: ["history_item_not_found"],
	}),
	sendFeedback: endpoint({
		id: "history_feedback",
		method: "POST",
		path: "/v1/history/{history_item_id}/feedback",
		summary: "Say how good a generation is; may be changed until somebody has reviewed it",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_write",
		params: itemParams,
		body: feedbackForm,
		response: feedback,
		errors: ["history_item_not_found", "conflict"],
	}),
	getShareLink: endpoint({
		id: "history_shareLink",
		method: "GET",
		path: "/v1/history/{history_item_id}/share-link",
		summary: "A link under which anybody can hear a generation; made on first asking, then always the same",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_write",
		params: itemParams,
		response: z.object({ share_link: z.string(), public_user_name: z.string() }),
		errors: ["history_item_not_found"],
	}),
	getShared: endpoint({
		id: "share_get",
		method: "GET",
		path: "/v1/share/{share_id}",
		summary: "A generation that was shared, for anybody with its link",
		since: "0.2.0",
		auth: "public",
		limits: [{ per: "visitor", requests: 120, seconds: 60 }],
		params: shareParams,
		response: z.object({
			title: z.string(),
			text: z.string(),
			voice_name: z.string(),
			public_user_name: z.string(),
			date_unix: z.int(),
			duration_seconds: z.number(),
			peaks: z.array(z.int()).nullable(),
			audio_url: z.string(),
			content_type: z.string(),
		}),
		errors: ["history_item_not_found"],
	}),
	getSharedAudio: endpoint({
		id: "share_getAudio",
		method: "GET",
		path: "/v1/share/{share_id}/audio",
		summary: "The audio of a generation that was shared",
		since: "0.2.0",
		auth: "public",
		limits: [{ per: "visitor", requests: 300, seconds: 60 }],
		params: shareParams,
		response: "audio",
		errors: ["history_item_not_found"],
	}),
	updatePublicUserName: endpoint({
		id: "user_updatePublicUserName",
		method: "POST",
		path: "/v1/user/update-public-user-name",
		summary: "The name under which others see what the caller shares",
		since: "0.2.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ public_user_name: publicUserName }),
		response: done.extend({ public_user_name: z.string() }),
	}),
	downloadHistory: endpoint({
		id: "history_download",
		method: "POST",
		path: "/v1/history/download",
		summary: "One generation as an audio file, several as a zip archive",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		body: z.object({
			history_item_ids: z.array(historyItemId).min(1).max(maxDownloadItems),
			/** wav or zip; anything else, or nothing, means mp3. */
			output_format: z.string().max(40).nullish(),
		}),
		response: "file",
		contentTypes: ["audio/*", "application/zip"],
		errors: ["history_item_not_found", "invalid_request"],
	}),
	createExport: endpoint({
		id: "history_exports_create",
		method: "POST",
		path: "/v1/history/exports",
		summary: "Have a zip archive made of many generations, in the background",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		limits: [{ per: "workspace", requests: 30, seconds: 3_600 }],
		body: z
			.object({
				history_item_ids: z.array(historyItemId).min(1).max(maxExportItems).optional(),
				filter: exportFilter.optional(),
				output_format: z.enum(["mp3", "wav"]).default("mp3"),
			})
			.refine((body) => (body.history_item_ids === undefined) !== (body.filter === undefined), {
				message: "Name either history_item_ids or a filter.",
			}),
		status: 202,
		response: historyExport,
		errors: ["history_item_not_found", "invalid_request"],
	}),
	getExport: endpoint({
		id: "history_exports_get",
		method: "GET",
		path: "/v1/history/exports/{export_id}",
		summary: "How far an archive is",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: exportParams,
		response: historyExport,
		errors: ["not_found"],
	}),
	cancelExport: endpoint({
		id: "history_exports_cancel",
		method: "DELETE",
		path: "/v1/history/exports/{export_id}",
		summary: "Stop making an archive, or remove it",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: exportParams,
		response: historyExport,
		errors: ["not_found"],
	}),
	getExportFile: endpoint({
		id: "history_exports_file",
		method: "GET",
		path: "/v1/history/exports/{export_id}/file",
		summary: "The finished archive, for 24 hours",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: exportParams,
		response: "file",
		contentTypes: ["application/zip"],
		errors: ["not_found"],
	}),
	getFeatures: endpoint({
		id: "features_get",
		method: "GET",
		path: "/v1/features",
		summary: "What this server has switched on",
		since: "0.2.0",
		auth: "public",
		response: z.object({
			feedback: z.boolean(),
			/** Who is making a voice from recordings is not asked by a dialog on top to show that a voice is theirs. */
			clone_captcha_waits: z.boolean(),
		}),
	}),
};
