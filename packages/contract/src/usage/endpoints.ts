import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import type { Tier } from "../plans.ts";
import { usagePaths } from "./paths.ts";

/** Characters a workspace can spend beyond its limit, if it may extend it. */
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

/** Reaching the limit exactly is not over it. */
export function isOverQuota(quota: { used: number; requested: number; limit: number; mayExtend: boolean }): boolean {
	return quota.used + quota.requested > quota.limit && !quota.mayExtend;
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

/** The end of the year 9999, the last valid date. */
const lastMillisecond = 253_402_300_799_999;
const maxBucketSeconds = 100 * 366 * 86_400;

const price = z.object({
	amount: z.string().meta({ description: "Always `0`: this server has no billing.", examples: ["0"] }),
	currency: z.string().meta({ description: "Always `usd`.", examples: ["usd"] }),
});

export const subscription = z.object({
	tier: z.string().meta({
		description: "Id of the plan, such as `free`, `creator` or `enterprise`.",
		examples: ["creator"],
	}),
	character_count: z.int().meta({
		description: "Credits used in the current period, including those reserved for running generations.",
		examples: [12840],
	}),
	character_limit: z.int().meta({ description: "Credits per period.", examples: [100000] }),
	max_character_limit_extension: z
		.int()
		.nullable()
		.meta({
			description: "Credits the workspace can use beyond its limit if it extends it. Null means any number.",
			examples: [1000],
		}),
	max_credit_limit_extension: z.union([z.int(), z.literal("unlimited")]).meta({
		description: "Same as `max_character_limit_extension`, with `unlimited` instead of null.",
		examples: [1000],
	}),
	can_extend_character_limit: z.boolean().meta({
		description: "Whether the plan lets the workspace exceed its limit.",
		examples: [true],
	}),
	allowed_to_extend_character_limit: z.boolean().meta({
		description: "Whether an admin has allowed exceeding the limit.",
		examples: [false],
	}),
	next_character_count_reset_unix: z
		.int()
		.nullable()
		.meta({
			description: "Time the period ends and the used credits go back to 0, in Unix seconds.",
			examples: [1762592000],
		}),
	voice_slots_used: z.int().meta({
		description: "Voices in the workspace, created or added from the library. Shipped voices don't count.",
		examples: [4],
	}),
	professional_voice_slots_used: z.int().meta({
		description: "Professional voices created in the workspace.",
		examples: [1],
	}),
	professional_voice_slots_used_in_workspace: z.int().meta({
		description: "Same as `professional_voice_slots_used`.",
		examples: [1],
	}),
	voice_limit: z.int().meta({ description: "Voices that the plan includes.", examples: [30] }),
	max_voice_add_edits: z
		.int()
		.nullable()
		.meta({
			description: "How often voices can be added or edited per period.",
			examples: [95],
		}),
	voice_add_edit_counter: z.int().meta({
		description: "How often voices were added or edited in the current period.",
		examples: [7],
	}),
	professional_voice_limit: z.int().meta({
		description: "Professional voices that the plan includes, without extra slots.",
		examples: [1],
	}),
	can_extend_voice_limit: z.boolean().meta({
		description: "Always false: the number of voices can't be extended.",
		examples: [false],
	}),
	can_use_instant_voice_cloning: z.boolean().meta({
		description: "Always true: every plan includes matched voices.",
		examples: [true],
	}),
	can_use_professional_voice_cloning: z.boolean().meta({
		description: "Whether the plan or an extra slot allows a professional voice.",
		examples: [true],
	}),
	currency: z
		.string()
		.nullable()
		.meta({
			description: "Always null: this server has no billing.",
			examples: [null],
		}),
	current_overage: price.meta({ description: "What use beyond the limit costs. Always 0." }),
	status: z.enum(["trialing", "active", "incomplete", "past_due", "free", "free_disabled"]).meta({
		description: "`free` on the free plan, `trialing` on a trial, otherwise `active`. The other values are not used.",
		examples: ["active"],
	}),
	billing_period: z
		.string()
		.nullable()
		.meta({
			description: "Always null: this server has no billing.",
			examples: [null],
		}),
	character_refresh_period: z
		.string()
		.nullable()
		.meta({
			description: "How often credits renew. Always `monthly_period`.",
			examples: ["monthly_period"],
		}),
	next_invoice: z.null().meta({ description: "Always null: this server has no billing." }),
	open_invoices: z.array(z.never()).meta({ description: "Always empty: this server has no billing." }),
	has_open_invoices: z.boolean().meta({
		description: "Always false: this server has no billing.",
		examples: [false],
	}),
	has_used_starter_coupon_on_account: z.boolean().meta({
		description: "Always false: there are no coupons.",
		examples: [false],
	}),
	has_used_creator_coupon_on_account: z.boolean().meta({
		description: "Always false: there are no coupons.",
		examples: [false],
	}),
	pending_change: z.null().meta({ description: "Always null: plans change immediately." }),
});
export type Subscription = z.output<typeof subscription>;

export const usageEndpoints = {
	getCharacterStats: endpoint({
		...usagePaths.getCharacterStats,
		summary: "Get usage statistics over time",
		description:
			"Returns one value per bucket and series, taken from the ledger, so credits add up to what was charged. A range can have at most 10,000 buckets. Only admins can see the usage of the whole workspace.",
		since: "0.2.0",
		auth: "user",
		permission: "user_read",
		query: z.object({
			start_unix: z.coerce
				.number()
				.int()
				.min(0)
				.max(lastMillisecond)
				.meta({
					description: "Start of the range, in Unix milliseconds. Seconds are accepted too.",
					examples: [1759276800000],
				}),
			end_unix: z.coerce
				.number()
				.int()
				.min(0)
				.max(lastMillisecond)
				.meta({
					description: "End of the range, inclusive, in Unix milliseconds. Seconds are accepted too.",
					examples: [1761955199000],
				}),
			include_workspace_metrics: z
				.stringbool()
				.default(false)
				.meta({
					description: "True returns the usage of all members, for admins only. Defaults to the caller's own usage.",
					examples: [false],
				}),
			breakdown_type: z
				.enum(breakdownTypes)
				.default("none")
				.meta({
					description:
						"How usage is split into series. `none` returns one series named `All`; `user` needs `include_workspace_metrics`. Dimensions that this server doesn't have, such as `groups` and `region`, return a single series.",
					examples: ["voice"],
				}),
			aggregation_interval: z
				.enum(aggregationIntervals)
				.default("day")
				.meta({
					description:
						"Length of a bucket, in UTC; weeks start on Monday. `cumulative` returns one bucket for the whole range. Defaults to `day`.",
					examples: ["day"],
				}),
			aggregation_bucket_size: z.coerce
				.number()
				.int()
				.min(1)
				.max(maxBucketSeconds)
				.optional()
				.meta({
					description: "Length of a bucket in seconds. Overrides `aggregation_interval`.",
					examples: [3600],
				}),
			metric: z
				.enum(usageMetrics)
				.default("credits")
				.meta({
					description:
						"What is measured. `credits` are net of refunds, `ttfb_avg` and `ttfb_p95` are the milliseconds until the first audio, `concurrency` is the highest number of generations at once, and `fiat_units_spent` is always 0. Defaults to `credits`.",
					examples: ["credits"],
				}),
		}),
		response: z.object({
			time: z.array(z.int()).meta({
				description: "Start of each bucket, in Unix milliseconds. The first may lie before the range.",
				examples: [[1759276800000, 1759363200000]],
			}),
			usage: z.record(z.string(), z.array(z.number())).meta({
				description: "For each series, by name, one value per bucket.",
				examples: [{ All: [1840, 920] }],
			}),
		}),
		errors: ["invalid_request"],
	}),
};
