import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { onboardingState } from "./onboarding.ts";
import type { Tier } from "./plans.ts";
import { geoLocation, privacyState } from "./privacy.ts";

/** Characters a workspace may spend beyond its limit when it extends it. */
export const extraCharacters: Record<Tier, number | "unlimited"> = {
	free: 0,
	starter: 0,
	creator: 1_000,
	pro: 3_000,
	growing_business: 20_000,
	scale_2024_08_10: 20_000,
	trial: "unlimited",
	enterprise: "unlimited",
};

/** Only an active subscription extends, or an enterprise one, and only if it permits it. */
export function mayExtend(subscription: { permits: boolean; status: string; tier: Tier }): boolean {
	return subscription.permits && (subscription.status === "active" || subscription.tier === "enterprise");
}

/** Filling the limit exactly is not over it. */
export function isOverQuota(quota: { used: number; requested: number; limit: number; mayExtend: boolean }): boolean {
	return quota.used + quota.requested > quota.limit && !quota.mayExtend;
}

export function remainingQuota(quota: { character_limit: number; character_count: number }): number {
	return quota.character_limit - quota.character_count;
}

export type QuotaMode = "used" | "remaining";

export function quotaLabel(mode: QuotaMode): string {
	return mode === "used" ? "Total quota used" : "Total quota remaining";
}

export const breakdownTypes = [
	"none",
	"voice",
	"voice_multiplier",
	"user",
	"groups",
	"api_keys",
	"all_api_keys",
	"product_type",
	"model",
	"resource",
	"request_queue",
	"region",
	"subresource_id",
	"reporting_workspace_id",
	"has_api_key",
	"request_source",
] as const;
export type BreakdownType = (typeof breakdownTypes)[number];

export const aggregationIntervals = ["hour", "day", "week", "month", "cumulative"] as const;
export type AggregationInterval = (typeof aggregationIntervals)[number];

export const usageMetrics = [
	"credits",
	"tts_characters",
	"minutes_used",
	"request_count",
	"ttfb_avg",
	"ttfb_p95",
	"fiat_units_spent",
	"concurrency",
	"concurrency_average",
] as const;
export type UsageMetric = (typeof usageMetrics)[number];

/** The end of the year 9999, the last that dates are written with. */
const lastMillisecond = 253_402_300_799_999;
const longestBucketSeconds = 100 * 366 * 86_400;

const price = z.object({ amount: z.string(), currency: z.string() });

export const subscription = z.object({
	tier: z.string(),
	character_count: z.int(),
	character_limit: z.int(),
	max_character_limit_extension: z.int().nullable(),
	max_credit_limit_extension: z.union([z.int(), z.literal("unlimited")]),
	can_extend_character_limit: z.boolean(),
	allowed_to_extend_character_limit: z.boolean(),
	next_character_count_reset_unix: z.int().nullable(),
	voice_slots_used: z.int(),
	professional_voice_slots_used: z.int(),
	professional_voice_slots_used_in_workspace: z.int(),
	voice_limit: z.int(),
	max_voice_add_edits: z.int().nullable(),
	voice_add_edit_counter: z.int(),
	professional_voice_limit: z.int(),
	can_extend_voice_limit: z.boolean(),
	can_use_instant_voice_cloning: z.boolean(),
	can_use_professional_voice_cloning: z.boolean(),
	currency: z.string().nullable(),
	current_overage: price,
	status: z.enum(["trialing", "active", "incomplete", "past_due", "free", "free_disabled"]),
	billing_period: z.string().nullable(),
	character_refresh_period: z.string().nullable(),
	next_invoice: z.null(),
	open_invoices: z.array(z.never()),
	has_open_invoices: z.boolean(),
	has_used_starter_coupon_on_account: z.boolean(),
	has_used_creator_coupon_on_account: z.boolean(),
	pending_change: z.null(),
});
export type Subscription = z.output<typeof subscription>;

