import type { LibraryVoice } from "@timbre/contract/voices.library.ts";
import { expect, test } from "vitest";
import { libraryBadges, libraryTraits, ownerWords } from "./library-words.ts";

const offered = {
	is_owner: false,
	rate: 2,
	fiat_rate: 0.06,
	notice_period: 400,
	disable_at_unix: null,
	live_moderation_enabled: true,
};

test("a voice of the library is told in plain words, without gaps where nothing is known", () => {
	const known = { language: "en", locale: "en-GB", gender: "male", age: "middle_aged", descriptive: "calm" };
	expect(libraryTraits({ ...known, use_case: "narrative_story" })).toBe(
		"British English, male, middle aged, calm, for stories",
	);
	expect(libraryTraits({ language: "de", locale: null, gender: "", age: "", descriptive: "", use_case: "" })).toBe(
		"German",
	);
});

test("VOICES-008 VOICES-032 in the library a rate is a multiplier for others and dollars for its owner", () => {
	expect(libraryBadges(offered).map(({ label }) => label)).toEqual(["2× credits", "2 years notice", "Live moderation"]);
	expect(libraryBadges({ ...offered, is_owner: true })[0]?.label).toBe("$0.06 per 1,000 credits");
});

test("who made a voice is told, and that the shipped ones are nobody's", () => {
	const of = (patch: Partial<LibraryVoice>) =>
		ownerWords({ is_owner: false, owner_name: "Ann", public_owner_id: "x", ...patch } as LibraryVoice);
	expect([of({}), of({ public_owner_id: "timbre" }), of({ is_owner: true })]).toEqual([
		"by Ann",
		"comes with this server",
		"by your workspace",
	]);
});
