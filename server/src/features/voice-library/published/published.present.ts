import { languageName, primaryLanguage } from "@timbre/contract/language.ts";
import type { LibraryFacet, LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { emptySharingFields, type Voice } from "@timbre/contract/voices/schemas.ts";
import { unix } from "../../../core/time.ts";
import { modelForEngine, verifiedModelIds } from "../../models/models.public.ts";
import { type PublicationRow, previewToken } from "../../voices/voices.public.ts";
import type { ClipRow, FacetRow } from "./published.repo.ts";

export type LibraryViewer = { workspaceId: string; userId: string; publicUrl: string };
export type OwnCopy = { id: string; source_voice_id: string | null; bookmarked: boolean | null };
type VoiceLanguage = LibraryVoice["verified_languages"][number];

/** Public fields of a library voice. Only the owner sees the rate in dollars. */
export function presentLibraryVoice(
	row: PublicationRow,
	viewer: LibraryViewer,
	about: { clips: readonly ClipRow[]; copy?: OwnCopy; similarity?: number },
): LibraryVoice {
	const isOwner = row.workspace_id === viewer.workspaceId;
	const modelId = modelForEngine(row.engine).id;
	const languages = verifiedModelIds(row.engine).flatMap((id) =>
		presentLanguages(row, id, about.clips, viewer.publicUrl),
	);
	return {
		public_owner_id: row.public_owner_id,
		voice_id: row.voice_id,
		date_unix: unix(row.published_at),
		name: row.name,
		accent: row.accent,
		gender: row.gender,
		age: row.age,
		descriptive: row.descriptive,
		use_case: row.use_case,
		category: row.category as LibraryVoice["category"],
		language: row.language,
		locale: row.locale,
		description: row.description,
		preview_url: languages[0]?.preview_url ?? null,
		usage_character_count_1y: row.characters_1y,
		usage_character_count_7d: row.characters_7d,
		play_api_usage_character_count_1y: 0,
		cloned_by_count: row.added_count,
		rate: row.rate,
		fiat_rate: isOwner ? row.fiat_rate : null,
		free_users_allowed: row.free_users_allowed,
		live_moderation_enabled: row.live_moderation_enabled,
		featured: row.featured,
		verified_languages: languages,
		notice_period: row.notice_period_days,
		disable_at_unix: row.disable_at ? unix(row.disable_at) : null,
		reader_app_enabled: row.reader_app_enabled,
		instagram_username: null,
		twitter_username: null,
		youtube_username: null,
		tiktok_username: null,
		image_url: null,
		is_added_by_user: about.copy !== undefined,
		is_bookmarked: about.copy?.bookmarked ?? false,
		added_voice_id: about.copy?.id ?? null,
		is_owner: isOwner,
		owner_name: row.owner_name,
		origin: row.origin as LibraryVoice["origin"],
		model_id: modelId,
		labels: row.labels,
		similarity: about.similarity ?? null,
	};
}

/** The own language first, then others with a preview. */
function presentLanguages(
	row: Pick<PublicationRow, "voice_id" | "language" | "locale" | "accent">,
	modelId: string,
	clips: readonly ClipRow[],
	publicUrl: string,
): VoiceLanguage[] {
	const own = clips.find(({ language }) => language === "" || primaryLanguage(language) === row.language) ?? clips[0];
	const others = clips.filter((clip) => clip !== own);
	return [
		{
			language: row.language,
			model_id: modelId,
			accent: row.accent || null,
			locale: row.locale,
			preview_url: own ? clipUrl(own, publicUrl) : null,
		},
		...others.map((clip) => ({
			language: primaryLanguage(clip.language),
			model_id: modelId,
			accent: null,
			locale: clip.language.includes("-") ? clip.language : null,
			preview_url: clipUrl(clip, publicUrl),
		})),
	];
}

/** The hash changes with the clip, so the URL can be cached forever. */
function clipUrl({ voice_id, language, content_hash }: ClipRow, publicUrl: string): string {
	const url = new URL(`/v1/voices/${voice_id}/preview`, publicUrl);
	url.searchParams.set("v", previewToken(content_hash));
	if (language !== "") url.searchParams.set("language", language);
	return url.href;
}

/** The sharing section as the owner sees it. */
export function presentSharing(row: PublicationRow, emails: readonly string[]): NonNullable<Voice["sharing"]> {
	return {
		status: row.status as "enabled" | "disabled",
		date_unix: unix(row.published_at),
		whitelisted_emails: [...emails],
		public_owner_id: row.public_owner_id,
		original_voice_id: row.voice_id,
		// There are no payouts yet.
		financial_rewards_enabled: false,
		free_users_allowed: row.free_users_allowed,
		live_moderation_enabled: row.live_moderation_enabled,
		rate: row.rate,
		fiat_rate: row.fiat_rate,
		notice_period: row.notice_period_days,
		disable_at_unix: row.disable_at ? unix(row.disable_at) : null,
		voice_mixing_allowed: row.voice_mixing_allowed,
		featured: row.featured,
		category: row.category as Voice["category"],
		reader_app_enabled: row.reader_app_enabled,
		reader_restricted_on: row.reader_restricted_on,
		enabled_in_library: row.listed,
		liked_by_count: 0,
		cloned_by_count: row.added_count,
		name: row.name,
		description: row.description,
		labels: row.labels,
		review_status: row.review_status as NonNullable<Voice["sharing"]>["review_status"],
		review_message: row.review_message,
		ban_reason: null,
		...emptySharingFields,
	};
}

const facetNames: Record<string, string> = {
	middle_aged: "Middle-aged",
	narrative_story: "Narration and stories",
	conversational: "Conversation",
	characters_animation: "Characters and animation",
	social_media: "Social media",
	entertainment_tv: "Entertainment and TV",
	advertisement: "Advertising",
	informative_educational: "Information and education",
	high_quality: "High quality",
};

export function presentFacets(rows: readonly FacetRow[]) {
	const of = (kind: string) => rows.filter((row) => row.kind === kind);
	const plain = (kind: string): LibraryFacet[] => of(kind).map(presentFacet);
	return {
		languages: of("language").map((row) => ({ ...presentFacet(row), name: languageName(row.value) })),
		accents: of("accent").map((row) => ({ ...presentFacet(row), language: row.within })),
		genders: plain("gender"),
		ages: plain("age"),
		use_cases: plain("use_case"),
		descriptives: plain("descriptive"),
		categories: plain("category"),
		total: of("total")[0]?.voices ?? 0,
	};
}

function presentFacet({ value, voices }: FacetRow): LibraryFacet {
	const words = value.replaceAll("_", " ");
	return { value, name: facetNames[value] ?? words.charAt(0).toUpperCase() + words.slice(1), count: voices };
}
