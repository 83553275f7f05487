// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.
import type { Tier } from "../plans.ts";

/** Extending requires permission and an active subscription or the enterprise tier. */
export function mayExtend(subscription: { permits: boolean; status: string; tier: Tier }): boolean {
	return subscription.permits && (subscription.status === "active" || subscription.tier === "enterprise");
}

export function remainingQuota(quota: { character_limit: number; character_count: number }): number {
	return quota.character_limit - quota.character_count;
}

export type QuotaMode = "used" | "remaining";

export function quotaLabel(mode: QuotaMode): string {
	return mode === "used" ? "Total quota used" : "Total quota remaining";
}
