import { primaryLanguage } from "@timbre/contract/language.ts";
import { plans } from "@timbre/contract/plans.ts";
import { type TryVoice, type VoiceTier, voiceTiers } from "@timbre/contract/voices/endpoints.ts";
import { defaultVoiceSettings } from "@timbre/contract/voices/own.ts";
import { unratedRecording, type Voice } from "@timbre/contract/voices/schemas.ts";
import { modelForEngine, verifiedModelIds } from "../../models/models.public.ts";
import type { ShippedVoiceRow } from "./shipped.repo.ts";

export function presentVoice(row: ShippedVoiceRow, publicUrl: string): Voice {
	const modelId = modelForEngine(row.engine).id;
	const previewUrl = presentPreviewUrl(row, publicUrl);
	return {
		voice_id: row.id,
		name: row.name,
		description: row.description,
		category: "premade",
		labels: presentLabels(row),
		language: row.language,
		preview_url: previewUrl,
		high_quality_base_model_ids: [modelId],
		verified_languages: verifiedModelIds(row.engine).map((model_id) => ({
			language: primaryLanguage(row.language),
			model_id,
			accent: row.accent,
			locale: row.language.includes("-") ? row.language : null,
			preview_url: previewUrl,
		})),
		available_for_tiers: Object.keys(plans),
		settings: { ...defaultVoiceSettings },
		samples: null,
		fine_tuning: null,
		sharing: null,
		safety_control: null,
		voice_verification: null,
		collection_ids: null,
		permission_on_resource: null,
		is_owner: false,
		is_legacy: false,
		is_mixed: false,
		origin: "shipped",
		similarity: null,
		disabled: false,
		tooltip: null,
		favorited_at_unix: null,
		is_bookmarked: null,
		created_at_unix: null,
		...unratedRecording,
	};
}

export function presentTryVoice(row: ShippedVoiceRow, publicUrl: string): TryVoice {
	const model = modelForEngine(row.engine);
	return {
		voice_id: row.id,
		name: row.name,
		description: row.description,
		language: row.language,
		labels: presentLabels(row),
		tier: tierOf(row),
		engine: row.engine,
		model_id: model.id,
		model_name: model.name,
		preview_url: presentPreviewUrl(row, publicUrl),
	};
}

export function tierOf(row: ShippedVoiceRow): VoiceTier {
	const { tier } = presentLabels(row);
	return voiceTiers.find((known) => known === tier) ?? "basic";
}

/** The hash changes with the clip, so the URL can be cached forever. */
function presentPreviewUrl(row: ShippedVoiceRow, publicUrl: string): string | null {
	return row.preview_hash === null
		? null
		: new URL(`/v1/voices/${row.id}/preview?v=${row.preview_hash.slice(0, 12)}`, publicUrl).href;
}

function presentLabels(row: ShippedVoiceRow): Record<string, string> {
	return row.labels;
}
