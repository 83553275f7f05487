// The life of a subscription: created, changed, renewed, canceled.
import type Stripe from "stripe";
import { invalid } from "../http/failure.ts";
import { addInterval, clockOf } from "../state/clock.ts";
import type { Context } from "../state/context.ts";
import { createInvoiceItem } from "./invoice-items.ts";
import { chargeInvoice, issueInvoice } from "./invoices.ts";
import { fullLine, type Line, restLine } from "./proration.ts";

export type ProrationBehavior = "always_invoice" | "create_prorations" | "none";

const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => {
	const [item] = subscription.items.data;
	if (!item) throw invalid("The subscription has no item.");
	return item;
};

const periodOf = (subscription: Stripe.Subscription) => {
	const { current_period_start: start, current_period_end: end } = itemOf(subscription);
	return { start, end };
};

export function periodFrom(price: Stripe.Price, start: number, anchor = start): { start: number; end: number } {
	const { interval = "month", interval_count: count = 1 } = price.recurring ?? {};
	return { start, end: addInterval(start, interval, count, anchor) };
}

const planOf = (price: Stripe.Price): Stripe.Plan => ({
	id: price.id,
	object: "plan",
	active: price.active,
	amount: price.unit_amount,
	amount_decimal: price.unit_amount_decimal,
	billing_scheme: "per_unit",
	created: price.created,
	currency: price.currency,
	interval: price.recurring?.interval ?? "month",
	interval_count: price.recurring?.interval_count ?? 1,
	livemode: false,
	metadata: price.metadata,
	meter: null,
	nickname: price.nickname,
	product: price.product,
	tiers_mode: null,
	transform_usage: null,
	trial_period_days: null,
	usage_type: "licensed",
});

/** The price and the period of the subscription's only item. */
function withItem(
	subscription: Stripe.Subscription,
	price: Stripe.Price,
	quantity: number,
	period: { start: number; end: number },
): Stripe.Subscription {
	const item: Stripe.SubscriptionItem = {
		...itemOf(subscription),
		plan: planOf(price),
		price,
		quantity,
		current_period_start: period.start,
		current_period_end: period.end,
	};
	return { ...subscription, items: { ...subscription.items, data: [item] } };
}

type NewSubscription = {
	customer: string;
	price: Stripe.Price;
	quantity: number;
	trialDays: number;
	paymentMethod: string | null;
	metadata: Record<string, string>;
	at: number;
	/** Needs the subscription's id. */
	discounts: (subscription: string) => Stripe.Discount[];
};

/** Fails without a trace if the first invoice can't be paid. */
export function createSubscription(context: Context, given: NewSubscription): Stripe.Subscription {
	const { state, events } = context;
	const { at, price, quantity } = given;
	const id = state.subscriptions.newId();
	const trialEnd = given.trialDays > 0 ? at + given.trialDays * 86_400 : null;
	const period = trialEnd === null ? periodFrom(price, at) : { start: at, end: trialEnd };
	const subscription: Stripe.Subscription = {
		id,
		object: "subscription",
		application: null,
		application_fee_percent: null,
		automatic_tax: { disabled_reason: null, enabled: false, liability: null },
		billing_cycle_anchor: trialEnd ?? at,
		billing_cycle_anchor_config: null,
		billing_mode: { flexible: null, type: "classic" },
		billing_schedules: [],
		billing_thresholds: null,
		cancel_at: null,
		cancel_at_period_end: false,
		canceled_at: null,
		cancellation_details: null,
		collection_method: "charge_automatically",
		created: at,
		currency: price.currency,
		customer: given.customer,
		customer_account: null,
		days_until_due: null,
		default_payment_method: given.paymentMethod,
		default_source: null,
		description: null,
		discounts: [],
		ended_at: null,
		invoice_settings: {
			account_tax_ids: null,
			custom_fields: null,
			description: null,
			footer: null,
			issuer: { type: "self" },
		},
		items: {
			object: "list",
			data: [
				{
					id: `si_${state.newId(12)}`,
					object: "subscription_item",
					billing_thresholds: null,
					created: at,
					current_period_end: period.end,
					current_period_start: period.start,
					current_trial: null,
					discounts: [],
					metadata: {},
					plan: planOf(price),
					price,
					quantity,
					subscription: id,
					tax_rates: [],
				},
			],
			has_more: false,
			url: `/v1/subscription_items?subscription=${id}`,
		},
		latest_invoice: null,
		livemode: false,
		managed_payments: null,
		metadata: given.metadata,
		next_pending_invoice_item_invoice: null,
		on_behalf_of: null,
		pause_collection: null,
		payment_settings: null,
		pending_invoice_item_interval: null,
		pending_setup_intent: null,
		pending_update: null,
		schedule: null,
		start_date: at,
		status: trialEnd === null ? "active" : "trialing",
		test_clock: clockOf(state, given.customer),
		transfer_data: null,
		trial_end: trialEnd,
		trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
		trial_start: trialEnd === null ? null : at,
	};
	state.subscriptions.put(subscription);
	try {
		const discounts = given.discounts(id).map((discount) => discount.id);
		state.subscriptions.change(id, { discounts });
		const lines = trialEnd === null ? [fullLine(price, quantity, period)] : [];
		const draft = { subscription: state.subscriptions.get(id), lines, at, withPending: false } as const;
		const invoice = issueInvoice(context, { ...draft, reason: "subscription_create" }, { mustBePaid: true });
		state.subscriptions.change(id, { latest_invoice: invoice.id });
	} catch (error) {
		state.subscriptions.delete(id);
		throw error;
	}
	const created = state.subscriptions.get(id);
	events.record("customer.subscription.created", created, at);
	return created;
}

