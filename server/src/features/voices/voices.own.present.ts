import type { ErrorCode } from "@timbre/contract/errors.ts";
import { plans } from "@timbre/contract/plans.ts";
import {
	trainingStates,
	unjudged,
	unsaidSharing,
	type Voice,
	type VoiceSample,
	voiceCategories,
	voiceOrigins,
	voiceSettings,
} from "@timbre/contract/voices.entities.ts";
import { defaultVoiceSettings } from "@timbre/contract/voices.own.ts";
import type { OwnVoiceRow, PublishedFacts, VoiceExtras } from "./voices.catalogue.repo.ts";
import type { Standing } from "./voices.standing.repo.ts";

export type Refusal = { code: ErrorCode; message: string };

/** Why a voice may not be spoken at the moment; undefined when it may. */
export function refusalOf(standing: Standing): Refusal | undefined {
	const { safety_control: safety, training_state: training } = standing;
	if (safety === "BAN")
		return {
			code: "voice_banned",
			message: `This voice is blocked and cannot be used.${standing.ban_reason ? ` ${standing.ban_reason}` : ""}`,
		};
	if (standing.revoked_at !== null)
		return {
			code: "voice_consent_revoked",
			message: "Its speaker has taken back the permission to use this voice.",
		};
	if (standing.out_of_use)
		return {
			code: "voice_disabled",
			message: "This voice was taken back by its owner and can no longer be used.",
		};
	if (standing.consent_over)
		return {
			code: "voice_not_verified",
			message: "The permission to use this voice has run out. Its speaker can give it again.",
		};
	if (safety === "CAPTCHA")
		return {
			code: "voice_not_verified",
			message: "This voice has to be verified before it is used again: read its sentence aloud.",
		};
	if (standing.unverified)
		return {
			code: "voice_not_verified",
			message: "Nobody has allowed the use of this voice yet. Its speaker has to read a sentence aloud first.",
		};
	if (!standing.silent) return undefined;
	if (training === "queued" || training === "fine_tuning" || training === "delayed")
		return { code: "voice_not_ready", message: "This voice is still being made." };
	if (training === "failed")
		return { code: "voice_not_ready", message: "This voice could not be made from its samples." };
	return { code: "voice_not_ready", message: "This voice has not been made yet." };
}

export type Presenting = {
	modelOf: (engine: string) => string;
	publicUrl: string;
	/** Who looks at it. */
	userId: string;
	role: "admin" | "editor" | "commenter" | "viewer";
};

export function presentOwn(row: OwnVoiceRow, extras: VoiceExtras, presenting: Presenting): Voice {
	const { modelOf, publicUrl, userId } = presenting;
	const refusal = refusalOf(row);
	const modelId = row.engine === null ? undefined : modelOf(row.engine);
	const labels = row.labels as Record<string, string>;
	const previews = extras.previews.filter((clip) => clip.voice_id === row.id);
	// A voice that must not be heard is not heard by its preview either.
	const heard = refusal === undefined || refusal.code === "voice_not_ready" ? previews : [];
	const urlOf = (language: string) => {
		const clip = heard.find((one) => one.language === language);
		return clip ? ownPreviewUrl(row.id, clip, publicUrl) : null;
	};
	const languages = [...new Set([row.language, ...heard.map((clip) => clip.language)])];
	return {
		voice_id: row.id,
		name: row.name,
		description: row.description,
		category: voiceCategories.find((known) => known === row.category) ?? "generated",
		labels,
		language: row.language,
		preview_url: urlOf(row.language) ?? (heard[0] ? ownPreviewUrl(row.id, heard[0], publicUrl) : null),
		high_quality_base_model_ids: modelId === undefined || refusal ? [] : [modelId],
		verified_languages:
			modelId === undefined
				? []
				: languages.map((language) => ({
						language: language.split("-")[0] ?? language,
						model_id: modelId,
						accent: labels.accent ?? null,
						locale: language.includes("-") ? language : null,
						preview_url: urlOf(language),
					})),
		available_for_tiers: Object.keys(plans),
		...presentKept(row.id, extras),
		samples: extras.samples.filter((sample) => sample.voice_id === row.id).map(presentSample),
		fine_tuning: presentTraining(row, extras, modelId),
		sharing: presentSharing(row, presenting),
		safety_control: row.safety_control,
		voice_verification: presentVerification(row, extras),
		permission_on_resource: presenting.role,
		is_owner: row.created_by === userId && row.origin !== "library",
		is_legacy: false,
		is_mixed: row.speaker?.startsWith("blend:") ?? false,
		origin: voiceOrigins.find((known) => known === row.origin) ?? "designed",
		similarity: similarityOf(row.origin_facts),
		disabled: refusal !== undefined,
		tooltip: refusal?.message ?? null,
		is_bookmarked: row.bookmarked,
		created_at_unix: unix(row.created_at),
		...unjudged,
	};
}

