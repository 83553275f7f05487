// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** Owner id of the voices that ship with the server. */
export const serverOwnerId = "timbre";

export const librarySorts = [
	"trending",
	"created_date",
	"cloned_by_count",
	"usage_character_count_1y",
	"name",
	"relevance",
] as const;

export const libraryAges = ["young", "middle_aged", "old"] as const;
export const libraryGenders = ["female", "male", "neutral"] as const;
export const libraryUseCases = [
	"narrative_story",
	"conversational",
	"characters_animation",
	"social_media",
	"entertainment_tv",
	"advertisement",
	"informative_educational",
] as const;

export const maxSimilarFileBytes = 20_000_000;

/** Default rate of a voice in dollars per 1,000 credits. */
export const defaultVoiceRate = 0.03;
export const maxVoiceRate = 0.3;

/** Converts a rate in dollars to a credit multiplier; 1 at the default rate and below. */
export function rateMultiplier(dollarsPerThousand: number | null | undefined): number {
	if (dollarsPerThousand === null || dollarsPerThousand === undefined) return 1;
	return Math.max(1, Math.round((dollarsPerThousand / defaultVoiceRate) * 100) / 100);
}

export const statsRanges = ["7d", "30d", "90d", "1y"] as const;
