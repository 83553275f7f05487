import type Stripe from "stripe";
import { createDiscounts } from "../billing/discounts.ts";
import { customerOf, draftInvoice, issueInvoice } from "../billing/invoices.ts";
import { fullLine } from "../billing/proration.ts";
import {
	type Change,
	changeOf,
	changePrice,
	createSubscription,
	endSubscription,
	type ProrationBehavior,
	periodFrom,
} from "../billing/subscriptions.ts";
import { invalid } from "../http/failure.ts";
import { type Form, formOf, formsOf, isTrue, mergeMetadata, numberOf, textOf } from "../http/form.ts";
import { pageOf } from "../http/list.ts";
import type { Routes } from "../http/routes.ts";
import { clockOf, nowOf } from "../state/clock.ts";
import type { Context } from "../state/context.ts";

function changeIn({ state }: Context, subscription: Stripe.Subscription, form: Form): Change | undefined {
	const [item] = formsOf(form.items);
	const old = subscription.items.data[0];
	if (!item || !old) return undefined;
	const priceId = textOf(item.price);
	return {
		price: priceId === undefined ? old.price : state.prices.get(priceId, "items[0][price]"),
		quantity: numberOf(item.quantity) ?? old.quantity ?? 1,
		proration: (textOf(form.proration_behavior) ?? "create_prorations") as ProrationBehavior,
		at: numberOf(form.proration_date) ?? nowOf(state, subscription.test_clock),
	};
}

export function subscriptionRoutes(context: Context): Routes {
	const { state, events } = context;

	const update = (id: string, form: Form): Stripe.Subscription => {
		const before = state.subscriptions.get(id);
		if (before.status === "canceled") throw invalid("A canceled subscription can only update its metadata.");
		const now = nowOf(state, before.test_clock);
		if (form.trial_end === "now" && before.status === "trialing") endTrial(before, now);
		const change = changeIn(context, state.subscriptions.get(id), form);
		if (change) changePrice(context, id, change, { mustBePaid: form.payment_behavior === "error_if_incomplete" });
		if (form.discounts !== undefined) {
			const owner = { customer: customerOf(before), subscription: id };
			const discounts = createDiscounts(context, form.discounts, owner, now);
			state.subscriptions.change(id, { discounts: discounts.map((discount) => discount.id) });
		}
		if (form.cancel_at_period_end !== undefined) {
			const ends = isTrue(form.cancel_at_period_end);
			state.subscriptions.change(id, {
				cancel_at_period_end: ends,
				cancel_at: ends ? (before.items.data[0]?.current_period_end ?? null) : null,
				canceled_at: ends ? now : null,
			});
		}
		const method = textOf(form.default_payment_method);
		if (method !== undefined) state.subscriptions.change(id, { default_payment_method: method });
		state.subscriptions.change(id, { metadata: mergeMetadata(before.metadata, form.metadata) });
		events.record("customer.subscription.updated", state.subscriptions.get(id), now, {});
		return state.subscriptions.get(id);
	};

	const endTrial = (subscription: Stripe.Subscription, now: number): void => {
		const [item] = subscription.items.data;
		if (!item) return;
		const period = periodFrom(item.price, now);
		const renewed = { ...item, current_period_start: period.start, current_period_end: period.end };
		state.subscriptions.change(subscription.id, {
			status: "active",
			trial_end: now,
			billing_cycle_anchor: now,
			items: { ...subscription.items, data: [renewed] },
		});
		const line = fullLine(item.price, item.quantity ?? 1, period);
		const draft = {
			subscription: state.subscriptions.get(subscription.id),
			lines: [line],
			at: now,
			withPending: false,
		} as const;
		const invoice = issueInvoice(context, { ...draft, reason: "subscription_cycle" });
		state.subscriptions.change(subscription.id, {
			latest_invoice: invoice.id,
			status: invoice.status === "paid" ? "active" : "past_due",
		});
	};

	const ofCustomer = (form: Form) => {
		const customer = textOf(form.customer);
		const status = textOf(form.status);
		return state.subscriptions
			.all()
			.filter((one) => customer === undefined || one.customer === customer)
			.filter((one) => status === "all" || (status === undefined ? one.status !== "canceled" : one.status === status));
	};

	return {
		"POST /v1/subscriptions": ({ form }) => {
			const customer = state.customers.get(textOf(form.customer) ?? "", "customer");
			const [item] = formsOf(form.items);
			const now = nowOf(state, clockOf(state, customer.id));
			return createSubscription(context, {
				customer: customer.id,
				price: state.prices.get(textOf(item?.price) ?? "", "items[0][price]"),
				quantity: numberOf(item?.quantity) ?? 1,
				trialDays: numberOf(form.trial_period_days) ?? 0,
				paymentMethod: textOf(form.default_payment_method) ?? null,
				metadata: mergeMetadata(null, form.metadata),
				at: now,
				discounts: (subscription) =>
					createDiscounts(context, form.discounts, { customer: customer.id, subscription }, now),
			});
		},
		"GET /v1/subscriptions": ({ form }) => pageOf(ofCustomer(form), form, "/v1/subscriptions"),
		"GET /v1/subscriptions/*": ({ ids: [id = ""] }) => state.subscriptions.get(id),
		"POST /v1/subscriptions/*": ({ ids: [id = ""], form }) => update(id, form),
		"DELETE /v1/subscriptions/*": ({ ids: [id = ""] }) => {
			const subscription = state.subscriptions.get(id);
			if (subscription.status === "canceled") throw invalid(`No such subscription: ${id}`, "id", "resource_missing");
			endSubscription(context, id, nowOf(state, subscription.test_clock), "cancellation_requested");
			return state.subscriptions.get(id);
		},
		"POST /v1/invoices/create_preview": ({ form }) => {
			const subscription = state.subscriptions.get(textOf(form.subscription) ?? "", "subscription");
			const details = formOf(form.subscription_details);
			const change = changeIn(context, subscription, details);
			const end = subscription.items.data[0]?.current_period_end ?? 0;
			const changed = change ? changeOf(subscription, change) : undefined;
			const at = change?.at ?? end;
			const draft = { subscription, lines: changed?.lines ?? [], at, withPending: true } as const;
			return draftInvoice(context, { ...draft, reason: changed?.invoicesNow ? "subscription_update" : "upcoming" });
		},
	};
}
