import type { Voice, VoiceOrigin } from "@timbre/contract/voices/schemas.ts";
import { dateOf } from "../../lib/text/format.ts";

type Sharing = NonNullable<Voice["sharing"]>;
type Terms = {
	/** Owners see their earnings, everyone else the cost. */
	owner: boolean;
	rate: number | null;
	fiatRate: number | null;
	noticeDays: number;
	disableAtUnix: number | null;
	liveModeration: boolean;
};

export type TermBadge = { kind: "rate" | "notice" | "moderation"; label: string; detail: string };

/** Only the owner sees the statuses enabled and disabled. */
export function ownsVoice(sharing: Pick<Sharing, "status"> | null): boolean {
	return sharing?.status === "enabled" || sharing?.status === "disabled";
}

export function termsOf({ sharing }: Pick<Voice, "sharing">): Terms | null {
	if (!sharing) return null;
	return {
		owner: ownsVoice(sharing),
		rate: sharing.rate,
		fiatRate: sharing.fiat_rate,
		noticeDays: sharing.notice_period,
		disableAtUnix: sharing.disable_at_unix,
		liveModeration: sharing.live_moderation_enabled,
	};
}

/** Badges for custom terms. A voice on default terms has none. */
export function termBadges(terms: Terms | null): TermBadge[] {
	if (!terms) return [];
	const badges: TermBadge[] = [];
	const rate = formatRate(terms);
	if (rate) badges.push({ kind: "rate", ...rate });
	const notice = formatNoticePeriod(terms.noticeDays);
	if (terms.disableAtUnix !== null) {
		badges.push({
			kind: "notice",
			label: `Until ${dateOf(terms.disableAtUnix)}`,
			detail: "The owner removed it from the library. It can't be used after this date.",
		});
	} else if (notice) {
		badges.push({
			kind: "notice",
			label: `${notice} notice`,
			detail: terms.owner
				? `People who added it can use it for ${notice} after you remove it.`
				: `You can use it for ${notice} after its owner removes it.`,
		});
	}
	if (terms.liveModeration) {
		badges.push({
			kind: "moderation",
			label: "Live moderation",
			detail: terms.owner
				? "Text from other users is checked before generation. Threats, hate, sexual content and fraud are rejected."
				: "Your text is checked before generation. Threats, hate, sexual content and fraud are rejected.",
		});
	}
	return badges;
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 4 });
const times = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

function formatRate({ owner, rate, fiatRate }: Terms): { label: string; detail: string } | null {
	if (owner) {
		if (fiatRate === null) return null;
		const price = dollars.format(fiatRate);
		return {
			label: `${price} per 1,000 credits`,
			detail: "Your rate for 1,000 credits spent on this voice. Payouts aren't available yet.",
		};
	}
	if (rate === null || rate === 1) return null;
	return {
		label: `${times.format(rate)}× credits`,
		detail: `Each character costs ${times.format(rate)} times the standard credits.`,
	};
}

/** "90 days", "1 year", "2 years", or null if there is none. */
export function formatNoticePeriod(days: number): string | null {
	if (days <= 0) return null;
	if (days > 366) return "2 years";
	if (days > 364) return "1 year";
	return days === 1 ? "1 day" : `${days} days`;
}

const origins: Record<VoiceOrigin, string> = {
	shipped: "Default voice",
	designed: "Designed from a description",
	remixed: "Remixed from another voice",
	matched: "Matched from recordings, not an exact clone",
	cloned: "Cloned from recordings",
	trained: "Trained on recordings",
	library: "Added from the library",
};

/** Similarity as 0 to 100%. The measure can be negative, which shows as 0%. */
export const formatSimilarity = (similarity: number): string => `${Math.max(0, Math.round(similarity * 100))}%`;

/** The origin of a voice, with its similarity to the samples if measured. */
export function formatOrigin({ origin, similarity }: Pick<Voice, "origin" | "similarity">): string {
	const suffix = similarity === null ? "" : `. Similarity: ${formatSimilarity(similarity)}`;
	return `${origins[origin]}${suffix}`;
}

const shortOrigins: Record<VoiceOrigin, string> = {
	shipped: "Default",
	designed: "Designed",
	remixed: "Remixed",
	matched: "Matched",
	cloned: "Cloned",
	trained: "Professional",
	library: "Library",
};

export const shortOrigin = (origin: VoiceOrigin): string => shortOrigins[origin];

const useCases: Record<string, string> = {
	narrative_story: "stories",
	conversational: "conversation",
	characters_animation: "characters",
	social_media: "social media",
	entertainment_tv: "entertainment",
	advertisement: "advertising",
	informative_educational: "education",
};

/** "middle_aged" as "middle aged". */
export const formatLabel = (value: string): string => useCases[value] ?? value.replaceAll("_", " ");
