import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "./endpoint.ts";
import { maxSampleBytes, maxSampleFiles, voiceLabels } from "./voices.cloning.ts";
import { voice, voiceCategories, voiceId, voiceSettings } from "./voices.entities.ts";

/** How a voice is spoken while nobody says anything else. */
export const defaultVoiceSettings = {
	stability: 0.5,
	similarity_boost: 0.75,
	style: 0,
	use_speaker_boost: true,
	speed: 1,
} as const;

/** Adding and editing voices, in a period of the plan. */
export const maxVoiceEdits = (voiceLimit: number): number => Math.round(1.5 * voiceLimit + 50);

/** `saved` is all but the defaults, and those of them that are a favourite or in a collection. */
export const voiceTypes = [
	"personal",
	"community",
	"default",
	"workspace",
	"non-default",
	"non-community",
	"saved",
] as const;
export type VoiceType = (typeof voiceTypes)[number];

/** Of professional voices: `draft` has no samples yet, `not_verified` has them and nobody's word. */
export const fineTuningFilters = [
	"draft",
	"not_verified",
	"not_started",
	"queued",
	"fine_tuning",
	"fine_tuned",
	"failed",
	"delayed",
] as const;

export const maxVoicesPage = 100;
export const maxCollections = 200;

const text = z.string().trim().max(100);
/** A filter that may be given several times: any of them will do. */
const anyOf = <S extends z.ZodType>(one: S, most: number) =>
	z
		.union([one, z.array(one).max(most)])
		.transform((given): z.output<S>[] => (Array.isArray(given) ? given : [given]))
		.optional();
const thingId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "An id is letters, digits, hyphens and underscores.");

const voicesQuery = z.object({
	page_size: z.coerce.number().int().min(1).max(maxVoicesPage).default(10),
	next_page_token: z.string().max(1_000).optional(),
	search: text.optional(),
	sort: z.enum(["created_at_unix", "name"]).optional(),
	sort_direction: z.enum(["asc", "desc"]).optional(),
	voice_type: z.enum(voiceTypes).optional(),
	category: z.enum(voiceCategories).optional(),
	fine_tuning_state: z.enum(fineTuningFilters).optional(),
	collection_id: thingId.optional(),
	gender: text.optional(),
	age: text.optional(),
	language: anyOf(text, 20),
	accent: text.optional(),
	use_cases: anyOf(text, 20),
	/** Only what stays usable for so long after its owner has taken it back. Voices that nobody can take back stay for ever. */
	min_notice_period_days: z.coerce.number().int().min(0).max(10_000).optional(),
	include_custom_rates: z.stringbool().optional(),
	include_live_moderated: z.stringbool().optional(),
	high_quality: z.stringbool().optional(),
	include_total_count: z.stringbool().default(true),
	voice_ids: anyOf(voiceId, maxVoicesPage),
});
export type VoicesQuery = z.output<typeof voicesQuery>;

const accent = z.object({ accent: z.string(), language: z.string(), code: z.string(), name: z.string() });
export type VoiceAccent = z.output<typeof accent>;

const collection = z.object({
	collection_id: z.string(),
	title: z.string(),
	/** An emoji or the name of an icon; a page decides how it is drawn. */
	icon: z.string(),
	permission_on_resource: z.enum(["admin", "editor", "commenter", "viewer"]),
	/** Of voices that are still there. */
	voice_count: z.int(),
	created_at_unix: z.int(),
});
export type VoiceCollection = z.output<typeof collection>;
const collectionTitle = z.string().trim().min(1, "A collection needs a name.").max(60);
const collectionIcon = z.string().trim().min(1).max(40);

const done = z.object({ status: z.literal("ok") });
const read = { since: "0.5.0", auth: "user", permission: "voices_read" } as const;
const write = { since: "0.5.0", auth: "user", permission: "voices_write" } as const;
const params = z.object({ voice_id: voiceId });
const sampleParams = z.object({ voice_id: voiceId, sample_id: thingId });
const oneCollection = z.object({ collection_id: thingId });
const collectionItem = z.object({ collection_id: thingId, voice_id: voiceId });

