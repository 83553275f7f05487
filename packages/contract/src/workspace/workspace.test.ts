import { expect, test } from "vitest";
import { tiers } from "../plans.ts";
import { seatTypeOf } from "./rules.ts";
import { defaultTrainingOptOut, roleOfSeat, seatsOf } from "./schemas.ts";

test("gives each plan its number of seats", () => {
	expect(Object.fromEntries(tiers.map((tier) => [tier, seatsOf(tier, null)]))).toEqual({
		free: 1,
		starter: 1,
		creator: 1,
		pro: 1,
		growing_business: 3,
		scale_2024_08_10: 5,
		trial: 25,
		enterprise: 25,
	});
});

test("applies a workspace's own seat count only on trial and enterprise", () => {
	expect(tiers.filter((tier) => seatsOf(tier, 7) === 7)).toEqual(["trial", "enterprise"]);
	expect(seatsOf("pro", 7)).toBe(1);
});

test("enables the data-use opt-out by default for enterprise only", () => {
	expect(tiers.filter(defaultTrainingOptOut)).toEqual(["enterprise"]);
});

test("maps the API's seat types to the roles admin and editor", () => {
	expect([seatTypeOf("admin"), seatTypeOf("editor")]).toEqual(["workspace_admin", "workspace_member"]);
	expect(
		["workspace_admin", "workspace_member", "workspace_lite_member"].map((seat) => roleOfSeat(seat as never)),
	).toEqual(["admin", "editor", "editor"]);
});
