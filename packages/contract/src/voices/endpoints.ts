import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { ownEndpoints } from "./own.ts";
import { voicesPaths } from "./paths.ts";
import { voice, voiceId } from "./schemas.ts";

/** Quality tiers: best, fastest, intelligible but robotic, an external provider, and test tones. */
export const voiceTiers = ["quality", "fast", "basic", "remote", "fake"] as const;
export type VoiceTier = (typeof voiceTiers)[number];

export const tryVoice = z.object({
	voice_id: z.string().meta({ description: "Id of the voice.", examples: ["wd5ObpQ4vNaJtC9V1idt"] }),
	name: z.string().meta({ description: "Name of the voice.", examples: ["Heart"] }),
	description: z
		.string()
		.nullable()
		.meta({
			description: "Quality, language and measured traits in words.",
			examples: ["Natural voice, American English"],
		}),
	language: z.string().meta({ description: "Language as a BCP 47 tag.", examples: ["en-US"] }),
	labels: z
		.record(z.string(), z.string())
		.meta({ description: "Known or measured facts, such as accent, gender, pitch, pace and tier." }),
	tier: z.enum(voiceTiers).meta({
		description:
			"Quality level: `quality` sounds natural, `fast` is generated fastest, `basic` is robotic, `remote` comes from another server, `fake` is a test tone.",
		examples: ["quality"],
	}),
	engine: z.string().meta({ description: "Engine that synthesizes the voice.", examples: ["kokoro"] }),
	model_id: z.string().meta({ description: "Id of the engine's model.", examples: ["kokoro_82m_v1"] }),
	model_name: z.string().meta({ description: "Name of the engine's model.", examples: ["Kokoro 82M"] }),
	preview_url: z
		.string()
		.nullable()
		.meta({
			description: "URL of a short clip. Null until it is rendered.",
			examples: ["https://timbre.example.com/v1/voices/wd5ObpQ4vNaJtC9V1idt/preview?v=4c1f0e9a2b7d"],
		}),
});
export type TryVoice = z.output<typeof tryVoice>;

/** BCP 47: "de", "en-GB". */
const languageTag = z
	.string()
	.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, "Use a language tag such as de or en-GB.");
const libraryFilter = z.object({
	value: z.string().meta({ description: "Value to send as the filter.", examples: ["en"] }),
	name: z.string().meta({ description: "Value in words, for display.", examples: ["English"] }),
	count: z.int().meta({ description: "How many shipped voices have this value.", examples: [88] }),
});
export type LibraryFilter = z.output<typeof libraryFilter>;

