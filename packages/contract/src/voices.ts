import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const voiceSettings = z.object({
	stability: z.number().min(0).max(1).nullish(),
	similarity_boost: z.number().min(0).max(1).nullish(),
	style: z.number().min(0).max(1).nullish(),
	use_speaker_boost: z.boolean().nullish(),
	speed: z.number().min(0.5).max(2).nullish(),
});

export const voiceId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{1,64}$/, "A voice id is letters, digits, hyphens and underscores.");

export const voice = z.object({
	voice_id: z.string(),
	name: z.string(),
	description: z.string().nullable(),
	category: z.enum(["generated", "cloned", "premade", "professional", "famous", "high_quality"]),
	/** Only what is known or measured: language, accent, gender where the model's authors state it, pitch, pace. */
	labels: z.record(z.string(), z.string()),
	language: z.string(),
	preview_url: z.string().nullable(),
	/** The model that really speaks this voice. */
	high_quality_base_model_ids: z.array(z.string()),
	verified_languages: z.array(
		z.object({
			language: z.string(),
			model_id: z.string(),
			accent: z.string().nullable(),
			locale: z.string().nullable(),
			preview_url: z.string().nullable(),
		}),
	),
	available_for_tiers: z.array(z.string()),
	settings: voiceSettings.nullable(),
	samples: z.null(),
	fine_tuning: z.null(),
	sharing: z.null(),
	safety_control: z.null(),
	voice_verification: z.null(),
	is_owner: z.boolean(),
	is_legacy: z.boolean(),
	is_mixed: z.boolean(),
	disabled: z.boolean(),
	tooltip: z.string().nullable(),
	created_at_unix: z.int().nullable(),
});
export type Voice = z.output<typeof voice>;

export const tryVoice = z.object({
	voice_id: z.string(),
	name: z.string(),
	description: z.string().nullable(),
	language: z.string(),
	labels: z.record(z.string(), z.string()),
});
export type TryVoice = z.output<typeof tryVoice>;

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
		summary: "The preview clip of a shipped voice; public, so that a page can play it",
		since: "0.1.0",
		auth: "public",
		params: z.object({ voice_id: voiceId }),
		response: "audio",
		errors: ["voice_not_found"],
	}),
	listTryVoices: endpoint({
		id: "try_voices",
		method: "GET",
		path: "/v1/try/voices",
		summary: "The few voices a visitor can try without an account",
		since: "0.1.0",
		auth: "public",
		response: z.object({ voices: z.array(tryVoice), max_characters: z.int() }),
		limits: [{ per: "visitor", requests: 60, seconds: 60 }],
	}),
};
