import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { voicesPaths } from "./paths.ts";
import { voiceCategories } from "./rules.ts";
import { voice, voiceId, voiceSettings } from "./schemas.ts";

/** Settings used if a request does not override them. */
export const defaultVoiceSettings = {
	stability: 0.5,
	similarity_boost: 0.75,
	style: 0,
	use_speaker_boost: true,
	speed: 1,
} as const;

/** `saved` is every voice except defaults that are neither a favorite nor in a collection. */
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

/** For professional voices: `draft` has no samples yet, `not_verified` has samples but no consent. */
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
/** One value or several. As a filter, several are combined with OR. */
export const anyOf = <S extends z.ZodType>(one: S, max: number) =>
	z
		.union([one, z.array(one).max(max)])
		.transform((given): z.output<S>[] => (Array.isArray(given) ? given : [given]))
		.optional();
const resourceId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "Ids contain letters, digits, hyphens and underscores.");

const voicesQuery = z.object({
	page_size: z.coerce
		.number()
		.int()
		.min(1)
		.max(maxVoicesPage)
		.default(10)
		.meta({
			description: "Voices per page, up to 100.",
			examples: [10],
		}),
	next_page_token: z
		.string()
		.max(1_000)
		.optional()
		.meta({
			description: "`next_page_token` of the previous page, with the same sort order. Omit it for the first page.",
			examples: ["WyJjcmVhdGVkIix0cnVlLDE3NjAwMDAwMDAwMDAwMDAsMCwiWGI3aEg4TVNVSnBTYlNEWWswazIiXQ"],
		}),
	search: text.optional().meta({
		description:
			"Words that must all match the name, description, labels, language or category. Words such as `british` or `deep` match labels.",
		examples: ["british narrator"],
	}),
	sort: z
		.enum(["created_at_unix", "name"])
		.optional()
		.meta({
			description: "Sort order. Default: by creation time, with shipped voices treated as the oldest.",
			examples: ["name"],
		}),
	sort_direction: z
		.enum(["asc", "desc"])
		.optional()
		.meta({
			description: "Default: `desc` by creation time, `asc` by name.",
			examples: ["asc"],
		}),
	voice_type: z
		.enum(voiceTypes)
		.optional()
		.meta({
			description:
				"`personal` is created by you, `workspace` by other members, `community` is added from the library, `default` is shipped, `saved` is all except shipped voices that are neither a favorite nor in a collection.",
			examples: ["personal"],
		}),
	category: z
		.enum(voiceCategories)
		.optional()
		.meta({
			description: "Only voices of this category.",
			examples: ["generated"],
		}),
	fine_tuning_state: z
		.enum(fineTuningFilters)
		.optional()
		.meta({
			description:
				"Only professional voices in this state. `draft` has no recordings yet, `not_verified` has recordings but no consent.",
			examples: ["fine_tuned"],
		}),
	collection_id: resourceId.optional().meta({
		description: "Only voices in this collection of yours.",
		examples: ["b8RzWq1TnXc5VhLd0MfY"],
	}),
	gender: text.optional().meta({ description: "Value of the gender label; case is ignored.", examples: ["female"] }),
	age: text.optional().meta({ description: "Value of the age label; case is ignored.", examples: ["young"] }),
	language: anyOf(text, 20).meta({
		description:
			"Languages, such as `en`, or languages with region, such as `en-GB`. Repeat it to match any of up to 20.",
		examples: [["en", "de"]],
	}),
	accent: text.optional().meta({ description: "Value of the accent label; case is ignored.", examples: ["british"] }),
	use_cases: anyOf(text, 20).meta({
		description: "Values of the use case label. Repeat it to match any of up to 20.",
		examples: [["narrative_story", "conversational"]],
	}),
	min_notice_period_days: z.coerce
		.number()
		.int()
		.min(0)
		.max(10_000)
		.optional()
		.meta({
			description:
				"Only voices with at least this notice period, in days. Voices not added from the library always match.",
			examples: [30],
		}),
	include_custom_rates: z
		.stringbool()
		.optional()
		.meta({
			description: "False excludes library voices with a credit multiplier. Default true.",
			examples: [true],
		}),
	include_live_moderated: z
		.stringbool()
		.optional()
		.meta({
			description: "False excludes library voices with live moderation. Default true.",
			examples: [true],
		}),
	high_quality: z
		.stringbool()
		.optional()
		.meta({
			description: "True returns only voices of the best quality level. Default false.",
			examples: [true],
		}),
	include_total_count: z
		.stringbool()
		.default(true)
		.meta({
			description: "Whether to count all matches. Default true; false is faster.",
			examples: [false],
		}),
	voice_ids: anyOf(voiceId, maxVoicesPage).meta({
		description: "Only these voices. Repeat it for up to 100 ids.",
		examples: [["wd5ObpQ4vNaJtC9V1idt", "INK0k10NNoVzPijzNjbS"]],
	}),
});
export type VoicesQuery = z.output<typeof voicesQuery>;

