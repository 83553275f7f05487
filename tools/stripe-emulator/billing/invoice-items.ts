import type Stripe from "stripe";
import type { Context } from "../state/context.ts";

type NewInvoiceItem = {
	amount: number;
	description: string | null;
	quantity: number;
	period: { start: number; end: number };
	proration: boolean;
	metadata: Record<string, string>;
	at: number;
};

/** Waits for the subscription's next invoice. */
export function createInvoiceItem(
	{ state }: Context,
	subscription: Stripe.Subscription,
	{ amount, description, quantity, period, proration, metadata, at }: NewInvoiceItem,
): Stripe.InvoiceItem {
	return state.invoiceItems.put({
		id: state.invoiceItems.newId(),
		object: "invoiceitem",
		amount,
		currency: subscription.currency,
		customer: subscription.customer,
		customer_account: null,
		date: at,
		description,
		discountable: false,
		discounts: [],
		invoice: null,
		livemode: false,
		metadata,
		parent: null,
		period,
		pricing: null,
		proration,
		quantity,
		// A string on the wire; the client makes a Decimal of it.
		quantity_decimal: String(quantity) as unknown as Stripe.InvoiceItem["quantity_decimal"],
		tax_rates: [],
		test_clock: subscription.test_clock,
	});
}
