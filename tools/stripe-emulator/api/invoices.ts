import { createInvoiceItem } from "../billing/invoice-items.ts";
import { customerOf, subscriptionOf } from "../billing/invoices.ts";
import { retryInvoice } from "../billing/subscriptions.ts";
import { declined, invalid } from "../http/failure.ts";
import { mergeMetadata, numberOf, textOf } from "../http/form.ts";
import { pageOf } from "../http/list.ts";
import type { Routes } from "../http/routes.ts";
import { clockOf, nowOf } from "../state/clock.ts";
import type { Context } from "../state/context.ts";

export function invoiceRoutes(context: Context): Routes {
	const { state } = context;
	return {
		"GET /v1/invoices": ({ form }) => {
			const customer = textOf(form.customer);
			const subscription = textOf(form.subscription);
			const status = textOf(form.status);
			const found = state.invoices
				.all()
				.filter((one) => customer === undefined || one.customer === customer)
				.filter((one) => subscription === undefined || subscriptionOf(context, one)?.id === subscription)
				.filter((one) => status === undefined || one.status === status);
			return pageOf(found, form, "/v1/invoices");
		},
		"GET /v1/invoices/*": ({ ids: [id = ""] }) => state.invoices.get(id),
		"POST /v1/invoices/*/pay": ({ ids: [id = ""] }) => {
			const invoice = state.invoices.get(id);
			if (invoice.status !== "open") throw invalid("Invoice is already paid", undefined, "invoice_already_paid");
			retryInvoice(context, id, nowOf(state, invoice.test_clock));
			if (state.invoices.get(id).status !== "paid") throw declined("Your card was declined.", "generic_decline");
			return state.invoices.get(id);
		},
		/** Billed with the next invoice. */
		"POST /v1/invoiceitems": ({ form }) => {
			const customer = state.customers.get(textOf(form.customer) ?? "", "customer");
			const subscription = state.subscriptions.get(textOf(form.subscription) ?? "", "subscription");
			if (customerOf(subscription) !== customer.id) throw invalid("The subscription has another customer.");
			if (textOf(form.currency) !== subscription.currency)
				throw invalid("The item has another currency than the subscription.", "currency");
			const at = nowOf(state, clockOf(state, customer.id));
			return createInvoiceItem(context, subscription, {
				amount: numberOf(form.amount) ?? 0,
				description: textOf(form.description) ?? null,
				quantity: 1,
				period: { start: at, end: at },
				proration: false,
				metadata: mergeMetadata(null, form.metadata),
				at,
			});
		},
	};
}