export type Change = {
	price: Stripe.Price;
	quantity: number;
	proration: ProrationBehavior;
	/** As of when the old price is credited, which a preview has promised. */
	at: number;
};

/** What a change is billed with, and the period after it. A change of the interval starts a new period. */
export function changeOf(subscription: Stripe.Subscription, change: Change) {
	const old = itemOf(subscription);
	const before = periodOf(subscription);
	const quantity = old.quantity ?? 1;
	const same = (a: Stripe.Price, b: Stripe.Price) =>
		a.recurring?.interval === b.recurring?.interval && a.recurring?.interval_count === b.recurring?.interval_count;
	const trial = subscription.status === "trialing";
	const restarts = !trial && !same(old.price, change.price);
	const period = restarts ? periodFrom(change.price, change.at) : before;
	const lines: Line[] = [];
	if (!trial && change.proration !== "none") lines.push(restLine("unused", old.price, quantity, before, change.at));
	if (restarts) lines.push(fullLine(change.price, change.quantity, period));
	else if (!trial && change.proration !== "none")
		lines.push(restLine("remaining", change.price, change.quantity, before, change.at));
	return { lines, period, invoicesNow: restarts || change.proration === "always_invoice" };
}

/** Changes the price. With `mustBePaid`, nothing changes unless the invoice for it is paid. */
export function changePrice(context: Context, id: string, change: Change, options: { mustBePaid: boolean }): void {
	const { state } = context;
	const subscription = state.subscriptions.get(id);
	if (change.price.currency !== subscription.currency)
		throw invalid("The price has another currency than the subscription.", "items[0][price]");
	const { lines, period, invoicesNow } = changeOf(subscription, change);
	if (lines.length > 0 && invoicesNow) {
		const draft = { subscription, lines, reason: "subscription_update", at: change.at, withPending: true } as const;
		const invoice = issueInvoice(context, draft, options);
		state.subscriptions.change(id, { latest_invoice: invoice.id });
	} else {
		for (const line of lines) createInvoiceItem(context, subscription, { ...line, metadata: {}, at: change.at });
	}
	const anchor = period.start === change.at ? change.at : subscription.billing_cycle_anchor;
	const changed = withItem(state.subscriptions.get(id), change.price, change.quantity, period);
	state.subscriptions.put({ ...changed, billing_cycle_anchor: anchor });
}

/** The next period, with its invoice. A subscription whose card fails becomes past due. */
export function renewSubscription(context: Context, id: string, at: number): void {
	const { state, events } = context;
	const before = state.subscriptions.get(id);
	const { price, quantity = 1 } = itemOf(before);
	const period = periodFrom(price, at, before.billing_cycle_anchor);
	state.subscriptions.put(withItem(before, price, quantity, period));
	const draft = {
		subscription: state.subscriptions.get(id),
		lines: [fullLine(price, quantity, period)],
		reason: "subscription_cycle",
		at,
		withPending: true,
	} as const;
	const invoice = issueInvoice(context, draft);
	state.subscriptions.change(id, {
		latest_invoice: invoice.id,
		status: invoice.status === "paid" ? "active" : "past_due",
	});
	events.record("customer.subscription.updated", state.subscriptions.get(id), at, { status: before.status });
}

/** Tries an open invoice again; the last failure ends the subscription. */
export function retryInvoice(context: Context, invoiceId: string, at: number): void {
	const { state, events } = context;
	const invoice = chargeInvoice(context, invoiceId, at);
	const subscription = state.subscriptions.find(String(invoice.parent?.subscription_details?.subscription));
	if (subscription?.status !== "past_due") return;
	if (invoice.status === "paid") {
		state.subscriptions.change(subscription.id, { status: "active" });
		events.record("customer.subscription.updated", state.subscriptions.get(subscription.id), at, {
			status: "past_due",
		});
	} else if (invoice.next_payment_attempt === null) endSubscription(context, subscription.id, at, "payment_failed");
}

export function endSubscription(
	{ state, events }: Context,
	id: string,
	at: number,
	reason: "cancellation_requested" | "payment_failed",
): void {
	const { schedule, canceled_at: asked } = state.subscriptions.get(id);
	if (typeof schedule === "string") state.schedules.change(schedule, { status: "canceled", canceled_at: at });
	state.subscriptions.change(id, {
		status: "canceled",
		canceled_at: asked ?? at,
		ended_at: at,
		schedule: null,
		cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
	});
	events.record("customer.subscription.deleted", state.subscriptions.get(id), at);
}
