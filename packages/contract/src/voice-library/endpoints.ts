import { z } from "zod";
import { endpoint, isUploadedFile, type UploadedFile } from "../endpoint.ts";
import { voiceCategories } from "../voices/rules.ts";
import { voiceId, voiceSharing } from "../voices/schemas.ts";
import { voiceLibraryPaths } from "./paths.ts";
import { defaultVoiceRate, librarySorts, maxSimilarFileBytes, maxVoiceRate, statsRanges } from "./rules.ts";
import { facet, libraryPage, libraryVoice, linkShare } from "./schemas.ts";

export type LibrarySort = (typeof librarySorts)[number];

/** Limit of paging by number; use `last_sort_id` to go further. */
export const maxPagedVoices = 10_000;
/** Counting stops here: counting millions of voices would cost more than the search. */
export const maxCountedVoices = 1_000;

/** Days. */
export const maxNoticePeriod = 730;

const publicUserId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{1,64}$/, "Public owner ids contain letters, digits, hyphens and underscores.")
	.meta({
		description: "Public id of the voice's owner, as in `public_owner_id`. `timbre` for shipped voices.",
		examples: ["k3VtYh0XqPzL7sRbNw2e"],
	});
const ownerParams = z.object({
	public_user_id: publicUserId,
	voice_id: voiceId.meta({ description: "Id of the owner's voice.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
});
const label = z.string().trim().min(1).max(40);
/** A repeatable filter; values are combined with OR. */
const anyOf = z.union([label, z.array(label).max(20)]).transform((given) => [given].flat());

export type LibraryVoice = z.output<typeof libraryVoice>;
export type LibraryPage = z.output<typeof libraryPage>;
export type LibraryFacet = z.output<typeof facet>;

/** Terms of a published voice. */
export const sharingOptions = z.object({
	enable_library: z.boolean().meta({
		description: "True publishes the voice or updates its terms; false removes it from the library.",
		examples: [true],
	}),
	notice_period: z
		.int()
		.min(0)
		.max(maxNoticePeriod)
		.default(0)
		.meta({
			description: "Days that copies keep working after the voice is removed, up to 730.",
			examples: [30],
		}),
	custom_rate: z
		.number()
		.min(defaultVoiceRate)
		.max(maxVoiceRate)
		.nullish()
		.meta({
			description:
				"Rate in dollars per 1,000 credits, 0.03 to 0.3. Others pay this rate divided by 0.03 times the credits. Null is the default rate of 0.03.",
			examples: [0.06],
		}),
	enable_live_moderation: z
		.boolean()
		.default(false)
		.meta({
			description: "Whether to check text that others generate with the voice for disallowed phrases.",
			examples: [false],
		}),
	free_users_allowed: z
		.boolean()
		.default(true)
		.meta({
			description: "Whether workspaces on the free plan can add the voice.",
			examples: [true],
		}),
	preview_history_item_id: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,64}$/)
		.nullish()
		.meta({
			description:
				"History item to use as the preview: an MP3 generated with this voice. Null keeps the current preview.",
			examples: ["VW7YKqPnjY4h39yTbx2L"],
		}),
	voice_mixing_allowed: z
		.boolean()
		.default(false)
		.meta({
			description: "Whether others can remix the voice.",
			examples: [false],
		}),
	labels: z
		.record(
			z
				.string()
				.trim()
				.regex(/^[a-z][a-z0-9_]{0,39}$/, "Label names contain lowercase letters, digits and underscores."),
			z.string().trim().max(60),
		)
		.refine((given) => Object.keys(given).length <= 20, "A voice can have at most 20 labels.")
		.nullish()
		.meta({
			description:
				"Up to 20 labels that override those of the voice in the library: accent, gender, age, descriptive, use_case and custom ones.",
		}),
	reader_app_enabled: z
		.boolean()
		.default(false)
		.meta({
			description: "Whether to offer the voice in a reader app. Stored only: this server has no reader app.",
			examples: [false],
		}),
	reader_restricted_on: z
		.array(
			z.object({
				resource_type: z.enum(["read", "collection"]).meta({
					description: "Kind of reader app content.",
					examples: ["read"],
				}),
				resource_id: z
					.string()
					.min(1)
					.max(100)
					.meta({ description: "Id of the content in the reader app.", examples: ["pZ4mQ9vLc2XtB7nKs0Ja"] }),
			}),
		)
		.max(1_000)
		.default([])
		.meta({ description: "Reader app content to limit the voice to. Stored only." }),
});
export type SharingOptions = z.output<typeof sharingOptions>;

