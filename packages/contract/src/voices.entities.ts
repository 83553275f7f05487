import { z } from "zod";

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

export const voiceCategories = ["generated", "cloned", "premade", "professional", "famous", "high_quality"] as const;

/** How a voice came to be. "Matched" is the nearest mix of shipped voices, "cloned" the person's own by an engine that can do that. */
export const voiceOrigins = ["shipped", "designed", "remixed", "matched", "cloned", "trained", "library"] as const;
export type VoiceOrigin = (typeof voiceOrigins)[number];

export const speakerSeparation = z.object({
	voice_id: z.string(),
	sample_id: z.string(),
	status: z.enum(["not_started", "pending", "completed", "failed"]),
	speakers: z
		.record(
			z.string(),
			z.object({
				speaker_id: z.string(),
				duration_secs: z.number(),
				utterances: z.array(z.object({ start: z.number(), end: z.number() })).nullable(),
			}),
		)
		.nullable(),
	selected_speaker_ids: z.array(z.string()).nullable(),
});

export const voiceSample = z.object({
	sample_id: z.string(),
	file_name: z.string(),
	mime_type: z.string(),
	size_bytes: z.int(),
	hash: z.string(),
	duration_secs: z.number().nullable(),
	remove_background_noise: z.boolean().nullable(),
	has_isolated_audio: z.boolean().nullable(),
	has_isolated_audio_preview: z.boolean().nullable(),
	speaker_separation: speakerSeparation.nullable(),
	trim_start: z.int().nullable(),
	trim_end: z.int().nullable(),
});
export type VoiceSample = z.output<typeof voiceSample>;

const verificationAttempt = z.object({
	text: z.string(),
	date_unix: z.int(),
	accepted: z.boolean(),
	similarity: z.number(),
	levenshtein_distance: z.number(),
	recording: z.null(),
});

export const trainingStates = ["not_started", "queued", "fine_tuning", "fine_tuned", "failed", "delayed"] as const;

/** Maps are by model: the one that really speaks the voice. */
const fineTuning = z.object({
	is_allowed_to_fine_tune: z.boolean(),
	state: z.record(z.string(), z.enum(trainingStates)),
	verification_failures: z.array(z.string()),
	verification_attempts_count: z.int(),
	manual_verification_requested: z.boolean(),
	language: z.string().nullable(),
	progress: z.record(z.string(), z.number()).nullable(),
	message: z.record(z.string(), z.string()).nullable(),
	dataset_duration_seconds: z.number().nullable(),
	verification_attempts: z.array(verificationAttempt).nullable(),
	slice_ids: z.array(z.string()).nullable(),
	max_verification_attempts: z.int().nullable(),
	next_max_verification_attempts_reset_unix_ms: z.int().nullable(),
	/** What clients of this API look for and nothing here answers: as below, always null. */
	manual_verification: z.null(),
	finetuning_state: z.null(),
});

/** `copied` is a voice from the library that may be used, `copied_disabled` one that may no longer be; the first two are the owner's. */
export const sharingStates = ["enabled", "disabled", "copied", "copied_disabled"] as const;

export const voiceSharing = z.object({
	status: z.enum(sharingStates),
	date_unix: z.int(),
	whitelisted_emails: z.array(z.string()),
	public_owner_id: z.string(),
	original_voice_id: z.string(),
	financial_rewards_enabled: z.boolean(),
	free_users_allowed: z.boolean(),
	live_moderation_enabled: z.boolean(),
	/** Times the credits. */
	rate: z.number().nullable(),
	/** Dollars for 1,000 credits; told to the owner alone. */
	fiat_rate: z.number().nullable(),
	/** In days. */
	notice_period: z.int(),
	disable_at_unix: z.int().nullable(),
	voice_mixing_allowed: z.boolean(),
	featured: z.boolean(),
	category: z.enum(voiceCategories),
	reader_app_enabled: z.boolean(),
	reader_restricted_on: z.array(z.object({ resource_type: z.enum(["read", "collection"]), resource_id: z.string() })),
	enabled_in_library: z.boolean(),
	liked_by_count: z.int(),
	cloned_by_count: z.int(),
	name: z.string(),
	description: z.string().nullable(),
	labels: z.record(z.string(), z.string()),
	review_status: z.enum(["not_requested", "pending", "declined", "allowed", "allowed_with_changes"]),
	review_message: z.string().nullable(),
	ban_reason: z.string().nullable(),
	history_item_sample_id: z.null(),
	image_url: z.null(),
	instagram_username: z.null(),
	twitter_username: z.null(),
	youtube_username: z.null(),
	tiktok_username: z.null(),
	moderation_check: z.null(),
});

/** Nobody has a picture or another name beside a voice here. */
export const unsaidSharing = {
	history_item_sample_id: null,
	image_url: null,
	instagram_username: null,
	twitter_username: null,
	youtube_username: null,
	tiktok_username: null,
	moderation_check: null,
} as const;

const voiceVerification = z.object({
	requires_verification: z.boolean(),
	is_verified: z.boolean(),
	verification_failures: z.array(z.string()),
	verification_attempts_count: z.int(),
	language: z.string().nullable(),
	verification_attempts: z.array(verificationAttempt).nullable(),
});

export const voice = z.object({
	voice_id: z.string(),
	name: z.string(),
	description: z.string().nullable(),
	category: z.enum(voiceCategories),
	/** Only what is known, said by its owner or measured: language, accent, gender where the model's authors state it, pitch, pace. */
	labels: z.record(z.string(), z.string()),
	language: z.string(),
	preview_url: z.string().nullable(),
	/** The models that really speak this voice; none as long as it cannot be spoken. */
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
	samples: z.array(voiceSample).nullable(),
	fine_tuning: fineTuning.nullable(),
	sharing: voiceSharing.nullable(),
	safety_control: z.enum(["BAN", "CAPTCHA"]).nullable(),
	voice_verification: voiceVerification.nullable(),
	collection_ids: z.array(z.string()).nullable(),
	permission_on_resource: z.enum(["admin", "editor", "commenter", "viewer"]).nullable(),
	is_owner: z.boolean(),
	is_legacy: z.boolean(),
	/** Mixed from shipped voices. */
	is_mixed: z.boolean(),
	origin: z.enum(voiceOrigins),
	/** How near the mix is to the samples it was matched to, 0..1; null for any other voice. */
	similarity: z.number().nullable(),
	disabled: z.boolean(),
	/** Why it cannot be used, in words. */
	tooltip: z.string().nullable(),
	favorited_at_unix: z.int().nullable(),
	is_bookmarked: z.boolean().nullable(),
	created_at_unix: z.int().nullable(),
	recording_quality: z.null(),
	recording_quality_reason: z.null(),
	labelling_status: z.null(),
});

/** Recordings are measured, not judged. */
export const unjudged = { recording_quality: null, recording_quality_reason: null, labelling_status: null } as const;
export type Voice = z.output<typeof voice>;
