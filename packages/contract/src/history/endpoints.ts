import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { voiceSettings } from "../voices/schemas.ts";
import { historyPaths } from "./paths.ts";
import { aboutComplaints, historySources, subtitleFormats } from "./rules.ts";
import {
	characterAlignment,
	done,
	feedbackForm,
	historyExport,
	historyItemId,
	historyTake,
	itemParams,
	peaksMeta,
	publicUserName,
	rating,
	sharedGeneration,
	shareLink,
} from "./schemas.ts";

const shareParams = z.object({
	share_id: z
		.string()
		.regex(/^[A-Za-z0-9]{16,64}$/)
		.meta({ description: "Last part of the share link.", examples: ["8Zk2LqVw5TnR0yXcB7dGf3HsJ9mPa4Ue"] }),
});
const exportParams = z.object({
	export_id: z
		.string()
		.regex(/^[A-Za-z0-9]{1,64}$/)
		.meta({ description: "Id of the archive.", examples: ["Ex5oL2yMnB8dTq4RvS1i"] }),
});

export type HistorySource = (typeof historySources)[number];

export const maxDownloadItems = 1_000;
export const maxExportItems = 10_000;

export const feedback = z.object({
	thumbs_up: rating,
	feedback: z.string().meta({ description: "Comment. Empty if there is none.", examples: ["Sounds flat."] }),
	emotions: z.boolean().meta(aboutComplaints.emotions),
	inaccurate_clone: z.boolean().meta(aboutComplaints.inaccurate_clone),
	glitches: z.boolean().meta(aboutComplaints.glitches),
	audio_quality: z.boolean().meta(aboutComplaints.audio_quality),
	other: z.boolean().meta(aboutComplaints.other),
	review_status: z.string().meta({
		description: "Whether the feedback was reviewed. It can be changed while this is `not_reviewed`.",
		examples: ["not_reviewed"],
	}),
});
export type Feedback = z.output<typeof feedback>;

/** Also the schema of the object stored under an item's `alignment_key`. */
export const historyAlignments = z.object({
	alignment: characterAlignment.meta({ description: "Times of the characters as written, without markup." }),
	normalized_alignment: characterAlignment.meta({
		description: "Times of the characters as spoken, with numbers and abbreviations written out.",
	}),
});
export type HistoryAlignments = z.output<typeof historyAlignments>;