export const previewProgress = z.object({
	total: z.int().meta({ description: "How many clips the latest run renders.", examples: [147] }),
	done: z.int().meta({ description: "How many of them are finished.", examples: [120] }),
	failed: z.int().meta({ description: "How many of them could not be rendered.", examples: [0] }),
	error: z
		.string()
		.nullable()
		.meta({
			description: "Why the first of them could not be rendered. Null if none failed.",
			examples: ["Kokoro has no speaker af_heart."],
		}),
	running: z.boolean().meta({ description: "Whether rendering is still in progress.", examples: [true] }),
});

/** Reasons why a voice can't be used, and so can't be shared, published or added. */
const unusableVoiceErrors = [
	"voice_not_verified",
	"voice_not_ready",
	"voice_consent_revoked",
	"voice_disabled",
	"voice_banned",
] as const;

export const voiceLibraryEndpoints = {
	getPreviewProgress: endpoint({
		...voiceLibraryPaths.getPreviewProgress,
		summary: "Get preview rendering progress",
		description:
			"The server renders missing preview clips of shipped voices in the background. Returns the progress of the latest run, or zeros if there was none.",
		since: "0.1.0",
		auth: "user",
		permission: "voices_read",
		response: previewProgress,
	}),
	listSharedVoices: endpoint({
		...voiceLibraryPaths.listSharedVoices,
		summary: "Search the voice library",
		description:
			"Returns a page of the voices anyone on the server can add: shipped voices and published ones. The search text is parsed into labels and words, spelling is corrected, and if nothing matches, the least important words are dropped; `understood` shows the result. Page with `last_sort_id`; `page` works for the first 10,000 voices.",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		query: z.object({
			page_size: z.coerce
				.number()
				.int()
				.min(1)
				.max(100)
				.default(30)
				.meta({
					description: "Voices per page, up to 100.",
					examples: [30],
				}),
			category: z
				.enum(voiceCategories)
				.optional()
				.meta({
					description: "Only voices of this category.",
					examples: ["generated"],
				}),
			gender: label
				.optional()
				.meta({ description: "Value of the gender label; case is ignored.", examples: ["female"] }),
			age: label
				.optional()
				.meta({ description: "Value of the age label; case is ignored.", examples: ["middle_aged"] }),
			accent: label
				.optional()
				.meta({ description: "Value of the accent label; case is ignored.", examples: ["british"] }),
			language: label.optional().meta({
				description: "Main language, such as `en`. A tag with region, such as `en-GB`, filters like `locale`.",
				examples: ["en"],
			}),
			locale: label.optional().meta({
				description: "Main language with region. A tag without region is ignored.",
				examples: ["en-GB"],
			}),
			search: z
				.string()
				.trim()
				.max(300)
				.optional()
				.meta({
					description: "A name, a label, a language or a plain description, up to 300 characters and 12 words.",
					examples: ["calm older British man for audiobooks"],
				}),
			use_cases: anyOf.optional().meta({
				description: "Values of the use case label. Repeat it to match any of up to 20.",
				examples: [["narrative_story", "conversational"]],
			}),
			descriptives: anyOf.optional().meta({
				description: "Values of the descriptive label. Repeat it to match any of up to 20.",
				examples: [["calm", "confident"]],
			}),
			featured: z
				.stringbool()
				.default(false)
				.meta({
					description: "True returns only featured voices. Default false.",
					examples: [true],
				}),
			min_notice_period_days: z.coerce
				.number()
				.int()
				.min(0)
				.max(maxNoticePeriod)
				.optional()
				.meta({
					description: "Only voices with at least this notice period, in days.",
					examples: [30],
				}),
			include_custom_rates: z
				.stringbool()
				.default(true)
				.meta({
					description: "False excludes voices with a credit multiplier above 1. Default true.",
					examples: [true],
				}),
			include_live_moderated: z
				.stringbool()
				.default(true)
				.meta({
					description: "False excludes voices with live moderation. Default true.",
					examples: [true],
				}),
			reader_app_enabled: z
				.stringbool()
				.default(false)
				.meta({
					description: "True returns only voices offered in a reader app. Default false.",
					examples: [false],
				}),
			owner_id: publicUserId.optional().meta({
				description: "Only voices of this owner, by public id. `timbre` for shipped voices.",
				examples: ["k3VtYh0XqPzL7sRbNw2e"],
			}),
			sort: z
				.enum(librarySorts)
				.optional()
				.meta({
					description: "Sort order. Default: `relevance` for a text search, otherwise newest first (`created_date`).",
					examples: ["trending"],
				}),
			page: z.coerce
				.number()
				.int()
				.min(0)
				.max(maxPagedVoices)
				.default(0)
				.meta({
					description: "Page number, starting at 0.",
					examples: [0],
				}),
			last_sort_id: z
				.string()
				.max(400)
				.optional()
				.meta({
					description:
						"`last_sort_id` of the previous page, with the same search and sort order. Takes precedence over `page`.",
					examples: ["eyJvIjoiY3JlYXRlZF9kYXRlIiwiayI6MTc2MDAwMDAwMDAwMCwiaSI6IlhiN2hIOE1TVUpwU2JTRFlrMGsyIn0"],
				}),
		}),
		response: libraryPage,
		errors: ["invalid_request"],
	}),
	listLibraryFilters: endpoint({
		...voiceLibraryPaths.listLibraryFilters,
		summary: "List library filters",
		description:
			"Returns the label values that occur in the voice library, most common first, with the number of voices for each. Use them as filters of `GET /v1/shared-voices`.",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		response: z.object({
			languages: z.array(facet).meta({ description: "Main languages, without region." }),
			accents: z
				.array(
					facet.extend({
						language: z.string().meta({ description: "Language of the accent.", examples: ["en"] }),
					}),
				)
				.meta({ description: "Accents, each with its language." }),
			genders: z.array(facet).meta({ description: "Genders." }),
			ages: z.array(facet).meta({ description: "Ages." }),
			use_cases: z.array(facet).meta({ description: "Use cases." }),
			descriptives: z.array(facet).meta({ description: "Characters of voices, from the descriptive label." }),
			categories: z.array(facet).meta({ description: "Categories of voices." }),
			total: z.int().meta({ description: "Number of voices in the library.", examples: [151] }),
		}),
	}),
	getSharedVoice: endpoint({
		...voiceLibraryPaths.getSharedVoice,
		summary: "Get a library voice",
		description:
			"Returns a library voice with its terms and its previews in all languages. Voices that can't be used, for example because consent was revoked, are visible only to their own workspace.",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		params: ownerParams,
		response: libraryVoice,
		errors: ["voice_not_found"],
	}),
	findSimilarVoices: endpoint({
		...voiceLibraryPaths.findSimilarVoices,
		summary: "Find similar voices",
		description:
			"Compares a recording or another voice with the library by measured pitch and timbre, never by labels, and returns the most similar voices first. Send either `audio_file` or `voice_id`. The recording is not stored. Limited to 30 requests per minute and workspace.",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		multipart: { files: 1, maxFileBytes: maxSimilarFileBytes },
		body: z
			.object({
				audio_file: z
					.custom<UploadedFile>(isUploadedFile, "Send the recording as a file part.")
					.optional()
					.meta({ description: "Recording of one speaker, up to 20 MB and 10 minutes. A few seconds are enough." }),
				voice_id: voiceId.optional().meta({
					description: "Instead of a recording: a library voice, or any voice you can use.",
					examples: ["wd5ObpQ4vNaJtC9V1idt"],
				}),
				similarity_threshold: z.coerce
					.number()
					.min(0)
					.max(2)
					.optional()
					.meta({
						description: "Maximum distance, 0 to 2, where distance is 1 minus similarity. Default: no limit.",
						examples: [0.5],
					}),
				top_k: z.coerce
					.number()
					.int()
					.min(1)
					.max(100)
					.default(10)
					.meta({
						description: "How many voices to return, up to 100.",
						examples: [10],
					}),
			})
			.meta({ examples: [{ voice_id: "wd5ObpQ4vNaJtC9V1idt" }] }),
		response: libraryPage,
		errors: [
			"bipa_terms_required",
			"voice_not_found",
			"invalid_audio",
			"invalid_request",
			"system_busy",
			"payload_too_large",
		],
		limits: [{ per: "workspace", requests: 30, seconds: 60 }],
	}),
	addSharedVoice: endpoint({
		...voiceLibraryPaths.addSharedVoice,
		summary: "Add a shared voice",
		description:
			"Adds a voice from the library or a share link to the workspace as a copy, with a voice slot of the plan. The copy works while its original does and, after removal from the library, for the notice period. If the voice was already added, its existing copy is returned unchanged. Shipped voices can be used without adding them: adding one saves it as a favorite and returns its own id, without a copy and without using a slot. Generations are charged with the credit multiplier of the voice.",
		since: "0.5.0",
		auth: "user",
		permission: "add_voice_from_voice_library",
		params: ownerParams,
		body: z.object({
			new_name: z
				.string()
				.trim()
				.min(1)
				.max(100)
				.meta({ description: "Name of the copy, up to 100 characters.", examples: ["Nora"] }),
			bookmarked: z
				.boolean()
				.default(true)
				.meta({
					description: "Whether to mark the copy as bookmarked.",
					examples: [true],
				}),
		}),
		response: z.object({
			voice_id: z.string().meta({
				description: "Id of the copy, or of the shipped voice itself, used to generate speech.",
				examples: ["r5JbXn1WvTq9ZkLs3MdH"],
			}),
		}),
		errors: ["voice_not_found", "voice_limit_reached", "only_for_higher_plan", "conflict", ...unusableVoiceErrors],
	}),
	getVoiceShare: endpoint({
		...voiceLibraryPaths.getVoiceShare,
		summary: "Get the sharing of a voice",
		description:
			"Returns the share link of a voice and its terms in the library. Only for the creator of the voice and admins.",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		params: z.object({ voice_id: voiceId }),
		response: z.object({
			link: linkShare.meta({ description: "The share link. Its URL works only while it is enabled." }),
			library: voiceSharing.nullable().meta({
				description: "Publication in the library, also after removal. Null if the voice was never published.",
			}),
			measured_labels: z
				.record(z.string(), z.string())
				.nullable()
				.meta({ description: "Labels that follow from measurements. Null for voices that were not designed." }),
			unmatched_claims: z
				.array(
					z.object({
						trait: z.string().meta({ description: "The trait.", examples: ["accent"] }),
						claimed: z.string().meta({ description: "What the text states.", examples: ["scottish"] }),
						explanation: z
							.string()
							.meta({ description: "What was measured.", examples: ["The voice has an American accent."] }),
					}),
				)
				.meta({ description: "Traits that the name or description states and the designed voice does not have." }),
		}),
		errors: ["voice_not_found"],
	}),
	shareVoice: endpoint({
		...voiceLibraryPaths.shareVoice,
		summary: "Share a voice by link",
		description:
			"Turns the share link of a voice on or off and sets who can use it; newly listed addresses get an email. Copies that were already added keep working when the link is turned off. A voice from recordings needs consent with the scope `share`. Limited to 60 requests per hour and workspace.",
		since: "0.5.0",
		auth: "user",
		permission: "share_voice_externally",
		params: z.object({ voice_id: voiceId }),
		body: z.object({
			enable: z.boolean().meta({ description: "Whether the link works.", examples: [true] }),
			emails: z
				.array(z.email().max(254))
				.max(100)
				.default([])
				.meta({
					description:
						"Up to 100 verified email addresses that can use the link; replaces the current list. Empty means everyone with the link.",
					examples: [["ada@example.com"]],
				}),
		}),
		response: linkShare,
		errors: ["voice_not_found", "conflict", ...unusableVoiceErrors],
		limits: [{ per: "workspace", requests: 60, seconds: 3_600 }],
	}),
	getSharedLink: endpoint({
		...voiceLibraryPaths.getSharedLink,
		summary: "Get the voice behind a link",
		description:
			"Returns the voice of a share link and whether you can add it. Links limited to email addresses work only for accounts with one of them, verified.",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		params: ownerParams,
		response: z.object({
			voice: libraryVoice.meta({ description: "The shared voice." }),
			unlisted: z.boolean().meta({
				description: "Whether the voice is available only through the link, not in the library.",
				examples: [true],
			}),
			can_add: z.boolean().meta({
				description: "Whether you can add the voice. False for shipped voices, which need no adding.",
				examples: [true],
			}),
			reason: z
				.string()
				.nullable()
				.meta({
					description: "Why you can't add the voice. Null if you can, or don't need to.",
					examples: [null],
				}),
		}),
		errors: ["voice_not_found", ...unusableVoiceErrors],
	}),
	publishVoice: endpoint({
		...voiceLibraryPaths.publishVoice,
		summary: "Publish a voice",
		description:
			"Publishes a voice in the library or replaces its terms, resetting omitted ones to their defaults; a removed voice is published again and its copies are restored. Name, description and labels become public and are checked: a declined voice is not listed, and `review_message` says why. Labels of a designed voice must match its measurements: an accent, pitch or pace that it does not have is rejected. A voice from recordings needs consent with the scope `library`. Limited to 60 requests per hour and workspace.",
		since: "0.5.0",
		auth: "user",
		permission: "publish_voice_to_voice_library",
		params: z.object({ voice_id: voiceId }),
		body: sharingOptions,
		response: voiceSharing,
		errors: ["voice_not_found", "history_item_not_found", "conflict", "invalid_request", ...unusableVoiceErrors],
		limits: [{ per: "workspace", requests: 60, seconds: 3_600 }],
	}),
	unpublishVoice: endpoint({
		...voiceLibraryPaths.unpublishVoice,
		summary: "Remove a voice from the library",
		description:
			"Unlists the voice and starts the notice period, after which copies stop working. Every workspace with a copy gets a notification and a `voice_library_removal_notice` webhook event. Repeating the request does not restart the notice period.",
		since: "0.5.0",
		auth: "user",
		permission: "publish_voice_to_voice_library",
		params: z.object({ voice_id: voiceId }),
		response: voiceSharing,
		errors: ["voice_not_found", "conflict"],
	}),
	getShareStats: endpoint({
		...voiceLibraryPaths.getShareStats,
		summary: "Get the usage of a voice",
		description:
			"Returns how much other workspaces used a published voice, per day in UTC. Your own use of the original is not counted. Only for the creator of the voice and admins.",
		since: "0.5.0",
		auth: "user",
		permission: "voices_read",
		params: z.object({ voice_id: voiceId }),
		body: z.object({
			range: z
				.enum(statsRanges)
				.default("30d")
				.meta({
					description: "Period up to and including today.",
					examples: ["30d"],
				}),
			reader_app: z
				.boolean()
				.nullish()
				.meta({
					description:
						"True counts only use in a reader app, false only other use. No reader app use is recorded on this server.",
					examples: [null],
				}),
		}),
		response: z.object({
			range: z.enum(statsRanges).meta({ description: "The requested period.", examples: ["30d"] }),
			days: z
				.array(
					z.object({
						date: z.string().meta({ description: "Day in UTC, as year, month and day.", examples: ["2026-11-17"] }),
						characters: z.int().meta({ description: "Characters generated on this day.", examples: [1_840] }),
						generations: z.int().meta({ description: "Generations on this day.", examples: [9] }),
					}),
				)
				.meta({ description: "Every day of the period, oldest first, including days without use." }),
			characters: z.int().meta({ description: "Characters generated in the period.", examples: [48_200] }),
			generations: z.int().meta({ description: "Generations in the period.", examples: [231] }),
			added_count: z.int().meta({
				description: "How often the voice was added from the library since it was first published.",
				examples: [12],
			}),
			worth_dollars: z.number().meta({
				description:
					"Value of the use at the owner's custom rate, in dollars; 0 at the default rate. There are no payouts yet.",
				examples: [2.892],
			}),
		}),
		errors: ["voice_not_found"],
	}),
};