export const voicesEndpoints = {
	listVoices: endpoint({
		...voicesPaths.listVoices,
		summary: "List voices",
		description:
			"Returns all voices you can use in one response, without paging: your own, voices shared with you, library copies of the workspace and shipped voices, newest first. Admins also see the voices of other members. Use `GET /v2/voices` to search, filter and page.",
		since: "0.1.0",
		auth: "user",
		permission: "voices_read",
		query: z.object({
			show_legacy: z
				.stringbool()
				.optional()
				.meta({
					description:
						"Whether to add the ids of ElevenLabs's default voices, which stand for shipped voices. Default: false.",
					examples: [false],
				}),
		}),
		response: z.object({
			voices: z.array(voice).meta({ description: "All voices you can use, newest first; shipped voices last." }),
		}),
	}),
	getVoice: endpoint({
		...voicesPaths.getVoice,
		summary: "Get a voice",
		description:
			"Returns a shipped voice or a voice of the workspace that you can see, with its settings, samples, sharing and training state. Voices you can't see return the same error as unknown ids.",
		since: "0.1.0",
		auth: "user",
		permission: "voices_read",
		params: z.object({ voice_id: voiceId }),
		query: z.object({
			with_settings: z
				.stringbool()
				.optional()
				.meta({
					description: "Accepted for compatibility and ignored: settings are always included.",
					examples: [true],
				}),
		}),
		response: voice,
		errors: ["voice_not_found"],
	}),
	getVoicePreview: endpoint({
		...voicesPaths.getVoicePreview,
		summary: "Get the preview of a voice",
		description:
			"Returns a short audio clip and supports range requests. No authentication is needed, but clips of custom voices require the complete `preview_url` from the voice, including its `v` and `language` parameters. Voices that were blocked, removed or revoked return an error.",
		since: "0.1.0",
		auth: "public",
		params: z.object({ voice_id: voiceId }),
		query: z.object({
			v: z
				.string()
				.max(100)
				.optional()
				.meta({
					description:
						"Token of the clip from `preview_url`. Required for custom voices, for which it can't be guessed.",
					examples: ["4c1f0e9a2b7d"],
				}),
			language: languageTag.optional().meta({
				description: "Language of the clip as a BCP 47 tag. Default: the main language of the voice.",
				examples: ["en-US"],
			}),
		}),
		response: "audio",
		errors: ["voice_not_found"],
	}),
	listTryVoices: endpoint({
		...voicesPaths.listTryVoices,
		summary: "List voices to try",
		description:
			"Returns up to six shipped voices, best first, that visitors can try without an account. Limited to 60 requests per minute and visitor.",
		since: "0.1.0",
		auth: "public",
		query: z.object({
			language: languageTag.optional().meta({
				description:
					"Only voices of this language; with a region, voices of that region come first. Default: all languages.",
				examples: ["en-GB"],
			}),
			voice_id: voiceId.optional().meta({
				description: "A shipped voice to put first, in any language. Unknown ids are ignored.",
				examples: ["wd5ObpQ4vNaJtC9V1idt"],
			}),
		}),
		response: z.object({
			language: z
				.string()
				.nullable()
				.meta({
					description: "The requested language. Null if none was requested.",
					examples: ["en-GB"],
				}),
			voices: z.array(tryVoice).meta({ description: "Up to six voices, best first." }),
			max_characters: z.int().meta({
				description: "Longest text that can be spoken without an account, in characters.",
				examples: [200],
			}),
		}),
		limits: [{ per: "visitor", requests: 60, seconds: 60 }],
	}),
	listLibrary: endpoint({
		...voicesPaths.listLibrary,
		summary: "Browse shipped voices",
		description:
			"Returns a page of the shipped voices, best first, without an account. Filters are combined: a voice must match all of them. Limited to 120 requests per minute and visitor.",
		since: "0.3.0",
		auth: "public",
		query: z.object({
			search: z
				.string()
				.trim()
				.max(100)
				.default("")
				.meta({
					description:
						"Words that must all occur in the name, description, accent, gender or language. Case and accents are ignored.",
					examples: ["british"],
				}),
			language: languageTag.optional().meta({
				description: "Language, such as `en`, or language with region, such as `en-GB`.",
				examples: ["en"],
			}),
			gender: z
				.string()
				.max(40)
				.optional()
				.meta({
					description: "Value of the gender label.",
					examples: ["female"],
				}),
			accent: z
				.string()
				.max(40)
				.optional()
				.meta({
					description: "Value of the accent label.",
					examples: ["british"],
				}),
			tier: z
				.string()
				.max(40)
				.optional()
				.meta({
					description: "Quality level: `quality`, `fast`, `basic`, `remote` or `fake`.",
					examples: ["quality"],
				}),
			page: z.coerce
				.number()
				.int()
				.min(1)
				.max(1_000)
				.default(1)
				.meta({
					description: "Page number, starting at 1.",
					examples: [1],
				}),
			page_size: z.coerce
				.number()
				.int()
				.min(1)
				.max(100)
				.default(24)
				.meta({
					description: "Voices per page, up to 100.",
					examples: [24],
				}),
		}),
		response: z.object({
			voices: z.array(tryVoice).meta({ description: "The voices of this page, best first." }),
			total: z.int().meta({ description: "How many voices match.", examples: [88] }),
			page: z.int().meta({ description: "Number of this page, starting at 1.", examples: [1] }),
			pages: z.int().meta({ description: "Number of pages. 0 if nothing matches.", examples: [4] }),
			page_size: z.int().meta({ description: "Voices per page.", examples: [24] }),
			filters: z
				.object({
					languages: z.array(libraryFilter).meta({ description: "Languages without region, by name." }),
					genders: z.array(libraryFilter).meta({ description: "Values of the gender label." }),
					accents: z.array(libraryFilter).meta({ description: "Values of the accent label." }),
					tiers: z.array(libraryFilter).meta({ description: "Quality levels." }),
				})
				.meta({ description: "Available filter values, counted over all shipped voices rather than the matches." }),
		}),
		limits: [{ per: "visitor", requests: 120, seconds: 60 }],
	}),
	...ownEndpoints,
};
