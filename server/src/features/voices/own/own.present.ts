import { primaryLanguage } from "@timbre/contract/language.ts";
import { plans } from "@timbre/contract/plans.ts";
import { defaultVoiceSettings } from "@timbre/contract/voices/own.ts";
import { voiceCategories } from "@timbre/contract/voices/rules.ts";
import {
	emptySharingFields,
	trainingStates,
	unratedRecording,
	type Voice,
	type VoiceSample,
	voiceOrigins,
} from "@timbre/contract/voices/schemas.ts";
import type { VoiceSettings } from "../../../core/json-columns/voices.ts";
import { unix } from "../../../core/time.ts";
import { modelForEngine, verifiedModelIds } from "../../models/models.public.ts";
import { denialOf } from "../access/denial.ts";
import type { OwnVoiceRow, PublishedDetails, VoiceExtras } from "../catalog/catalog.repo.ts";

export type PresentOptions = {
	publicUrl: string;
	/** The current user. */
	userId: string;
	role: "admin" | "editor" | "commenter" | "viewer";
};

export function presentOwn(row: OwnVoiceRow, extras: VoiceExtras, presenting: PresentOptions): Voice {
	const { publicUrl, userId } = presenting;
	const denial = denialOf(row);
	const modelId = row.engine === null ? undefined : modelForEngine(row.engine).id;
	const labels = row.labels;
	const previews = extras.previews.filter((clip) => clip.voice_id === row.id);
	// Hide the previews of a voice that must not be used.
	const playable = denial === undefined || denial.code === "voice_not_ready" ? previews : [];
	const urlOf = (language: string) => {
		const clip = playable.find((one) => one.language === language);
		return clip ? ownPreviewUrl(row.id, clip, publicUrl) : null;
	};
	const languages = [...new Set([row.language, ...playable.map((clip) => clip.language)])];
	return {
		voice_id: row.id,
		name: row.name,
		description: row.description,
		category: voiceCategories.find((known) => known === row.category) ?? "generated",
		labels,
		language: row.language,
		preview_url: urlOf(row.language) ?? (playable[0] ? ownPreviewUrl(row.id, playable[0], publicUrl) : null),
		high_quality_base_model_ids: modelId === undefined || denial ? [] : [modelId],
		verified_languages:
			row.engine === null
				? []
				: verifiedModelIds(row.engine).flatMap((model_id) =>
						languages.map((language) => ({
							language: primaryLanguage(language),
							model_id,
							accent: labels.accent ?? null,
							locale: language.includes("-") ? language : null,
							preview_url: urlOf(language),
						})),
					),
		available_for_tiers: Object.keys(plans),
		...presentUserState(row.id, extras),
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
		similarity: row.origin_facts.similarity ?? null,
		disabled: denial !== undefined,
		tooltip: denial?.message ?? null,
		is_bookmarked: row.bookmarked,
		created_at_unix: unix(row.created_at),
		...unratedRecording,
	};
}

/** Settings, collections and favorite state of a voice for the current user. */
export function presentUserState(
	voiceId: string,
	extras: VoiceExtras,
): Pick<Voice, "settings" | "collection_ids" | "favorited_at_unix"> {
	const stored = extras.settings.find((row) => row.voice_id === voiceId);
	const favorite = extras.favorites.find((row) => row.voice_id === voiceId);
	return {
		settings: presentSettings(stored?.settings),
		collection_ids: extras.collections.filter((row) => row.voice_id === voiceId).map((row) => row.collection_id),
		favorited_at_unix: favorite ? unix(favorite.marked_at) : null,
	};
}

export function presentSettings(stored: VoiceSettings | null | undefined): NonNullable<Voice["settings"]> {
	return { ...defaultVoiceSettings, ...stored };
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
			error: row.separation_error,
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
	// Library copies were verified by their owner.
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
	// A canceled training counts as not started.
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

/** Owners are recognized by `enabled` and `disabled`, so a usable copy has no status. */
function presentSharingStatus(
	{ origin, out_of_use }: OwnVoiceRow,
	shared: boolean,
): Pick<NonNullable<Voice["sharing"]>, "status"> {
	if (origin !== "library") return { status: shared ? "enabled" : "disabled" };
	return out_of_use ? { status: "copied_disabled" } : {};
}

function presentSharing(row: OwnVoiceRow, { userId, role }: PresentOptions): NonNullable<Voice["sharing"]> {
	const copied = row.origin === "library";
	const { published } = row;
	const shared = published?.status === "enabled" || row.shared_by_link;
	const owner = !copied && (row.created_by === userId || role === "admin");
	return {
		...presentSharingStatus(row, shared),
		date_unix: unix(published ? new Date(published.published_at) : row.created_at),
		whitelisted_emails: owner ? (row.share_emails ?? []) : [],
		public_owner_id: published?.public_owner_id ?? (copied ? "" : (row.owner_public_id ?? "")),
		original_voice_id: row.source_voice_id ?? published?.voice_id ?? row.id,
		...presentTerms(published, owner),
		disable_at_unix: row.disable_at === null ? null : unix(row.disable_at),
		category: voiceCategories.find((known) => known === (published?.category ?? row.category)) ?? "generated",
		name: published?.name ?? row.name,
		description: published ? published.description : row.description,
		labels: published?.labels ?? row.labels,
		ban_reason: row.safety_control === "BAN" ? row.ban_reason : null,
		...emptySharingFields,
	};
}

function presentTerms(published: PublishedDetails | null, owner: boolean) {
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
		reader_restricted_on: published?.reader_restricted_on ?? [],
		enabled_in_library: published?.status === "enabled",
		liked_by_count: 0,
		cloned_by_count: published?.added_count ?? 0,
		review_status: (published?.review_status ?? "not_requested") as NonNullable<Voice["sharing"]>["review_status"],
		review_message: published?.review_message ?? null,
	};
}

/** The hash identifies the clip and acts as its access token, because an audio element cannot send credentials. */
function ownPreviewUrl(
	voiceId: string,
	{ content_hash, language }: { content_hash: string; language: string },
	publicUrl: string,
): string {
	const url = new URL(`/v1/voices/${voiceId}/preview`, publicUrl);
	url.searchParams.set("v", previewToken(content_hash));
	url.searchParams.set("language", language);
	return url.href;
}

export const previewToken = (contentHash: string): string => contentHash.slice(0, 40);