/** What a person and a workspace keep of a voice, whoever made it. */
export function presentKept(
	voiceId: string,
	extras: VoiceExtras,
): Pick<Voice, "settings" | "collection_ids" | "favorited_at_unix"> {
	const kept = extras.settings.find((row) => row.voice_id === voiceId);
	const favourite = extras.favourites.find((row) => row.voice_id === voiceId);
	return {
		settings: presentSettings(kept?.settings),
		collection_ids: extras.collections.filter((row) => row.voice_id === voiceId).map((row) => row.collection_id),
		favorited_at_unix: favourite ? unix(favourite.marked_at) : null,
	};
}

export function presentSettings(kept: unknown): NonNullable<Voice["settings"]> {
	return { ...defaultVoiceSettings, ...(kept ? voiceSettings.parse(kept) : {}) };
}

export function presentSample(row: VoiceExtras["samples"][number]): VoiceSample {
	return {
		sample_id: row.id,
		file_name: row.file_name,
		mime_type: row.mime_type,
		size_bytes: row.size_bytes,
		hash: row.hash,
		duration_secs: row.duration_seconds,
		remove_background_noise: row.remove_background_noise,
		has_isolated_audio: row.isolated_key !== null,
		has_isolated_audio_preview: row.isolated_key !== null,
		speaker_separation: {
			voice_id: row.voice_id,
			sample_id: row.id,
			status: row.separation_status as "not_started" | "pending" | "completed" | "failed",
			speakers: (row.speakers as NonNullable<VoiceSample["speaker_separation"]>["speakers"]) ?? null,
			selected_speaker_ids: row.selected_speaker_ids,
		},
		trim_start: row.trim_start_ms,
		trim_end: row.trim_end_ms,
	};
}

function presentAttempts(voiceId: string, { attempts }: VoiceExtras) {
	const own = attempts.filter((attempt) => attempt.voice_id === voiceId);
	return {
		verification_failures: own.flatMap((attempt) => (attempt.accepted || !attempt.reason ? [] : [attempt.reason])),
		verification_attempts_count: own.length,
		verification_attempts: own.map((attempt) => ({
			text: attempt.sentence,
			date_unix: unix(attempt.attempted_at),
			accepted: attempt.accepted,
			similarity: attempt.similarity ?? 0,
			levenshtein_distance: attempt.word_error_rate,
			recording: null,
		})),
	};
}

function presentVerification(row: OwnVoiceRow, extras: VoiceExtras): Voice["voice_verification"] {
	// One from the library was verified by its owner, who alone can be asked for it.
	const verified = row.verified_at !== null || row.origin === "library";
	return {
		requires_verification: row.requires_verification,
		is_verified: verified && row.revoked_at === null && !row.consent_over,
		language: row.requires_verification ? row.language : null,
		...presentAttempts(row.id, extras),
	};
}

