import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "./endpoint.ts";
import { voiceCategories, voiceId, voiceOrigins, voiceSharing } from "./voices.entities.ts";

/** Who publishes what comes with the server. */
export const serverOwnerId = "timbre";

export const librarySorts = [
	"trending",
	"created_date",
	"cloned_by_count",
	"usage_character_count_1y",
	"name",
	"relevance",
] as const;
export type LibrarySort = (typeof librarySorts)[number];

export const libraryAges = ["young", "middle_aged", "old"] as const;
export const libraryGenders = ["female", "male", "neutral"] as const;
export const libraryUseCases = [
	"narrative_story",
	"conversational",
	"characters_animation",
	"social_media",
	"entertainment_tv",
	"advertisement",
	"informative_educational",
] as const;

/** Pages by number end here; what lies deeper is reached by `last_sort_id`. */
export const maxPagedVoices = 10_000;
/** Counted no further: to count a million voices for each search would cost more than the search. */
export const maxCountedVoices = 1_000;
export const maxSimilarFileBytes = 20_000_000;

/** Days. */
export const maxNoticePeriod = 730;
/** Dollars for 1,000 credits: what its use is worth to the owner of a voice who asks for nothing else. */
export const usualVoiceRate = 0.03;
export const maxVoiceRate = 0.3;

/** What a rate in dollars makes of each credit: 1 at the usual rate and below. */
export function rateMultiplier(dollarsPerThousand: number | null | undefined): number {
	if (dollarsPerThousand === null || dollarsPerThousand === undefined) return 1;
	return Math.max(1, Math.round((dollarsPerThousand / usualVoiceRate) * 100) / 100);
}

const publicUserId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{1,64}$/, "An owner's public id is letters, digits, hyphens and underscores.");
const ofOwner = z.object({ public_user_id: publicUserId, voice_id: voiceId });
const label = z.string().trim().min(1).max(40);
/** A filter that may be given several times: any of them will do. */
const anyOf = z.union([label, z.array(label).max(20)]).transform((given) => [given].flat());

export const libraryVoice = z.object({
	public_owner_id: z.string(),
	voice_id: z.string(),
	date_unix: z.int(),
	name: z.string(),
	accent: z.string(),
	gender: z.string(),
	age: z.string(),
	descriptive: z.string(),
	use_case: z.string(),
	category: z.enum(voiceCategories),
	language: z.string().nullable(),
	locale: z.string().nullable(),
	description: z.string().nullable(),
	preview_url: z.string().nullable(),
	usage_character_count_1y: z.int(),
	usage_character_count_7d: z.int(),
	/** Of these those by the API; not counted apart from the rest. */
	play_api_usage_character_count_1y: z.int(),
	cloned_by_count: z.int(),
	/** Times the credits; null is once. */
	rate: z.number().nullable(),
	/** Dollars for 1,000 credits; told to the owner alone. */
	fiat_rate: z.number().nullable(),
	free_users_allowed: z.boolean(),
	live_moderation_enabled: z.boolean(),
	featured: z.boolean(),
	verified_languages: z.array(
		z.object({
			language: z.string(),
			model_id: z.string(),
			accent: z.string().nullable(),
			locale: z.string().nullable(),
			preview_url: z.string().nullable(),
		}),
	),
	/** In days. */
	notice_period: z.int(),
	/** Removed by its owner: nobody can add it any more, and who has it can use it until then. */
	disable_at_unix: z.int().nullable(),
	reader_app_enabled: z.boolean(),
	instagram_username: z.null(),
	twitter_username: z.null(),
	youtube_username: z.null(),
	tiktok_username: z.null(),
	image_url: z.null(),
	is_added_by_user: z.boolean(),
	is_bookmarked: z.boolean(),
	/** The caller's own copy, once it was added. */
	added_voice_id: z.string().nullable(),
	is_owner: z.boolean(),
	owner_name: z.string(),
	origin: z.enum(voiceOrigins),
	model_id: z.string(),
	labels: z.record(z.string(), z.string()),
	/** 0..1, of a search by voice; else null. */
	similarity: z.number().nullable(),
});
export type LibraryVoice = z.output<typeof libraryVoice>;

const libraryPage = z.object({
	voices: z.array(libraryVoice),
	has_more: z.boolean(),
	/** At most `maxCountedVoices`. */
	total_count: z.int(),
	/** There are more than were counted: "1,000+". */
	total_count_capped: z.boolean(),
	/** Where the next page begins, however deep: send it back as `last_sort_id`. */
	last_sort_id: z.string().nullable(),
	/** What was made of the words searched for: those that became filters, those looked for, and those nothing was found with. */
	understood: z
		.object({ filters: z.record(z.string(), z.string()), words: z.array(z.string()), ignored: z.array(z.string()) })
		.nullable(),
});
export type LibraryPage = z.output<typeof libraryPage>;

