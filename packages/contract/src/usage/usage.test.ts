import { expect, test } from "vitest";
import { extraCharacters, isOverQuota } from "./endpoints.ts";
import { mayExtend, quotaLabel, remainingQuota } from "./rules.ts";

const quota = { used: 90, requested: 10, limit: 100, mayExtend: false };

test("USAGE-003 USAGE-010 a request is over the quota only if it exceeds the limit and the workspace may not extend it", () => {
	expect(isOverQuota(quota)).toBe(false);
	expect(isOverQuota({ ...quota, requested: 11 })).toBe(true);
	expect(isOverQuota({ ...quota, requested: 11, mayExtend: true })).toBe(false);
});

test("USAGE-004 extending requires a permitting subscription that is active or enterprise", () => {
	expect(mayExtend({ permits: true, status: "active", tier: "creator" })).toBe(true);
	expect(mayExtend({ permits: true, status: "past_due", tier: "enterprise" })).toBe(true);
	expect(mayExtend({ permits: true, status: "past_due", tier: "creator" })).toBe(false);
	expect(mayExtend({ permits: true, status: "trialing", tier: "trial" })).toBe(false);
	expect(mayExtend({ permits: false, status: "active", tier: "enterprise" })).toBe(false);
});

test("USAGE-006 the remaining quota is the limit minus the used characters", () => {
	expect(remainingQuota({ character_limit: 100, character_count: 30 })).toBe(70);
});

test("USAGE-007 the quota label depends on the mode", () => {
	expect(quotaLabel("used")).toBe("Total quota used");
	expect(quotaLabel("remaining")).toBe("Total quota remaining");
});

test("USAGE-008 extra characters by tier", () => {
	expect(extraCharacters).toEqual({
		free: 0,
		starter: 0,
		creator: 1000,
		pro: 3000,
		growing_business: 20000,
		scale_2024_08_10: 20000,
		enterprise: "unlimited",
		trial: "unlimited",
	});
});