export const dialogueLine = z.object({
	text: z.string().meta({ description: "What the voice says, as sent.", examples: ["Did you hear that?"] }),
	voice_id: z.string().meta({ description: "Voice that speaks the line.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	voice_name: z.string().meta({ description: "Name of the voice at that time.", examples: ["Heart"] }),
});

export const historyItem = z.object({
	history_item_id: z.string().meta({ description: "Id of the history item.", examples: ["ja9xsmfGhxYcymxGcOGB"] }),
	request_id: z
		.string()
		.nullable()
		.meta({
			description: "Id of the request that generated it, as in its `request-id` header.",
			examples: ["Qm4TzR8kLw2VxN6sYb1D"],
		}),
	user_id: z.string().meta({ description: "User who generated it.", examples: ["u7KpD3hXeW9rZc5JtG0a"] }),
	user_name: z
		.string()
		.nullable()
		.meta({ description: "Name of that user. Null if the account was deleted.", examples: ["Ada Lovelace"] }),
	voice_id: z.string().meta({
		description: "Voice that speaks. In a dialogue, that of the first line.",
		examples: ["wd5ObpQ4vNaJtC9V1idt"],
	}),
	voice_name: z.string().meta({ description: "Name of the voice at that time.", examples: ["Heart"] }),
	voice_category: z.string().meta({ description: "Category of the voice at that time.", examples: ["premade"] }),
	model_id: z.string().meta({
		description: "Model that generated it. In a dialogue, that of the first line.",
		examples: ["kokoro_82m_v1"],
	}),
	text: z.string().meta({
		description: "Text as sent, markup included. If the generation was interrupted, the part that was delivered.",
		examples: ["Hello, world. How are you?"],
	}),
	date_unix: z.int().meta({ description: "When it was generated, in Unix seconds.", examples: [1_760_000_000] }),
	character_count_change_from: z.int().meta({
		description: "Credits the workspace had used in the billing period before this generation.",
		examples: [1_200],
	}),
	character_count_change_to: z.int().meta({
		description: "Credits used after this generation. The difference is what it cost.",
		examples: [1_226],
	}),
	content_type: z.string().meta({ description: "Media type of the audio.", examples: ["audio/mpeg"] }),
	state: z.enum(["created", "deleted", "processing"]).meta({
		description: "Always `created`; deleted items are not returned.",
		examples: ["created"],
	}),
	settings: voiceSettings.nullable().meta({ description: "Voice settings used. Empty if there were none." }),
	feedback: feedback.nullable().meta({ description: "Rating of the generation. Null if it has none." }),
	share_link_id: z
		.string()
		.nullable()
		.meta({
			description: "Last part of the share link. Null while the generation is not shared.",
			examples: ["8Zk2LqVw5TnR0yXcB7dGf3HsJ9mPa4Ue"],
		}),
	source: z.enum(historySources).meta({
		description: "Feature that generated it. Text to speech and dialogue are `TTS`.",
		examples: ["TTS"],
	}),
	output_format: z.string().meta({
		description: "Codec, sample rate in Hz and bitrate in kbit/s of the audio.",
		examples: ["mp3_44100_128"],
	}),
	partial: z.boolean().meta({
		description: "Whether it ended before its text did and can be continued. `text` is then the part that was spoken.",
		examples: [false],
	}),
	peaks: z.array(z.int()).nullable().meta(peaksMeta),
	duration_seconds: z.number().meta({ description: "Length of the audio in seconds.", examples: [3.185] }),
	file_name: z.string().meta({
		description: "Suggested file name: time, voice, category, settings and model.",
		examples: ["Timbre_2025-10-09T08-53-20_Heart_pre_kokoro_82m_v1.mp3"],
	}),
	dialogue: z
		.array(dialogueLine)
		.nullable()
		.meta({ description: "Lines of a dialogue in order. Null for a single voice." }),
	alignments: historyAlignments.nullable().meta({
		description: "Time of each character. Null in lists, and if the model reported no times.",
	}),
	takes: z.array(historyTake).nullable().meta({ description: "Sentences in order. Null in lists." }),
	take_check: z.looseObject({}).nullable().meta({
		description: "Always null; get the result of a take check from `/v1/history/{history_item_id}/takes`.",
	}),
});
export type HistoryItem = z.output<typeof historyItem>;

/** A sound effect has its own id instead of `history_item_id`, and /v1/history does not list it. */
const soundHistoryItem = historyItem.omit({ history_item_id: true, source: true }).extend({
	sound_generation_history_item_id: z
		.string()
		.meta({ description: "Id of the sound effect.", examples: ["ja9xsmfGhxYcymxGcOGB"] }),
});
export type SoundHistoryItem = z.output<typeof soundHistoryItem>;

const filters = {
	voice_id: z
		.string()
		.max(64)
		.optional()
		.meta({
			description: "Only items of this voice; dialogues count as the voice of their first line.",
			examples: ["wd5ObpQ4vNaJtC9V1idt"],
		}),
	model_id: z
		.string()
		.max(64)
		.optional()
		.meta({ description: "Only items generated with this model.", examples: ["kokoro_82m_v1"] }),
	search: z
		.string()
		.max(500)
		.optional()
		.meta({ description: "Only items whose text contains this. Case-insensitive.", examples: ["hello"] }),
	user_id: z
		.string()
		.max(64)
		.optional()
		.meta({ description: "Only items generated by this user.", examples: ["u7KpD3hXeW9rZc5JtG0a"] }),
	source: z
		.enum(historySources)
		.optional()
		.meta({ description: "Only items generated by this feature.", examples: ["TTS"] }),
};

const unixSeconds = z.int().min(0).max(253_402_300_799);
const aboutBefore = { description: "Only items from before this time, in Unix seconds.", examples: [1_760_086_400] };
const aboutAfter = { description: "Only items from this time on, in Unix seconds.", examples: [1_760_000_000] };

/** The full history of a workspace, or the items a list with these filters shows. */
export const exportFilter = z.object({
	...filters,
	date_before_unix: unixSeconds.optional().meta(aboutBefore),
	date_after_unix: unixSeconds.optional().meta(aboutAfter),
});

export type HistoryExport = z.output<typeof historyExport>;

const pageSize = z.coerce
	.number()
	.int()
	.min(1)
	.max(1000)
	.default(100)
	.meta({ description: "Items per page, 1 to 1000. Default: 100.", examples: [100] });

export const historyEndpoints = {
	listHistory: endpoint({
		...historyPaths.listHistory,
		summary: "List past generations",
		description:
			"Returns the generations of all members of the workspace, newest first by default. For the next page, send `last_history_item_id` as `start_after_history_item_id`. Items in a list have no timestamps and takes; get a single item for those.",
		since: "0.1.0",
		auth: "user",
		permission: "speech_history_read",
		query: z.object({
			page_size: pageSize,
			start_after_history_item_id: historyItemId.optional().meta({
				description: "Continue after this item. It may have been deleted meanwhile.",
				examples: ["ja9xsmfGhxYcymxGcOGB"],
			}),
			...filters,
			date_before_unix: z.coerce.number().pipe(unixSeconds).optional().meta(aboutBefore),
			date_after_unix: z.coerce.number().pipe(unixSeconds).optional().meta(aboutAfter),
			sort_direction: z
				.enum(["asc", "desc"])
				.default("desc")
				.meta({ description: "Oldest (`asc`) or newest (`desc`) first. Default: `desc`.", examples: ["desc"] }),
		}),
		response: z.object({
			history: z.array(historyItem).meta({ description: "Items of this page." }),
			last_history_item_id: z
				.string()
				.nullable()
				.meta({
					description: "Id of the last item of this page. Null if the page is empty.",
					examples: ["ja9xsmfGhxYcymxGcOGB"],
				}),
			has_more: z.boolean().meta({ description: "Whether there is another page.", examples: [true] }),
			scanned_until: z
				.int()
				.nullable()
				.meta({ description: "Always null.", examples: [null] }),
		}),
		errors: ["history_item_not_found"],
	}),
	listSoundHistory: endpoint({
		...historyPaths.listSoundHistory,
		summary: "List past sound effects",
		description:
			"Returns the sound effects of all members of the workspace, newest first. `GET /v1/history` does not list them. For the next page, send `last_sound_generation_history_item_id` as `start_after_sound_generation_history_item_id`.",
		since: "0.5.0",
		auth: "user",
		permission: "speech_history_read",
		query: z.object({
			page_size: pageSize,
			start_after_sound_generation_history_item_id: historyItemId.optional().meta({
				description: "Continue after this sound effect. It may have been deleted meanwhile.",
				examples: ["ja9xsmfGhxYcymxGcOGB"],
			}),
		}),
		response: z.object({
			history: z.array(soundHistoryItem).meta({ description: "Sound effects of this page." }),
			last_sound_generation_history_item_id: z
				.string()
				.nullable()
				.meta({
					description: "Id of the last sound effect of this page. Null if the page is empty.",
					examples: ["ja9xsmfGhxYcymxGcOGB"],
				}),
			has_more: z.boolean().meta({ description: "Whether there is another page.", examples: [true] }),
		}),
		errors: ["history_item_not_found"],
	}),
	getHistoryItem: endpoint({
		...historyPaths.getHistoryItem,
		summary: "Get a generation",
		description:
			"Returns the text, voice, settings and cost of a generation, with the time of each character and its sentences. Get the audio separately.",
		since: "0.1.0",
		auth: "user",
		permission: "speech_history_read",
		params: itemParams,
		response: historyItem,
		errors: ["history_item_not_found"],
	}),
	deleteHistoryItem: endpoint({
		...historyPaths.deleteHistoryItem,
		summary: "Delete a generation",
		description:
			"The generation disappears from the history and its share link stops working immediately. It can be restored for ten minutes, unless the operator changed that; then its audio and the takes that no other generation uses are deleted permanently.",
		since: "0.1.0",
		auth: "user",
		permission: "speech_history_write",
		params: itemParams,
		response: done,
		errors: ["history_item_not_found"],
	}),
	restoreHistoryItem: endpoint({
		...historyPaths.restoreHistoryItem,
		summary: "Restore a deleted generation",
		description:
			"Undoes a deletion within ten minutes, unless the operator changed that time. Its share link works again.",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_write",
		params: itemParams,
		response: historyItem,
		errors: ["history_item_not_found"],
	}),
	getHistoryAudio: endpoint({
		...historyPaths.getHistoryAudio,
		summary: "Get the audio of a generation",
		description:
			"Returns the audio in the format it was generated in. Supports a single byte range with the `Range` header.",
		since: "0.1.0",
		auth: "user",
		permission: "speech_history_read",
		params: itemParams,
		response: "audio",
		errors: ["history_item_not_found"],
	}),
	getSubtitles: endpoint({
		...historyPaths.getSubtitles,
		summary: "Get the subtitles of a generation",
		description:
			"Returns the text with its times as SubRip or WebVTT: at most two lines of 42 characters and seven seconds at a time. Fails if the generation has no timestamps.",
		since: "0.3.0",
		auth: "user",
		permission: "speech_history_read",
		params: itemParams,
		query: z.object({
			format: z
				.enum(subtitleFormats)
				.default("srt")
				.meta({ description: "`srt` or `vtt`. Default: `srt`.", examples: ["srt"] }),
		}),
		response: "file",
		contentTypes: ["application/x-subrip", "text/vtt"],
		errors: ["history_item_not_found", "conflict"],
	}),
	getHistoryAudioAsAdmin: endpoint({
		...historyPaths.getHistoryAudioAsAdmin,
		summary: "Get audio as a workspace admin",
		description:
			"Returns the audio of a generation of any member. Only for workspace admins. Supports a single byte range with the `Range` header.",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: itemParams,
		response: "audio",
		errors: ["history_item_not_found"],
	}),
	sendFeedback: endpoint({
		...historyPaths.sendFeedback,
		summary: "Rate a generation",
		description: "Replaces earlier feedback and returns it. Feedback that was already reviewed can't be changed.",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_write",
		params: itemParams,
		body: feedbackForm,
		response: feedback,
		errors: ["history_item_not_found", "conflict"],
	}),
	getShareLink: endpoint({
		...historyPaths.getShareLink,
		summary: "Get a share link",
		description:
			"Returns the link of a generation without making it public. The link works for others only after it was created with POST.",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: itemParams,
		response: shareLink,
		errors: ["history_item_not_found"],
	}),
	createShareLink: endpoint({
		...historyPaths.createShareLink,
		summary: "Create a share link",
		description:
			"Makes the link work. Anyone with it can read the text and play the audio until you stop sharing or delete the generation. Repeating the request returns the same link.",
		since: "0.3.0",
		auth: "user",
		permission: "speech_history_write",
		params: itemParams,
		response: shareLink,
		errors: ["history_item_not_found"],
	}),
	deleteShareLink: endpoint({
		...historyPaths.deleteShareLink,
		summary: "Stop sharing a generation",
		description:
			"The link stops working immediately and permanently. If you share the generation again, it gets a new link.",
		since: "0.3.0",
		auth: "user",
		permission: "speech_history_write",
		params: itemParams,
		response: shareLink,
		errors: ["history_item_not_found"],
	}),
	getShared: endpoint({
		...historyPaths.getShared,
		summary: "Get a shared generation",
		description: "Returns what the page of a share link shows. Needs no account.",
		since: "0.2.0",
		auth: "public",
		limits: [{ per: "visitor", requests: 120, seconds: 60 }],
		params: shareParams,
		response: sharedGeneration,
		errors: ["history_item_not_found"],
	}),
	getSharedAudio: endpoint({
		...historyPaths.getSharedAudio,
		summary: "Get shared audio",
		description:
			"Returns the audio behind a share link. Needs no account. Supports a single byte range with the `Range` header.",
		since: "0.2.0",
		auth: "public",
		limits: [{ per: "visitor", requests: 300, seconds: 60 }],
		params: shareParams,
		response: "audio",
		errors: ["history_item_not_found"],
	}),
	updatePublicUserName: endpoint({
		...historyPaths.updatePublicUserName,
		summary: "Update your public name",
		description: "Changes the name that others see on your shared generations and your profile.",
		since: "0.2.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			public_user_name: publicUserName.meta({
				description: "New name, 1 to 60 characters without control characters.",
				examples: ["Ada L."],
			}),
		}),
		response: done.extend({
			public_user_name: z.string().meta({ description: "The new name.", examples: ["Ada L."] }),
		}),
	}),
	downloadHistory: endpoint({
		...historyPaths.downloadHistory,
		summary: "Download generations",
		description:
			"Returns one generation as an audio file, or up to 1,000 as a zip archive, converted if needed. For larger downloads, create an archive with `/v1/history/exports`.",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		body: z.object({
			history_item_ids: z
				.array(historyItemId)
				.min(1)
				.max(maxDownloadItems)
				.meta({
					description: "Ids of the items, 1 to 1,000. Several are returned as a zip archive.",
					examples: [["ja9xsmfGhxYcymxGcOGB"]],
				}),
			output_format: z
				.string()
				.max(40)
				.nullish()
				.meta({
					description: "`wav`, or `zip` for an archive of MP3 files even with one item. Anything else is `mp3`.",
					examples: ["wav"],
				}),
		}),
		response: "file",
		contentTypes: ["audio/*", "application/zip"],
		errors: ["history_item_not_found", "invalid_request"],
	}),
	createExport: endpoint({
		...historyPaths.createExport,
		summary: "Create an archive of generations",
		description:
			"Builds a zip archive of up to 10,000 generations and 3 GB in the background. Send either `history_item_ids` or a `filter`; an empty filter selects the full history. Only you can see the archive. At most 30 requests an hour per workspace.",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		limits: [{ per: "workspace", requests: 30, seconds: 3_600 }],
		body: z
			.object({
				history_item_ids: z
					.array(historyItemId)
					.min(1)
					.max(maxExportItems)
					.optional()
					.meta({
						description: "Ids of the items, 1 to 10,000.",
						examples: [["ja9xsmfGhxYcymxGcOGB"]],
					}),
				filter: exportFilter.optional().meta({ description: "Selects items like the filters of the list." }),
				output_format: z
					.enum(["mp3", "wav"])
					.default("mp3")
					.meta({ description: "Format of the files in the archive. Default: `mp3`.", examples: ["mp3"] }),
			})
			.refine((body) => (body.history_item_ids === undefined) !== (body.filter === undefined), {
				message: "Send either history_item_ids or a filter.",
			})
			.meta({ examples: [{ history_item_ids: ["ja9xsmfGhxYcymxGcOGB"] }] }),
		status: 202,
		response: historyExport,
		errors: ["history_item_not_found", "invalid_request"],
	}),
	getExport: endpoint({
		...historyPaths.getExport,
		summary: "Get an archive",
		description: "Returns the status and progress of an archive that you requested.",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: exportParams,
		response: historyExport,
		errors: ["not_found"],
	}),
	cancelExport: endpoint({
		...historyPaths.cancelExport,
		summary: "Cancel or delete an archive",
		description:
			"Stops an archive that is being built, or deletes a finished one immediately. Returns the archive with the status `cancelled`; failed and expired archives don't change.",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: exportParams,
		response: historyExport,
		errors: ["not_found"],
	}),
	getExportFile: endpoint({
		...historyPaths.getExportFile,
		summary: "Download an archive",
		description:
			"Returns the zip archive. It is available for 24 hours after it is finished, unless the operator changed that. Supports a single byte range with the `Range` header.",
		since: "0.2.0",
		auth: "user",
		permission: "speech_history_read",
		params: exportParams,
		response: "file",
		contentTypes: ["application/zip"],
		errors: ["not_found"],
	}),
	getFeatures: endpoint({
		...historyPaths.getFeatures,
		summary: "Get enabled features",
		description: "Returns the optional features of this server, as configured by the operator. Needs no account.",
		since: "0.2.0",
		auth: "public",
		response: z.object({
			feedback: z.boolean().meta({ description: "Whether the app asks users to rate generations.", examples: [true] }),
			clone_captcha_waits: z.boolean().meta({
				description:
					"Whether the voice verification dialog stays closed while a user is creating a voice from recordings.",
				examples: [true],
			}),
		}),
	}),
};