export const ownEndpoints = {
	searchVoices: endpoint({
		id: "voices_search",
		method: "GET",
		path: "/v2/voices",
		summary: "Find voices the workspace can speak with, page by page",
		...read,
		query: voicesQuery,
		response: z.object({
			voices: z.array(voice),
			has_more: z.boolean(),
			/** Of all that fit; -1 when it was not asked for. */
			total_count: z.int(),
			next_page_token: z.string().nullable(),
		}),
		errors: ["invalid_request", "voice_collection_not_found"],
	}),
	getDefaultVoiceSettings: endpoint({
		id: "voices_settings_getDefault",
		method: "GET",
		path: "/v1/voices/settings/default",
		summary: "The settings a voice is spoken with while nobody says anything else",
		...read,
		response: voiceSettings,
	}),
	getVoiceSettings: endpoint({
		id: "voices_settings_get",
		method: "GET",
		path: "/v1/voices/{voice_id}/settings",
		summary: "The settings this workspace keeps for a voice",
		...read,
		params,
		response: voiceSettings,
		errors: ["voice_not_found"],
	}),
	editVoiceSettings: endpoint({
		id: "voices_settings_update",
		method: "POST",
		path: "/v1/voices/{voice_id}/settings/edit",
		summary: "Keep settings for a voice: it is spoken with them wherever a request says nothing else",
		...write,
		params,
		body: voiceSettings,
		response: done,
		errors: ["voice_not_found"],
	}),
	replicateVoice: endpoint({
		id: "voices_replicateToIsolatedEnvironment",
		method: "POST",
		path: "/v1/voices/{voice_id}/replicate-to-isolated-environment",
		summary: "Copy a designed voice to another workspace you are a member of; there it has an id of its own",
		...write,
		params,
		body: z.object({
			target_workspace_id: thingId,
			/** Ids are not shared between workspaces of a server: true is refused. */
			preserve_voice_id: z.boolean().nullish(),
		}),
		response: z.object({ voice_id: z.string() }),
		errors: ["voice_not_found", "workspace_not_found", "invalid_request", "conflict", "voice_limit_reached"],
	}),
	editVoice: endpoint({
		id: "voices_update",
		method: "POST",
		path: "/v1/voices/{voice_id}/edit",
		summary: "Change what a voice is called and how it is described; of one made from samples, add some",
		...write,
		params,
		multipart: { files: maxSampleFiles, maxFileBytes: maxSampleBytes },
		body: z.object({
			name: z.string().trim().min(1, "A voice needs a name.").max(100),
			files: anyOf(
				z.custom<UploadedFile>(isUploadedFile, "Send each recording as a file part called files."),
				maxSampleFiles,
			),
			remove_background_noise: z.stringbool().default(false),
			description: z.string().trim().max(500).nullish(),
			labels: voiceLabels,
			moderate_metadata: z.stringbool().default(false),
		}),
		response: done,
		errors: [
			"voice_not_found",
			"voice_edit_limit_reached",
			"invalid_audio",
			"conflict",
			"payload_too_large",
			"system_busy",
		],
	}),
	deleteVoice: endpoint({
		id: "voices_delete",
		method: "DELETE",
		path: "/v1/voices/{voice_id}",
		summary: "Delete a voice, its samples and its previews",
		...write,
		params,
		response: done,
		errors: ["voice_not_found"],
	}),
	favouriteVoice: endpoint({
		id: "voices_favorite",
		method: "POST",
		path: "/v1/voices/{voice_id}/favorite",
		summary: "Mark a voice as one's favourite, or take the mark away",
		...read,
		params,
		body: z.object({ favorite: z.boolean().default(true) }),
		response: z.object({ status: z.literal("ok"), favorited_at_unix: z.int().nullable() }),
		errors: ["voice_not_found"],
	}),
	getSampleAudio: endpoint({
		id: "voices_samples_audio_get",
		method: "GET",
		path: "/v1/voices/{voice_id}/samples/{sample_id}/audio",
		summary: "A recording that a voice was made from, as it came",
		...read,
		params: sampleParams,
		response: "audio",
		errors: ["voice_not_found", "sample_not_found"],
	}),
	deleteSample: endpoint({
		id: "samples_delete",
		method: "DELETE",
		path: "/v1/voices/{voice_id}/samples/{sample_id}",
		summary: "Remove a recording that a voice was made from",
		...write,
		params: sampleParams,
		response: done,
		errors: ["voice_not_found", "sample_not_found"],
	}),
	listAccents: endpoint({
		id: "voices_accents_get",
		method: "GET",
		path: "/v1/voices/accents",
		summary: "The accents that the voices of this server have",
		...read,
		query: z.object({ language: text.optional(), model_id: z.string().max(100).optional() }),
		response: z.object({ accents: z.array(accent) }),
	}),
	listCollections: endpoint({
		id: "voices_collections_list",
		method: "GET",
		path: "/v1/voices/collections",
		summary: "One's collections of voices, the oldest first",
		...read,
		response: z.object({ collections: z.array(collection) }),
	}),
	createCollection: endpoint({
		id: "voices_collections_create",
		method: "POST",
		path: "/v1/voices/collections",
		summary: "Make a collection of voices",
		...write,
		body: z.object({ title: collectionTitle, icon: collectionIcon }),
		response: collection,
		errors: ["conflict"],
	}),
	getCollection: endpoint({
		id: "voices_collections_get",
		method: "GET",
		path: "/v1/voices/collections/{collection_id}",
		summary: "One collection; its voices are found by GET /v2/voices with its id",
		...read,
		params: oneCollection,
		response: collection,
		errors: ["voice_collection_not_found"],
	}),
	updateCollection: endpoint({
		id: "voices_collections_update",
		method: "PATCH",
		path: "/v1/voices/collections/{collection_id}",
		summary: "Rename a collection or give it another icon",
		...write,
		params: oneCollection,
		body: z.object({ title: collectionTitle.nullish(), icon: collectionIcon.nullish() }),
		response: collection,
		errors: ["voice_collection_not_found"],
	}),
	deleteCollection: endpoint({
		id: "voices_collections_delete",
		method: "DELETE",
		path: "/v1/voices/collections/{collection_id}",
		summary: "Delete a collection; its voices stay",
		...write,
		params: oneCollection,
		response: z.object({ collection_id: z.string() }),
		errors: ["voice_collection_not_found"],
	}),
	addVoiceToCollection: endpoint({
		id: "voices_collections_addVoice",
		method: "POST",
		path: "/v1/voices/collections/{collection_id}/voice/{voice_id}",
		summary: "Put a voice into a collection",
		...write,
		params: collectionItem,
		response: z.object({ collection_id: z.string(), voice_id: z.string() }),
		errors: ["voice_collection_not_found", "voice_not_found"],
	}),
	removeVoiceFromCollection: endpoint({
		id: "voices_collections_removeVoice",
		method: "DELETE",
		path: "/v1/voices/collections/{collection_id}/voice/{voice_id}",
		summary: "Take a voice out of a collection",
		...write,
		params: collectionItem,
		response: z.object({ collection_id: z.string(), voice_id: z.string() }),
		errors: ["voice_collection_not_found"],
	}),
};
