import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { cloningEndpoints } from "./voices.cloning.ts";
import { designEndpoints } from "./voices.design.ts";
import { voice, voiceId } from "./voices.entities.ts";
import { libraryEndpoints } from "./voices.library.ts";
import { ownEndpoints } from "./voices.own.ts";

/** How good a voice is to be thought of: the best, the fastest, intelligible but robotic, somebody else's, none at all. */
export const voiceTiers = ["quality", "fast", "basic", "remote", "fake"] as const;
export type VoiceTier = (typeof voiceTiers)[number];

export const tryVoice = z.object({
	voice_id: z.string(),
	name: z.string(),
	description: z.string().nullable(),
	language: z.string(),
	labels: z.record(z.string(), z.string()),
	tier: z.enum(voiceTiers),
	engine: z.string(),
	model_id: z.string(),
	model_name: z.string(),
	preview_url: z.string().nullable(),
});
export type TryVoice = z.output<typeof tryVoice>;

/** BCP 47: "de", "en-GB". */
const languageTag = z
	.string()
	.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, "A language is a tag such as de or en-GB.");
const libraryFilter = z.object({ value: z.string(), name: z.string(), count: z.int() });
export type LibraryFilter = z.output<typeof libraryFilter>;

export const previewProgress = z.object({
	total: z.int(),
	done: z.int(),
	failed: z.int(),
	running: z.boolean(),
});

export const voicesEndpoints = {
	listVoices: endpoint({
		id: "voices_getAll",
		method: "GET",
		path: "/v1/voices",
		summary: "List all voices the workspace can speak with",
		since: "0.1.0",
		auth: "user",
		permission: "voices_read",
		query: z.object({ show_legacy: z.stringbool().optional() }),
		response: z.object({ voices: z.array(voice) }),
	}),
	getVoice: endpoint({
		id: "voices_get",
		method: "GET",
		path: "/v1/voices/{voice_id}",
		summary: "One voice",
		since: "0.1.0",
		auth: "user",
		permission: "voices_read",
		params: z.object({ voice_id: voiceId }),
		query: z.object({ with_settings: z.stringbool().optional() }),
		response: voice,
		errors: ["voice_not_found"],
	}),
	getPreviewProgress: endpoint({
		id: "voices_previewProgress",
		method: "GET",
		path: "/v1/voices/preview-progress",
		summary: "How far the rendering of the shipped voices' previews has come",
		since: "0.1.0",
		auth: "user",
		permission: "voices_read",
		response: previewProgress,
	}),
	getVoicePreview: endpoint({
		id: "voices_preview",
		method: "GET",
		path: "/v1/voices/{voice_id}/preview",
		summary:
			"The preview clip of a voice; public, so that a page can play it. Of one's own voices the whole address is needed",
		since: "0.1.0",
		auth: "public",
		params: z.object({ voice_id: voiceId }),
		/** `v` names the clip: nobody can guess that of a voice that is somebody's own. */
		query: z.object({ v: z.string().max(100).optional(), language: languageTag.optional() }),
		response: "audio",
		errors: ["voice_not_found"],
	}),
	listTryVoices: endpoint({
		id: "try_voices",
		method: "GET",
		path: "/v1/try/voices",
		summary: "The best voices a visitor can try without an account, of one language or of all",
		since: "0.1.0",
		auth: "public",
		query: z.object({ language: languageTag.optional(), voice_id: voiceId.optional() }),
		response: z.object({ language: z.string().nullable(), voices: z.array(tryVoice), max_characters: z.int() }),
		limits: [{ per: "visitor", requests: 60, seconds: 60 }],
	}),
	listLibrary: endpoint({
		id: "try_library",
		method: "GET",
		path: "/v1/try/library",
		summary: "The voices that come with this server, to browse and hear without an account",
		since: "0.3.0",
		auth: "public",
		query: z.object({
			search: z.string().trim().max(100).default(""),
			language: languageTag.optional(),
			gender: z.string().max(40).optional(),
			accent: z.string().max(40).optional(),
			tier: z.string().max(40).optional(),
			page: z.coerce.number().int().min(1).max(1_000).default(1),
			page_size: z.coerce.number().int().min(1).max(100).default(24),
		}),
		response: z.object({
			voices: z.array(tryVoice),
			total: z.int(),
			page: z.int(),
			pages: z.int(),
			page_size: z.int(),
			/** Of the whole library. */
			filters: z.object({
				languages: z.array(libraryFilter),
				genders: z.array(libraryFilter),
				accents: z.array(libraryFilter),
				tiers: z.array(libraryFilter),
			}),
		}),
		limits: [{ per: "visitor", requests: 120, seconds: 60 }],
	}),
	...cloningEndpoints,
	...designEndpoints,
	...libraryEndpoints,
	...ownEndpoints,
};