const facet = z.object({ value: z.string(), name: z.string(), count: z.int() });
export type LibraryFacet = z.output<typeof facet>;

/** How a voice is offered in the library. */
export const sharingOptions = z.object({
	enable_library: z.boolean(),
	/** Days between the removal of the voice and the moment in which copies of it fall silent. */
	notice_period: z.int().min(0).max(maxNoticePeriod).default(0),
	/** Dollars for 1,000 credits; null is the usual rate. */
	custom_rate: z.number().min(usualVoiceRate).max(maxVoiceRate).nullish(),
	enable_live_moderation: z.boolean().default(false),
	free_users_allowed: z.boolean().default(true),
	/** Something the voice has said, to be its preview; null leaves the one it has. */
	preview_history_item_id: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,64}$/)
		.nullish(),
	voice_mixing_allowed: z.boolean().default(false),
	/** language, accent, gender, age, descriptive, use_case and what else one wants to say. */
	labels: z
		.record(
			z
				.string()
				.trim()
				.regex(/^[a-z][a-z0-9_]{0,39}$/, "A label's name is small letters, digits and underscores."),
			z.string().trim().max(60),
		)
		.refine((given) => Object.keys(given).length <= 20, "At most 20 labels.")
		.nullish(),
	reader_app_enabled: z.boolean().default(false),
	reader_restricted_on: z
		.array(z.object({ resource_type: z.enum(["read", "collection"]), resource_id: z.string().min(1).max(100) }))
		.max(1_000)
		.default([]),
});
export type SharingOptions = z.output<typeof sharingOptions>;

export const statsRanges = ["7d", "30d", "90d", "1y"] as const;

const linkShare = z.object({
	enabled: z.boolean(),
	/** Who may add it; nobody named is everybody who has the link. */
	emails: z.array(z.string()),
	/** To the page where it can be heard and added. */
	url: z.string(),
	public_owner_id: z.string(),
	voice_id: z.string(),
	created_at_unix: z.int().nullable(),
});

