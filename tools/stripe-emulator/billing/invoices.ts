// Invoices of subscriptions: made, finalized and paid in one step, as Stripe does for cards.
import type Stripe from "stripe";
import { declined } from "../http/failure.ts";
import type { Context } from "../state/context.ts";
import type { CardBehavior } from "../state/state.ts";
import { activeDiscounts, discountAmounts } from "./discounts.ts";
import type { Line } from "./proration.ts";

/** Days after which a failed payment is tried again. After the last one the subscription ends. */
const retryDays = [3, 5, 7];

const day = 86_400;

type Draft = {
	subscription: Stripe.Subscription;
	lines: readonly Line[];
	reason: NonNullable<Stripe.Invoice["billing_reason"]>;
	at: number;
	/** With the items that wait for the next invoice. */
	withPending: boolean;
};

export const customerOf = (subscription: Stripe.Subscription): string =>
	typeof subscription.customer === "string" ? subscription.customer : subscription.customer.id;

const pendingItems = ({ state }: Context, customer: string): Stripe.InvoiceItem[] =>
	state.invoiceItems.all().filter((item) => item.customer === customer && item.invoice === null);

/** An invoice that is not stored: for a preview, or before it is. */
export function draftInvoice(
	context: Context,
	{ subscription, lines, reason, at, withPending }: Draft,
): Stripe.Invoice {
	const { state } = context;
	const customerId = customerOf(subscription);
	const customer = state.customers.get(customerId);
	const id = state.invoices.newId();
	const waiting = withPending ? pendingItems(context, customerId) : [];
	const item = subscription.items.data[0];
	const items = [
		...waiting.map((one) => lineItem(context, id, subscription, itemLine(one), one.id, item?.id ?? "")),
		...lines.map((line) => lineItem(context, id, subscription, line, null, item?.id ?? "")),
	];
	const subtotal = items.reduce((sum, line) => sum + line.amount, 0);
	const discounts = activeDiscounts(context, subscription, at);
	const off = discountAmounts(context, discounts, subtotal);
	const total = subtotal - off.reduce((sum, { amount }) => sum + amount, 0);
	// A credit on the customer's balance pays first; a negative total is added to it.
	const balance = customer.balance;
	const due = Math.max(0, total + balance);
	const period = lines.find(({ proration }) => !proration)?.period ?? { start: at, end: at };
	return {
		id,
		object: "invoice",
		account_country: "US",
		account_name: "Timbre emulator",
		account_tax_ids: null,
		amount_due: due,
		amount_overpaid: 0,
		amount_paid: 0,
		amount_remaining: due,
		amount_shipping: 0,
		application: null,
		attempt_count: 0,
		attempted: false,
		auto_advance: true,
		automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
		automatically_finalizes_at: null,
		billing_reason: reason,
		collection_method: "charge_automatically",
		created: at,
		currency: subscription.currency,
		custom_fields: null,
		customer: customerId,
		customer_account: null,
		customer_address: customer.address ?? null,
		customer_email: customer.email,
		customer_name: customer.name ?? null,
		customer_phone: null,
		customer_shipping: null,
		customer_tax_exempt: "none",
		customer_tax_ids: state.taxIds
			.all()
			.filter((taxId) => taxId.customer === customerId)
			.map(({ type, value }) => ({ type, value })) as Stripe.Invoice.CustomerTaxId[],
		default_payment_method: null,
		default_source: null,
		default_tax_rates: [],
		description: null,
		discounts: discounts.map((discount) => discount.id),
		due_date: null,
		effective_at: at,
		ending_balance: Math.min(0, total + balance),
		footer: null,
		from_invoice: null,
		hosted_invoice_url: `${context.url}/invoices/${id}`,
		invoice_pdf: `${context.url}/invoices/${id}`,
		issuer: { type: "self" },
		last_finalization_error: null,
		latest_revision: null,
		lines: { object: "list", data: items, has_more: false, url: `/v1/invoices/${id}/lines` },
		livemode: false,
		metadata: {},
		next_payment_attempt: null,
		number: null,
		on_behalf_of: null,
		parent: {
			quote_details: null,
			subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
			type: "subscription_details",
		},
		payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
		period_end: period.end,
		period_start: period.start,
		post_payment_credit_notes_amount: 0,
		pre_payment_credit_notes_amount: 0,
		receipt_number: null,
		rendering: null,
		shipping_cost: null,
		shipping_details: null,
		starting_balance: balance,
		statement_descriptor: null,
		status: "draft",
		status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
		subtotal,
		subtotal_excluding_tax: subtotal,
		test_clock: subscription.test_clock,
		total,
		total_discount_amounts: off,
		total_excluding_tax: total,
		total_pretax_credit_amounts: [],
		total_taxes: [],
		webhooks_delivered_at: at,
	};
}