const accent = z.object({
	accent: z.string().meta({ description: "Value of the accent label.", examples: ["british"] }),
	language: z.string().meta({ description: "Language of the accent, without region.", examples: ["en"] }),
	code: z.string().meta({ description: "Language tag of the voices with this accent.", examples: ["en-GB"] }),
	name: z.string().meta({ description: "Accent for display.", examples: ["British"] }),
});
export type VoiceAccent = z.output<typeof accent>;

const collection = z.object({
	collection_id: z.string().meta({ description: "Id of the collection.", examples: ["b8RzWq1TnXc5VhLd0MfY"] }),
	title: z.string().meta({ description: "Title of the collection.", examples: ["Narrators"] }),
	icon: z.string().meta({
		description: "An emoji or an icon name. Clients decide how to show it.",
		examples: ["📚"],
	}),
	permission_on_resource: z.enum(["admin", "editor", "commenter", "viewer"]).meta({
		description: "Your role on the collection: always `admin`, because collections are private.",
		examples: ["admin"],
	}),
	voice_count: z.int().meta({ description: "How many voices it contains, without deleted ones.", examples: [4] }),
	created_at_unix: z.int().meta({ description: "When it was created, in Unix seconds.", examples: [1_760_000_000] }),
});
export type VoiceCollection = z.output<typeof collection>;
const collectionTitle = z
	.string()
	.trim()
	.min(1, "Enter a name.")
	.max(60)
	.meta({ description: "Title of the collection, up to 60 characters.", examples: ["Narrators"] });
const collectionIcon = z
	.string()
	.trim()
	.min(1)
	.max(40)
	.meta({ description: "An emoji or an icon name, up to 40 characters.", examples: ["📚"] });

