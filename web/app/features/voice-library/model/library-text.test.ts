import type { LibraryVoice } from "@timbre/contract/voice-library/endpoints.ts";
import { expect, test } from "vitest";
import { formatOwner, libraryBadges, libraryTraits } from "./library-text.ts";

const terms = {
	is_owner: false,
	rate: 2,
	fiat_rate: 0.06,
	notice_period: 400,
	disable_at_unix: null,
	live_moderation_enabled: true,
};

test("describes a library voice in words and skips unknown traits", () => {
	const known = { language: "en", locale: "en-GB", gender: "male", age: "middle_aged", descriptive: "calm" };
	expect(libraryTraits({ ...known, use_case: "narrative_story" })).toBe(
		"British English, male, middle aged, calm, for stories",
	);
	expect(libraryTraits({ language: "de", locale: null, gender: "", age: "", descriptive: "", use_case: "" })).toBe(
		"German",
	);
});

test("VOICES-008 VOICES-032 shows the rate as a multiplier to users and in dollars to the owner", () => {
	expect(libraryBadges(terms).map(({ label }) => label)).toEqual(["2× credits", "2 years notice", "Live moderation"]);
	expect(libraryBadges({ ...terms, is_owner: true })[0]?.label).toBe("$0.06 per 1,000 credits");
});

test("names the owner of a voice, or marks it as a default voice", () => {
	const of = (patch: Partial<LibraryVoice>) =>
		formatOwner({ is_owner: false, owner_name: "Ann", public_owner_id: "x", ...patch } as LibraryVoice);
	expect([of({}), of({ public_owner_id: "timbre" }), of({ is_owner: true })]).toEqual([
		"by Ann",
		"default voice",
		"by your workspace",
	]);
});