function presentTraining(row: OwnVoiceRow, extras: VoiceExtras, modelId: string | undefined): Voice["fine_tuning"] {
	const { training } = row;
	if (training === null && row.category !== "professional") return null;
	const model = training?.model_id ?? modelId;
	// Whoever stopped it stands where it began.
	const state = trainingStates.find((known) => known === training?.state) ?? "not_started";
	const seconds = extras.samples
		.filter((sample) => sample.voice_id === row.id)
		.reduce((sum, sample) => sum + sample.duration_seconds, 0);
	return {
		is_allowed_to_fine_tune: row.category === "professional" && row.verified_at !== null && seconds > 0,
		state: model === undefined ? {} : { [model]: state },
		manual_verification_requested: training?.manual_verification_requested ?? false,
		language: row.language,
		progress: model === undefined || !training ? null : { [model]: training.progress },
		message: model === undefined || !training?.message ? null : { [model]: training.message },
		dataset_duration_seconds: seconds,
		slice_ids: null,
		max_verification_attempts: null,
		next_max_verification_attempts_reset_unix_ms: null,
		manual_verification: null,
		finetuning_state: null,
		...presentAttempts(row.id, extras),
	};
}

/** A voice of one's own is shared or not; a copy can be used or not. */
function presentSharing(row: OwnVoiceRow, { userId, role }: Presenting): NonNullable<Voice["sharing"]> {
	const copied = row.origin === "library";
	const { published } = row;
	const shared = published?.status === "enabled" || row.shared_by_link;
	const status = copied ? (row.out_of_use ? "copied_disabled" : "copied") : shared ? "enabled" : "disabled";
	const owner = !copied && (row.created_by === userId || role === "admin");
	return {
		status,
		date_unix: unix(published ? new Date(published.published_at) : row.created_at),
		whitelisted_emails: owner ? (row.share_emails ?? []) : [],
		public_owner_id: published?.public_owner_id ?? (copied ? "" : (row.owner_public_id ?? "")),
		original_voice_id: row.source_voice_id ?? published?.voice_id ?? row.id,
		...offer(published, owner),
		disable_at_unix: row.disable_at === null ? null : unix(row.disable_at),
		category: voiceCategories.find((known) => known === (published?.category ?? row.category)) ?? "generated",
		name: published?.name ?? row.name,
		description: published ? published.description : row.description,
		labels: published?.labels ?? (row.labels as Record<string, string>),
		ban_reason: row.safety_control === "BAN" ? row.ban_reason : null,
		...unsaidSharing,
	};
}

function offer(published: PublishedFacts | null, owner: boolean) {
	return {
		financial_rewards_enabled: false,
		free_users_allowed: published?.free_users_allowed ?? true,
		live_moderation_enabled: published?.live_moderation_enabled ?? false,
		rate: published?.rate ?? null,
		fiat_rate: owner ? (published?.fiat_rate ?? null) : null,
		notice_period: published?.notice_period_days ?? 0,
		voice_mixing_allowed: published?.voice_mixing_allowed ?? false,
		featured: published?.featured ?? false,
		reader_app_enabled: published?.reader_app_enabled ?? false,
		reader_restricted_on:
			(published?.reader_restricted_on as NonNullable<Voice["sharing"]>["reader_restricted_on"] | undefined) ?? [],
		enabled_in_library: published?.status === "enabled",
		liked_by_count: 0,
		cloned_by_count: published?.added_count ?? 0,
		review_status: (published?.review_status ?? "not_requested") as NonNullable<Voice["sharing"]>["review_status"],
		review_message: published?.review_message ?? null,
	};
}

/** The hash names the sound and lets in whoever knows it: an audio element in a page can send nothing else. */
function ownPreviewUrl(
	voiceId: string,
	{ content_hash, language }: { content_hash: string; language: string },
	publicUrl: string,
): string {
	const url = new URL(`/v1/voices/${voiceId}/preview`, publicUrl);
	url.searchParams.set("v", previewMark(content_hash));
	url.searchParams.set("language", language);
	return url.href;
}

export const previewMark = (contentHash: string): string => contentHash.slice(0, 40);

function similarityOf(facts: unknown): number | null {
	const similarity = (facts as { similarity?: unknown } | null)?.similarity;
	return typeof similarity === "number" ? similarity : null;
}

function unix(date: Date): number {
	return Math.floor(date.getTime() / 1000);
}