export const libraryEndpoints = {
	listSharedVoices: endpoint({
		id: "voices_getShared",
		method: "GET",
		path: "/v1/shared-voices",
		summary: "Search the voices that everybody can add, by words, labels and what they cost",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		query: z.object({
			page_size: z.coerce.number().int().min(1).max(100).default(30),
			category: z.enum(voiceCategories).optional(),
			gender: label.optional(),
			age: label.optional(),
			accent: label.optional(),
			language: label.optional(),
			locale: label.optional(),
			/** A name, a label, a language or a plain description: "calm older British man for audiobooks". */
			search: z.string().trim().max(300).optional(),
			use_cases: anyOf.optional(),
			descriptives: anyOf.optional(),
			featured: z.stringbool().default(false),
			min_notice_period_days: z.coerce.number().int().min(0).max(maxNoticePeriod).optional(),
			/** False leaves out those that cost more than once the credits. */
			include_custom_rates: z.stringbool().default(true),
			include_live_moderated: z.stringbool().default(true),
			reader_app_enabled: z.stringbool().default(false),
			owner_id: publicUserId.optional(),
			/** Unless told: the best match first for a search, else the newest. */
			sort: z.enum(librarySorts).optional(),
			page: z.coerce.number().int().min(0).max(maxPagedVoices).default(0),
			/** The `last_sort_id` of the page before; goes before `page`. */
			last_sort_id: z.string().max(400).optional(),
		}),
		response: libraryPage,
		errors: ["invalid_request"],
	}),
	listLibraryFilters: endpoint({
		id: "voices_sharedFilters",
		method: "GET",
		path: "/v1/shared-voices/filters",
		summary: "What the library can be filtered by, and how many voices there are of each",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		response: z.object({
			languages: z.array(facet),
			/** With the language they are an accent of. */
			accents: z.array(facet.extend({ language: z.string() })),
			genders: z.array(facet),
			ages: z.array(facet),
			use_cases: z.array(facet),
			descriptives: z.array(facet),
			categories: z.array(facet),
			total: z.int(),
		}),
	}),
	getSharedVoice: endpoint({
		id: "voices_getSharedOne",
		method: "GET",
		path: "/v1/shared-voices/{public_user_id}/{voice_id}",
		summary: "One voice of the library, with its preview in each language it has one",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		params: ofOwner,
		response: libraryVoice,
		errors: ["voice_not_found"],
	}),
	findSimilarVoices: endpoint({
		id: "voices_findSimilarVoices",
		method: "POST",
		path: "/v1/similar-voices",
		summary: "The voices of the library that sound most like a recording, or like another voice",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		multipart: { files: 1, maxFileBytes: maxSimilarFileBytes },
		body: z.object({
			audio_file: z.custom<UploadedFile>(isUploadedFile, "Send the recording as a file part.").optional(),
			/** Instead of a recording: a voice one can speak with, or one of the library. */
			voice_id: voiceId.optional(),
			/** 0..2: the greater the less alike may a voice be. */
			similarity_threshold: z.coerce.number().min(0).max(2).optional(),
			top_k: z.coerce.number().int().min(1).max(100).default(10),
		}),
		response: libraryPage,
		errors: ["voice_not_found", "invalid_audio", "invalid_request", "system_busy", "payload_too_large"],
		limits: [{ per: "workspace", requests: 30, seconds: 60 }],
	}),
	addSharedVoice: endpoint({
		id: "voices_share",
		method: "POST",
		path: "/v1/voices/add/{public_user_id}/{voice_id}",
		summary: "Add a voice of the library, or one shared by its link, to one's own",
		since: "0.5.0",
		auth: "user",
		permission: "add_voice_from_voice_library",
		params: ofOwner,
		body: z.object({ new_name: z.string().trim().min(1).max(100), bookmarked: z.boolean().default(true) }),
		response: z.object({ voice_id: z.string() }),
		errors: ["voice_not_found", "voice_limit_reached", "only_for_higher_plan", "conflict"],
	}),
	getVoiceShare: endpoint({
		id: "voices_getShare",
		method: "GET",
		path: "/v1/voices/{voice_id}/share",
		summary: "How a voice is shared: its link, and what it is offered for in the library",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		params: z.object({ voice_id: voiceId }),
		response: z.object({ link: linkShare, library: voiceSharing.nullable() }),
		errors: ["voice_not_found"],
	}),
	shareVoice: endpoint({
		id: "voices_shareByLink",
		method: "POST",
		path: "/v1/voices/{voice_id}/share",
		summary: "Share a voice by a link, with everybody who has it or with some people alone; or stop",
		since: "0.5.0",
		auth: "user",
		permission: "share_voice_externally",
		params: z.object({ voice_id: voiceId }),
		body: z.object({ enable: z.boolean(), emails: z.array(z.email().max(254)).max(100).default([]) }),
		response: linkShare,
		errors: ["voice_not_found", "conflict"],
		limits: [{ per: "workspace", requests: 60, seconds: 3_600 }],
	}),
	getSharedLink: endpoint({
		id: "voices_getSharedLink",
		method: "GET",
		path: "/v1/voices/share/{public_user_id}/{voice_id}",
		summary: "What a shared link leads to, and whether the caller may add it",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		params: ofOwner,
		response: z.object({
			voice: libraryVoice,
			/** Reached by its link alone, not found in the library. */
			unlisted: z.boolean(),
			can_add: z.boolean(),
			/** Why not, in words. */
			reason: z.string().nullable(),
		}),
		errors: ["voice_not_found"],
	}),
	publishVoice: endpoint({
		id: "voices_shareLibrary",
		method: "POST",
		path: "/v1/voices/{voice_id}/share-library",
		summary: "Publish a voice in the library, or change how it is offered there",
		since: "0.5.0",
		auth: "user",
		permission: "publish_voice_to_voice_library",
		params: z.object({ voice_id: voiceId }),
		body: sharingOptions,
		response: voiceSharing,
		errors: ["voice_not_found", "history_item_not_found", "conflict"],
		limits: [{ per: "workspace", requests: 60, seconds: 3_600 }],
	}),
	unpublishVoice: endpoint({
		id: "voices_unshareLibrary",
		method: "DELETE",
		path: "/v1/voices/{voice_id}/share-library",
		summary: "Remove a voice from the library; copies of it can be used until its notice period is over",
		since: "0.5.0",
		auth: "user",
		permission: "publish_voice_to_voice_library",
		params: z.object({ voice_id: voiceId }),
		response: voiceSharing,
		errors: ["voice_not_found", "conflict"],
	}),
	getShareStats: endpoint({
		id: "voices_shareStats",
		method: "POST",
		path: "/v1/voices/{voice_id}/share/stats",
		summary: "How much a published voice is used, day by day",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		params: z.object({ voice_id: voiceId }),
		body: z.object({ range: z.enum(statsRanges).default("30d"), reader_app: z.boolean().nullish() }),
		response: z.object({
			range: z.enum(statsRanges),
			/** Every day of the range, those without a use too; days are UTC. */
			days: z.array(z.object({ date: z.string(), characters: z.int(), generations: z.int() })),
			characters: z.int(),
			generations: z.int(),
			added_count: z.int(),
			/** At the owner's rate. It is worked out, not paid: there are no payouts yet. */
			worth_dollars: z.number(),
		}),
		errors: ["voice_not_found"],
	}),
};
