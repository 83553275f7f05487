import type Stripe from "stripe";
import type { State } from "./state.ts";

export const realNow = (): number => Math.floor(Date.now() / 1000);

/** The time of a customer's test clock, or the real one. */
export function nowOf(state: State, clock: string | Stripe.TestHelpers.TestClock | null | undefined): number {
	const id = typeof clock === "object" ? clock?.id : clock;
	return state.clocks.find(id)?.frozen_time ?? realNow();
}

export function clockOf(state: State, customer: string): string | null {
	const clock = state.customers.find(customer)?.test_clock;
	return typeof clock === "string" ? clock : null;
}

const day = 86_400;

/** The anchor's day of a later month, or that month's last day. */
export function addInterval(
	start: number,
	interval: Stripe.Price.Recurring.Interval,
	count: number,
	anchor: number = start,
): number {
	if (interval === "day" || interval === "week") return start + count * (interval === "day" ? day : 7 * day);
	const date = new Date(start * 1000);
	date.setUTCDate(1);
	date.setUTCMonth(date.getUTCMonth() + count * (interval === "year" ? 12 : 1));
	const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
	date.setUTCDate(Math.min(new Date(anchor * 1000).getUTCDate(), lastDay));
	return date.getTime() / 1000;
}