export const user = z.object({
	user_id: z.string(),
	/** Who the user is to others. */
	public_user_id: z.string(),
	email: z.string().nullable(),
	email_verified: z.boolean(),
	first_name: z.string().nullable(),
	workspace_id: z.string(),
	subscription,
	/** Those the user has made or added, in this workspace. */
	voices: z.array(z.string()),
	is_new_user: z.boolean(),
	agrees_to_product_updates: z.boolean(),
	can_use_delayed_payment_methods: z.boolean(),
	...onboardingState.shape,
	...privacyState.shape,
	geo_location: geoLocation.nullable(),
	show_compliance_terms: z.boolean(),
	/** Never told: keys are kept as hashes. */
	xi_api_key: z.null(),
	xi_api_key_preview: z.string().nullable(),
	is_api_key_hashed: z.boolean(),
	audio_native: z.null(),
	/** No texts are sent. */
	sms_mfa_factor: z.null(),
	/** An app that makes codes is set up as the second factor. */
	two_factor_enabled: z.boolean(),
	/** Never told. */
	backup_code_hash: z.null(),
	phone_number: z.string().nullable(),
	language: z.string().nullable(),
	account_metadata: z.record(z.string(), z.unknown()),
	prompts_shown: z.object({ long_content_use_projects: z.boolean(), dubbing_use_cases_banner: z.boolean() }),
	profile_page_handle: z.string().nullable(),
	referral_link_code: z.string().nullable(),
	partnerstack_partner_default_link: z.string().nullable(),
	is_in_probation: z.boolean(),
	moderation_warning_dismissed: z.boolean(),
	is_producer: z.boolean(),
	has_alpha_access: z.boolean(),
	created_at: z.int(),
	created_at_unix: z.int(),
	/** The name under which others see what this user shares. */
	public_user_name: z.string(),
	seat_type: z.enum(["workspace_admin", "workspace_member", "workspace_lite_member"]),
});
export type User = z.output<typeof user>;

export const usageEndpoints = {
	getUser: endpoint({
		id: "user_get",
		method: "GET",
		path: "/v1/user",
		summary: "Who is calling, with the workspace's subscription",
		since: "0.1.0",
		auth: "user",
		permission: "user_read",
		response: user,
	}),
	editUser: endpoint({
		id: "user_edit",
		method: "POST",
		path: "/v1/user/edit",
		summary:
			"Whether the workspace may spend beyond its limit, for admins; whether the caller's data may be sold or shared",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			allowed_to_extend_character_limit: z.boolean().nullish(),
			/** Null: as much as the plan gives. */
			max_character_limit_extension: z.int().min(0).max(1_000_000_000).nullish(),
			ccpa_opt_out: z.boolean().nullish(),
		}),
		response: z.object({ status: z.literal("ok") }),
		errors: ["missing_permissions"],
	}),
	getSubscription: endpoint({
		id: "user_subscription_get",
		method: "GET",
		path: "/v1/user/subscription",
		summary: "Plan and credits of the workspace",
		since: "0.1.0",
		auth: "user",
		permission: "user_read",
		response: subscription,
	}),
	getCharacterStats: endpoint({
		id: "usage_get",
		method: "GET",
		path: "/v1/usage/character-stats",
		summary: "Credits and other figures over time, from the ledger",
		since: "0.2.0",
		auth: "user",
		permission: "user_read",
		query: z.object({
			/** Milliseconds since 1970, as the name does not say; seconds are understood too. */
			start_unix: z.coerce.number().int().min(0).max(lastMillisecond),
			end_unix: z.coerce.number().int().min(0).max(lastMillisecond),
			include_workspace_metrics: z.stringbool().default(false),
			breakdown_type: z.enum(breakdownTypes).default("none"),
			aggregation_interval: z.enum(aggregationIntervals).default("day"),
			/** Seconds; overrides the interval. */
			aggregation_bucket_size: z.coerce.number().int().min(1).max(longestBucketSeconds).optional(),
			metric: z.enum(usageMetrics).default("credits"),
		}),
		response: z.object({ time: z.array(z.int()), usage: z.record(z.string(), z.array(z.number())) }),
		errors: ["invalid_request"],
	}),
};