const done = z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) });
const read = { since: "0.5.0", auth: "user", permission: "voices_read" } as const;
const write = { since: "0.5.0", auth: "user", permission: "voices_write" } as const;
const params = z.object({ voice_id: voiceId });
const sampleParams = z.object({
	voice_id: voiceId,
	sample_id: resourceId.meta({
		description: "Id of the sample, from the `samples` of the voice.",
		examples: ["DCwhRBWXzGAHq8TQ4Fs1"],
	}),
});
const collectionId = resourceId.meta({
	description: "Id of one of your collections.",
	examples: ["b8RzWq1TnXc5VhLd0MfY"],
});
const oneCollection = z.object({ collection_id: collectionId });
const collectionItem = z.object({ collection_id: collectionId, voice_id: voiceId });
const collectionItemResponse = z.object({
	collection_id: z.string().meta({ description: "Id of the collection.", examples: ["b8RzWq1TnXc5VhLd0MfY"] }),
	voice_id: z.string().meta({ description: "Id of the voice.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
});

export const ownEndpoints = {
	searchVoices: endpoint({
		...voicesPaths.searchVoices,
		summary: "Search voices",
		description:
			"Returns a page of the voices you can use: your own, voices shared with you, library copies of the workspace and shipped voices. Filters are combined: a voice must match all of them. Voices created while you page neither repeat nor skip results.",
		...read,
		query: voicesQuery,
		response: z.object({
			voices: z.array(voice).meta({ description: "The voices of this page." }),
			has_more: z.boolean().meta({ description: "Whether there are more pages.", examples: [true] }),
			total_count: z.int().meta({
				description: "Number of matching voices on all pages. -1 without `include_total_count`.",
				examples: [151],
			}),
			next_page_token: z
				.string()
				.nullable()
				.meta({
					description: "Token of the next page. Null on the last page.",
					examples: ["WyJjcmVhdGVkIix0cnVlLDE3NjAwMDAwMDAwMDAwMDAsMCwiWGI3aEg4TVNVSnBTYlNEWWswazIiXQ"],
				}),
		}),
		errors: ["invalid_request", "voice_collection_not_found"],
	}),
	getDefaultVoiceSettings: endpoint({
		...voicesPaths.getDefaultVoiceSettings,
		summary: "Get default voice settings",
		description:
			"Returns the settings that apply if neither the request nor the workspace sets others for the voice. They are the same for every voice.",
		...read,
		response: voiceSettings,
	}),
	getVoiceSettings: endpoint({
		...voicesPaths.getVoiceSettings,
		summary: "Get the settings of a voice",
		description:
			"Returns the settings this workspace stored for a voice, with defaults for settings that were never stored.",
		...read,
		params,
		response: voiceSettings,
		errors: ["voice_not_found"],
	}),
	editVoiceSettings: endpoint({
		...voicesPaths.editVoiceSettings,
		summary: "Update the settings of a voice",
		description:
			"Stores settings for the entire workspace, also for shipped voices; every request that does not override them uses them. Omitted and null settings are reset to their defaults. Which settings have an effect depends on the model: see its `capabilities`.",
		...write,
		params,
		body: voiceSettings,
		response: done,
		errors: ["voice_not_found"],
	}),
	deleteVoice: endpoint({
		...voicesPaths.deleteVoice,
		summary: "Delete a voice",
		description:
			"Deletes a voice of the workspace with its samples, previews and settings. This can't be undone. Copies that others added from the library keep working for the notice period, but copies of a voice from recordings stop at once. Only the creator and admins can delete a voice.",
		...write,
		params,
		response: done,
		errors: ["voice_not_found"],
	}),
	favoriteVoice: endpoint({
		...voicesPaths.favoriteVoice,
		summary: "Set a favorite voice",
		description:
			"Adds a voice to your favorites or removes it. Favorites belong to you, not to the workspace. Adding a favorite again keeps its original time.",
		...read,
		params,
		body: z.object({
			favorite: z
				.boolean()
				.default(true)
				.meta({
					description: "True adds the voice, false removes it.",
					examples: [true],
				}),
		}),
		response: done.extend({
			favorited_at_unix: z
				.int()
				.nullable()
				.meta({
					description: "When the voice became a favorite, in Unix seconds. Null if it is none.",
					examples: [1_760_000_000],
				}),
		}),
		errors: ["voice_not_found"],
	}),
	getSampleAudio: endpoint({
		...voicesPaths.getSampleAudio,
		summary: "Get the audio of a sample",
		description:
			"Returns the uploaded file unchanged and supports range requests. Requires the editor role on the voice.",
		...read,
		params: sampleParams,
		response: "audio",
		errors: ["voice_not_found", "sample_not_found"],
	}),
	deleteSample: endpoint({
		...voicesPaths.deleteSample,
		summary: "Delete a sample",
		description:
			"Deletes a recording and its audio for good. The voice itself does not change until it is created again. Requires the editor role on the voice.",
		...write,
		params: sampleParams,
		response: done,
		errors: ["voice_not_found", "sample_not_found"],
	}),
	listAccents: endpoint({
		...voicesPaths.listAccents,
		summary: "List accents",
		description: "Returns the accents of the shipped voices, sorted by language.",
		...read,
		query: z.object({
			language: text.optional().meta({
				description: "Only accents of this language; a region is ignored.",
				examples: ["en"],
			}),
			model_id: z
				.string()
				.max(100)
				.optional()
				.meta({
					description: "Only accents of voices of this model.",
					examples: ["kokoro_82m_v1"],
				}),
		}),
		response: z.object({ accents: z.array(accent).meta({ description: "One entry per accent and language tag." }) }),
	}),
	listCollections: endpoint({
		...voicesPaths.listCollections,
		summary: "List voice collections",
		description: "Returns your collections in this workspace, oldest first. Other members do not see them.",
		...read,
		response: z.object({ collections: z.array(collection).meta({ description: "Your collections, oldest first." }) }),
	}),
	createCollection: endpoint({
		...voicesPaths.createCollection,
		summary: "Create a voice collection",
		description: "Creates an empty, private list of voices. You can have up to 200 collections per workspace.",
		...write,
		body: z.object({ title: collectionTitle, icon: collectionIcon }),
		response: collection,
		errors: ["conflict"],
	}),
	getCollection: endpoint({
		...voicesPaths.getCollection,
		summary: "Get a voice collection",
		description:
			"Returns the title, icon and size of a collection. List its voices with `GET /v2/voices?collection_id=…`.",
		...read,
		params: oneCollection,
		response: collection,
		errors: ["voice_collection_not_found"],
	}),
	updateCollection: endpoint({
		...voicesPaths.updateCollection,
		summary: "Update a voice collection",
		description: "Updates the title, the icon or both and returns the collection.",
		...write,
		params: oneCollection,
		body: z.object({
			title: collectionTitle.nullish().meta({
				description: "New title, up to 60 characters. Null or omitted keeps the current one.",
				examples: ["Narrators"],
			}),
			icon: collectionIcon.nullish().meta({
				description: "New emoji or icon name, up to 40 characters. Null or omitted keeps the current one.",
				examples: ["📚"],
			}),
		}),
		response: collection,
		errors: ["voice_collection_not_found"],
	}),
	deleteCollection: endpoint({
		...voicesPaths.deleteCollection,
		summary: "Delete a voice collection",
		description: "Deletes the collection but not its voices. This can't be undone.",
		...write,
		params: oneCollection,
		response: z.object({
			collection_id: z.string().meta({
				description: "Id of the deleted collection.",
				examples: ["b8RzWq1TnXc5VhLd0MfY"],
			}),
		}),
		errors: ["voice_collection_not_found"],
	}),
	addVoiceToCollection: endpoint({
		...voicesPaths.addVoiceToCollection,
		summary: "Add a voice to a collection",
		description: "Works for every voice you can see, also shipped ones. Adding a voice again has no effect.",
		...write,
		params: collectionItem,
		response: collectionItemResponse,
		errors: ["voice_collection_not_found", "voice_not_found"],
	}),
	removeVoiceFromCollection: endpoint({
		...voicesPaths.removeVoiceFromCollection,
		summary: "Remove a voice from a collection",
		description: "Removes the voice from the collection only. Succeeds even if the voice is not in it.",
		...write,
		params: collectionItem,
		response: collectionItemResponse,
		errors: ["voice_collection_not_found"],
	}),
};