function itemLine(item: Stripe.InvoiceItem): Omit<Line, "price"> {
	return {
		description: item.description ?? "",
		amount: item.amount,
		quantity: item.quantity,
		period: item.period,
		proration: item.proration,
	};
}

function lineItem(
	{ state }: Context,
	invoice: string,
	subscription: Stripe.Subscription,
	line: Omit<Line, "price"> & { price?: Stripe.Price },
	invoiceItem: string | null,
	subscriptionItem: string,
): Stripe.InvoiceLineItem {
	const { price } = line;
	return {
		id: `il_${state.newId(12)}`,
		object: "line_item",
		amount: line.amount,
		currency: subscription.currency,
		description: line.description,
		discount_amounts: [],
		discountable: !line.proration,
		discounts: [],
		invoice,
		livemode: false,
		metadata: subscription.metadata,
		parent: {
			invoice_item_details: null,
			subscription_item_details: {
				invoice_item: invoiceItem,
				proration: line.proration,
				proration_details: null,
				subscription: subscription.id,
				subscription_item: subscriptionItem,
			},
			type: "subscription_item_details",
		},
		period: line.period,
		pretax_credit_amounts: [],
		pricing: price
			? {
					price_details: { price: price.id, product: String(price.product) },
					type: "price_details",
					unit_amount_decimal: price.unit_amount_decimal,
				}
			: null,
		quantity: line.quantity,
		quantity_decimal: null,
		subscription: subscription.id,
		subtotal: line.amount,
		taxes: [],
	};
}

/** How the card that would be charged behaves; undefined without one. */
export function cardOf({ state }: Context, subscription: Stripe.Subscription): CardBehavior | undefined {
	const customer = state.customers.get(customerOf(subscription));
	const method = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
	return state.cards.find(typeof method === "string" ? method : method?.id)?.behavior;
}

/** Stores an invoice and charges it. Throws before it is stored if it must be paid and can't be. */
export function issueInvoice(context: Context, draft: Draft, options: { mustBePaid?: boolean } = {}): Stripe.Invoice {
	const { state, events } = context;
	const invoice = draftInvoice(context, draft);
	if (options.mustBePaid && invoice.amount_due > 0 && cardOf(context, draft.subscription) !== "works")
		throw declined("Your card was declined.", "generic_decline");
	const customer = state.customers.get(customerOf(draft.subscription));
	const sequence = customer.next_invoice_sequence ?? 1;
	const number = `${customer.invoice_prefix ?? "T"}-${String(sequence).padStart(4, "0")}`;
	state.customers.change(customer.id, { next_invoice_sequence: sequence + 1, balance: invoice.ending_balance ?? 0 });
	if (draft.withPending)
		for (const item of pendingItems(context, customer.id)) state.invoiceItems.change(item.id, { invoice: invoice.id });
	const once = activeDiscounts(context, draft.subscription, draft.at).filter((discount) => isOnce(context, discount));
	for (const discount of once) state.discounts.change(discount.id, { end: draft.at });
	state.invoices.put({
		...invoice,
		number,
		status: "open",
		status_transitions: { ...invoice.status_transitions, finalized_at: draft.at },
	});
	events.record("invoice.created", state.invoices.get(invoice.id), draft.at);
	events.record("invoice.finalized", state.invoices.get(invoice.id), draft.at);
	return chargeInvoice(context, invoice.id, draft.at);
}

function isOnce({ state }: Context, { source }: Stripe.Discount): boolean {
	return typeof source.coupon === "string" && state.coupons.get(source.coupon).duration === "once";
}

/** Charges an open invoice and says how that ended. */
export function chargeInvoice(context: Context, id: string, at: number): Stripe.Invoice {
	const { state, events } = context;
	const invoice = state.invoices.get(id);
	const subscription = subscriptionOf(context, invoice);
	const paid = invoice.amount_due === 0 || (subscription && cardOf(context, subscription) === "works");
	const attempts = invoice.attempt_count + (invoice.amount_due > 0 ? 1 : 0);
	if (paid) {
		state.invoices.change(id, {
			attempted: true,
			attempt_count: attempts,
			status: "paid",
			amount_paid: invoice.amount_due,
			amount_remaining: 0,
			next_payment_attempt: null,
			status_transitions: { ...invoice.status_transitions, paid_at: at },
		});
		events.record("invoice.paid", state.invoices.get(id), at);
		return state.invoices.get(id);
	}
	const wait = retryDays[attempts - 1];
	state.invoices.change(id, {
		attempted: true,
		attempt_count: attempts,
		next_payment_attempt: wait === undefined ? null : at + wait * day,
	});
	events.record("invoice.payment_failed", state.invoices.get(id), at);
	return state.invoices.get(id);
}

export function subscriptionOf({ state }: Context, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
	const subscription = invoice.parent?.subscription_details?.subscription;
	return state.subscriptions.find(typeof subscription === "object" ? subscription.id : subscription);
}
