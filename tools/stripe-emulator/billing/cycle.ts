// What happens by itself as time passes: trials end, periods renew, scheduled changes start, failed payments are tried again.
import type Stripe from "stripe";
import { nowOf } from "../state/clock.ts";
import type { Context } from "../state/context.ts";
import { changePrice, endSubscription, renewSubscription, retryInvoice } from "./subscriptions.ts";

type Due = { at: number; run(): void };

const alive = new Set<Stripe.Subscription.Status>(["active", "trialing", "past_due"]);

const sameClock = (a: Stripe.Subscription["test_clock"] | undefined, b: string | null): boolean =>
	(typeof a === "object" ? (a?.id ?? null) : (a ?? null)) === b;

/** Everything that will happen, on one test clock or in real time. */
function dueActions(context: Context, clock: string | null): Due[] {
	const { state } = context;
	const due: Due[] = [];
	for (const subscription of state.subscriptions.all()) {
		if (!sameClock(subscription.test_clock, clock) || !alive.has(subscription.status)) continue;
		const end = subscription.items.data[0]?.current_period_end ?? 0;
		due.push({ at: end, run: () => endPeriod(context, subscription.id, end) });
	}
	for (const invoice of state.invoices.all()) {
		const { next_payment_attempt: at } = invoice;
		if (invoice.status !== "open" || at === null || !sameClock(invoice.test_clock, clock)) continue;
		due.push({ at, run: () => retryInvoice(context, invoice.id, at) });
	}
	return due;
}

function endPeriod(context: Context, id: string, at: number): void {
	const { state } = context;
	const subscription = state.subscriptions.get(id);
	if (subscription.cancel_at_period_end) {
		endSubscription(context, id, at, "cancellation_requested");
	} else {
		startPhase(context, subscription, at);
		renewSubscription(context, id, at);
	}
}

/** Starts the schedule's phase of this time. After its last one the schedule lets go of the subscription. */
function startPhase(context: Context, subscription: Stripe.Subscription, at: number): void {
	const { state, events } = context;
	const schedule = typeof subscription.schedule === "string" ? state.schedules.get(subscription.schedule) : null;
	const phase = schedule?.phases.find(({ start_date: start }) => start === at);
	const [item] = phase?.items ?? [];
	if (!schedule || !phase || !item) return;
	const price = state.prices.get(typeof item.price === "string" ? item.price : item.price.id);
	changePrice(
		context,
		subscription.id,
		{ price, quantity: item.quantity ?? 1, proration: "none", at },
		{ mustBePaid: false },
	);
	if (schedule.phases.at(-1) !== phase) return;
	state.schedules.change(schedule.id, {
		status: "released",
		released_at: at,
		released_subscription: subscription.id,
		subscription: null,
	});
	state.subscriptions.change(subscription.id, { schedule: null });
	events.record("subscription_schedule.released", state.schedules.get(schedule.id), at);
}

/** Lets everything happen that is due until a time, in order. `onTime` gets the time of each step before it. */
export function runUntil(context: Context, clock: string | null, until: number, onTime: (at: number) => void): void {
	for (;;) {
		const next = dueActions(context, clock)
			.filter(({ at }) => at <= until)
			.toSorted((a, b) => a.at - b.at)[0];
		if (!next) return;
		onTime(next.at);
		next.run();
	}
}

/** Moves a test clock forward. */
export function advanceClock(context: Context, id: string, to: number): void {
	const { state } = context;
	runUntil(context, id, to, (at) => state.clocks.change(id, { frozen_time: Math.max(at, nowOf(state, id)) }));
	state.clocks.change(id, { frozen_time: to });
}
