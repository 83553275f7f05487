import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { expect, test } from "vitest";
import { formatNoticePeriod, formatOrigin, termBadges, termsOf } from "./voices.format.public.ts";

const shared = (sharing: Partial<NonNullable<Voice["sharing"]>>) =>
	({
		sharing: {
			status: "copied",
			rate: null,
			fiat_rate: null,
			notice_period: 0,
			disable_at_unix: null,
			live_moderation_enabled: false,
			...sharing,
		},
	}) as Pick<Voice, "sharing">;
const labels = (sharing: Parameters<typeof shared>[0]) =>
	termBadges(termsOf(shared(sharing))).map(({ kind, label }) => `${kind}: ${label}`);

test("VOICES-033 shows a notice period over 364 days as '1 year' and over 366 as '2 years'", () => {
	expect([364, 365, 366, 367, 730].map(formatNoticePeriod)).toEqual([
		"364 days",
		"1 year",
		"1 year",
		"2 years",
		"2 years",
	]);
	expect([0, 1, 90].map(formatNoticePeriod)).toEqual([null, "1 day", "90 days"]);
});

test.each(["enabled", "disabled"] as const)(
	"VOICES-031 shows the owner of a voice (%s) dollars per 1,000 credits and the notice period",
	(status) => {
		expect(labels({ status, rate: 2, fiat_rate: 0.03, notice_period: 365 })).toEqual([
			"rate: $0.03 per 1,000 credits",
			"notice: 1 year notice",
		]);
	},
);

test("VOICES-032 shows everyone else the rate as a multiplier, and no badge for the default rate", () => {
	expect(labels({ rate: 2.5, fiat_rate: 0.03 })).toEqual(["rate: 2.5× credits"]);
	expect(labels({ rate: 1 })).toEqual([]);
	expect(labels({ rate: null })).toEqual([]);
});

test("VOICES-008 shows badges for custom rate, notice period and live moderation, and the end date of a removed voice", () => {
	expect(labels({ rate: 2, notice_period: 90, live_moderation_enabled: true })).toEqual([
		"rate: 2× credits",
		"notice: 90 days notice",
		"moderation: Live moderation",
	]);
	expect(labels({ notice_period: 90, disable_at_unix: 1_800_000_000 })).toEqual(["notice: Until Jan 15, 2027"]);
	expect(termBadges(termsOf({ sharing: null }))).toEqual([]);
});

test("never calls a matched voice cloned, and shows its similarity", () => {
	const words = formatOrigin({ origin: "matched", similarity: 0.734 });
	expect(words).toBe("Matched from recordings, not an exact clone. Similarity: 73%");
	expect(words).not.toMatch(/cloned/i);
	expect(formatOrigin({ origin: "designed", similarity: null })).toBe("Designed from a description");
});
