import type { RequestOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import type { voiceLibraryEndpoints } from "@timbre/contract/voice-library/endpoints.ts";
import { defaultVoiceRate } from "@timbre/contract/voice-library/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";

export type PublishBody = RequestOf<typeof voiceLibraryEndpoints.publishVoice>["body"];

export type VoiceShare = ResponseOf<typeof voiceLibraryEndpoints.getVoiceShare>;

/** Form values. Empty strings mean "not specified". */
export type PublishValues = {
	gender: string;
	age: string;
	use_case: string;
	accent: string;
	descriptive: string;
	previewItemId: string;
	/** Dollars per 1,000 credits. */
	rate: number;
	noticeDays: number;
	liveModeration: boolean;
	freeUsers: boolean;
	remixing: boolean;
	reader: boolean;
	readerRestrictedOn: NonNullable<Voice["sharing"]>["reader_restricted_on"];
	/** Labels the form does not show, sent back unchanged. */
	otherLabels: Record<string, string>;
};

type Terms = Pick<
	NonNullable<Voice["sharing"]>,
	| "labels"
	| "fiat_rate"
	| "notice_period"
	| "live_moderation_enabled"
	| "free_users_allowed"
	| "voice_mixing_allowed"
	| "reader_app_enabled"
	| "reader_restricted_on"
>;

const shown = ["gender", "age", "use_case", "accent", "descriptive"] as const;

/** Initial values: the published terms, otherwise the voice's labels and defaults. */
export function initialValues(voice: Pick<Voice, "labels">, library: Terms | null): PublishValues {
	const labels = { ...voice.labels, ...library?.labels };
	const { gender = "", age = "", use_case = "", accent = "", descriptive = "", ...otherLabels } = labels;
	return {
		gender,
		age,
		use_case,
		accent,
		descriptive,
		previewItemId: "",
		rate: library?.fiat_rate ?? defaultVoiceRate,
		noticeDays: library?.notice_period ?? 0,
		liveModeration: library?.live_moderation_enabled ?? false,
		freeUsers: library?.free_users_allowed ?? true,
		remixing: library?.voice_mixing_allowed ?? false,
		reader: library?.reader_app_enabled ?? false,
		readerRestrictedOn: library?.reader_restricted_on ?? [],
		otherLabels,
	};
}

export function labelsOf(values: PublishValues): Partial<Record<(typeof shown)[number], string>> {
	return Object.fromEntries(shown.map((name) => [name, values[name].trim()]).filter(([, value]) => value !== ""));
}

/** Statements of the name or description that the measurements contradict: "“scottish”: The voice has …". */
export function claimWarnings({ unmatched_claims }: Pick<VoiceShare, "unmatched_claims">): string[] {
	return unmatched_claims.map(({ trait, claimed, explanation }) => `“${claimed}” (${trait}): ${explanation}`);
}

/** Text of the confirmation before a voice is published. */
export function publishQuestion(share: Pick<VoiceShare, "unmatched_claims">): string {
	const everyone = "Everyone on this server can find and add it. Its name, description and labels become public.";
	const warnings = claimWarnings(share);
	if (warnings.length === 0) return everyone;
	return `${everyone} The description doesn't match the voice: ${warnings.join(" ")}`;
}

export function publishBody(values: PublishValues): PublishBody {
	return {
		enable_library: true,
		notice_period: values.noticeDays,
		// The default rate is not a custom rate.
		custom_rate: values.rate > defaultVoiceRate ? values.rate : null,
		enable_live_moderation: values.liveModeration,
		free_users_allowed: values.freeUsers,
		preview_history_item_id: values.previewItemId || null,
		voice_mixing_allowed: values.remixing,
		labels: { ...values.otherLabels, ...labelsOf(values) },
		reader_app_enabled: values.reader,
		reader_restricted_on: values.readerRestrictedOn,
	};
}
