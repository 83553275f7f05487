import { languageName } from "@timbre/contract/language.ts";
import type { LibrarySort, LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { serverOwnerId } from "@timbre/contract/voice-library/rules.ts";
import { formatLabel, type TermBadge, termBadges } from "../../voices/voices.format.public.ts";
import type { PreviewableVoice } from "../../voices/voices.public.ts";

export const sortNames: Record<LibrarySort, string> = {
	relevance: "Best match",
	trending: "Trending",
	cloned_by_count: "Most added",
	usage_character_count_1y: "Most used",
	created_date: "Newest",
	name: "Name",
};

type Described = Pick<LibraryVoice, "language" | "locale" | "gender" | "age" | "descriptive" | "use_case">;

/** Traits of a library voice: "British English, male, old, calm, for stories". */
export function libraryTraits({ language, locale, gender, age, descriptive, use_case }: Described): string {
	const spoken = locale ?? language;
	return [
		spoken && languageName(spoken),
		formatLabel(gender),
		formatLabel(age),
		formatLabel(descriptive),
		use_case && `for ${formatLabel(use_case)}`,
	]
		.filter(Boolean)
		.join(", ");
}

/** The fields the player needs. */
export function toPreviewable(voice: LibraryVoice): PreviewableVoice {
	return { ...voice, language: voice.locale ?? voice.language ?? "en" };
}

export function formatOwner({ public_owner_id, owner_name, is_owner }: LibraryVoice): string {
	if (is_owner) return "by your workspace";
	return public_owner_id === serverOwnerId ? "default voice" : `by ${owner_name}`;
}

type LibraryTerms = Pick<
	LibraryVoice,
	"is_owner" | "rate" | "fiat_rate" | "notice_period" | "disable_at_unix" | "live_moderation_enabled"
>;

export function libraryBadges(voice: LibraryTerms): TermBadge[] {
	return termBadges({
		owner: voice.is_owner,
		rate: voice.rate,
		fiatRate: voice.fiat_rate,
		noticeDays: voice.notice_period,
		disableAtUnix: voice.disable_at_unix,
		liveModeration: voice.live_moderation_enabled,
	});
}
