import type { Voice, VoiceOrigin } from "@timbre/contract/voices.entities.ts";
import { dateOf } from "../../../lib/format.ts";

type Sharing = NonNullable<Voice["sharing"]>;
type Terms = {
	/** Owners are told what they get, everybody else what it costs them. */
	owner: boolean;
	rate: number | null;
	fiatRate: number | null;
	noticeDays: number;
	disableAtUnix: number | null;
	liveModeration: boolean;
};

export type TermBadge = { kind: "rate" | "notice" | "moderation"; label: string; detail: string };

/** Whoever can switch the sharing of a voice on and off owns it. */
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

/** What is special about using a voice, a word or two each. A voice on usual terms has none. */
export function termBadges(terms: Terms | null): TermBadge[] {
	if (!terms) return [];
	const badges: TermBadge[] = [];
	const rate = rateWords(terms);
	if (rate) badges.push({ kind: "rate", ...rate });
	const notice = noticePeriod(terms.noticeDays);
	if (terms.disableAtUnix !== null) {
		badges.push({
			kind: "notice",
			label: `Until ${dateOf(terms.disableAtUnix)}`,
			detail: "Its owner has taken it out of the library. After that day it can no longer be used.",
		});
	} else if (notice) {
		badges.push({
			kind: "notice",
			label: `${notice} notice`,
			detail: terms.owner
				? `Who has added it can use it for ${notice} after you take it back.`
				: `It stays usable for ${notice} after its owner takes it back.`,
		});
	}
	if (terms.liveModeration) {
		badges.push({
			kind: "moderation",
			label: "Live moderation",
			detail: terms.owner
				? "What others let it say is checked first: threats, hatred, sexual content and fraud are refused."
				: "What you let it say is checked first: threats, hatred, sexual content and fraud are refused.",
		});
	}
	return badges;
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 4 });
const times = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

function rateWords({ owner, rate, fiatRate }: Terms): { label: string; detail: string } | null {
	if (owner) {
		if (fiatRate === null) return null;
		const price = dollars.format(fiatRate);
		return {
			label: `${price} per 1,000 credits`,
			detail: `What 1,000 credits spent on this voice are worth to you. Payouts are planned.`,
		};
	}
	if (rate === null || rate === 1) return null;
	return { label: `${times.format(rate)}× credits`, detail: `Each character counts ${times.format(rate)} times.` };
}

/** "90 days", "1 year", "2 years"; null where there is none. */
export function noticePeriod(days: number): string | null {
	if (days <= 0) return null;
	if (days > 366) return "2 years";
	if (days > 364) return "1 year";
	return days === 1 ? "1 day" : `${days} days`;
}

const origins: Record<VoiceOrigin, string> = {
	shipped: "Comes with this server",
	designed: "Designed from a description",
	remixed: "Made from another voice by a prompt",
	matched: "Matched: the nearest mix of the shipped voices, not the person's own voice",
	cloned: "Cloned from recordings",
	trained: "Trained on recordings",
	library: "Added from the library",
};

/** How alike two voices are, 0 to 100 %. Measured it can be less than nothing: that is nothing, too. */
export const alikeness = (similarity: number): string => `${Math.max(0, Math.round(similarity * 100))} %`;

/** How a voice came to be, with how near it is to its samples where that was measured. */
export function originWords({ origin, similarity }: Pick<Voice, "origin" | "similarity">): string {
	const near = similarity === null ? "" : `, similarity ${alikeness(similarity)}`;
	return `${origins[origin]}${near}`;
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
