import { expect, test } from "vitest";
import { initialValues, publishBody, publishQuestion } from "./publish-values.ts";

const voice = { labels: { gender: "female", tier: "quality", accent: "british" } };

test("prefills the form with the voice's labels and the default terms", () => {
	expect(publishBody(initialValues(voice, null))).toEqual({
		enable_library: true,
		notice_period: 0,
		custom_rate: null,
		enable_live_moderation: false,
		free_users_allowed: true,
		preview_history_item_id: null,
		voice_mixing_allowed: false,
		labels: { gender: "female", tier: "quality", accent: "british" },
		reader_app_enabled: false,
		reader_restricted_on: [],
	});
});

test("VOICES-020 changes only the edited terms of a published voice", () => {
	const library: Parameters<typeof initialValues>[1] = {
		labels: { gender: "male", use_case: "conversational" },
		fiat_rate: 0.12,
		notice_period: 90,
		live_moderation_enabled: true,
		free_users_allowed: false,
		voice_mixing_allowed: true,
		reader_app_enabled: true,
		reader_restricted_on: [{ resource_type: "read", resource_id: "r1" }],
	};
	const values = { ...initialValues(voice, library), gender: "" };
	expect(publishBody(values)).toEqual({
		enable_library: true,
		notice_period: 90,
		custom_rate: 0.12,
		enable_live_moderation: true,
		free_users_allowed: false,
		preview_history_item_id: null,
		voice_mixing_allowed: true,
		labels: { tier: "quality", accent: "british", use_case: "conversational" },
		reader_app_enabled: true,
		reader_restricted_on: [{ resource_type: "read", resource_id: "r1" }],
	});
});

test("asks before publishing, and names statements of the description that the voice does not match", () => {
	expect(publishQuestion({ unmatched_claims: [] })).not.toContain("match");
	const explanation = "The voice has an American accent.";
	const claim = { trait: "accent", claimed: "scottish", explanation };
	expect(publishQuestion({ unmatched_claims: [claim] })).toContain(`“scottish” (accent): ${explanation}`);
});
