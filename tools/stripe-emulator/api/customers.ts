import type Stripe from "stripe";
import { type Form, formOf, mergeMetadata, textOf } from "../http/form.ts";
import { pageOf } from "../http/list.ts";
import type { Routes } from "../http/routes.ts";
import { nowOf } from "../state/clock.ts";
import type { Context } from "../state/context.ts";

function addressOf(value: Form | string | undefined): Stripe.Address | null {
	if (value === undefined) return null;
	const form = formOf(value);
	const part = (name: string) => textOf(form[name]) ?? null;
	return {
		city: part("city"),
		country: part("country"),
		line1: part("line1"),
		line2: part("line2"),
		postal_code: part("postal_code"),
		state: part("state"),
	};
}

export function customerRoutes({ state, events }: Context): Routes {
	const update = (id: string, form: Form): Stripe.Customer => {
		const customer = state.customers.get(id);
		const method = textOf(formOf(form.invoice_settings).default_payment_method);
		if (method !== undefined) state.paymentMethods.get(method, "invoice_settings[default_payment_method]");
		state.customers.change(id, {
			email: textOf(form.email) ?? customer.email,
			name: textOf(form.name) ?? customer.name ?? null,
			address: addressOf(form.address) ?? customer.address ?? null,
			metadata: mergeMetadata(customer.metadata, form.metadata),
			...(method === undefined
				? {}
				: { invoice_settings: { ...customer.invoice_settings, default_payment_method: method } }),
		});
		return state.customers.get(id);
	};
	const taxIdsOf = (customer: string) => state.taxIds.all().filter((taxId) => taxId.customer === customer);
	return {
		"POST /v1/customers": ({ form }) => {
			const clock = textOf(form.test_clock) ?? null;
			if (clock !== null) state.clocks.get(clock, "test_clock");
			const id = state.customers.newId();
			state.customers.put({
				id,
				object: "customer",
				address: null,
				balance: 0,
				created: nowOf(state, clock),
				currency: null,
				default_source: null,
				delinquent: false,
				description: null,
				email: null,
				invoice_prefix: id.slice(-8).toUpperCase(),
				invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
				livemode: false,
				metadata: {},
				name: null,
				next_invoice_sequence: 1,
				phone: null,
				preferred_locales: [],
				shipping: null,
				tax_exempt: "none",
				test_clock: clock,
			});
			const customer = update(id, form);
			events.record("customer.created", customer, customer.created);
			return customer;
		},
		"GET /v1/customers": ({ form }) => {
			const email = textOf(form.email);
			const found = state.customers.all().filter((one) => email === undefined || one.email === email);
			return pageOf(found, form, "/v1/customers");
		},
		"GET /v1/customers/*": ({ ids: [id = ""] }) => state.customers.get(id),
		"POST /v1/customers/*": ({ ids: [id = ""], form }) => {
			const customer = update(id, form);
			events.record("customer.updated", customer, nowOf(state, customer.test_clock));
			return customer;
		},
		"POST /v1/customers/*/tax_ids": ({ ids: [customer = ""], form }) => {
			const { test_clock: clock } = state.customers.get(customer);
			return state.taxIds.put({
				id: state.taxIds.newId(),
				object: "tax_id",
				country: (textOf(form.value) ?? "").slice(0, 2),
				created: nowOf(state, clock),
				customer,
				customer_account: null,
				livemode: false,
				owner: { type: "customer", customer, customer_account: null },
				type: (textOf(form.type) ?? "unknown") as Stripe.TaxId.Type,
				value: textOf(form.value) ?? "",
				verification: null,
			});
		},
		"GET /v1/customers/*/tax_ids": ({ ids: [customer = ""], form }) =>
			pageOf(taxIdsOf(customer), form, `/v1/customers/${customer}/tax_ids`),
		"DELETE /v1/customers/*/tax_ids/*": ({ ids: [, id = ""] }) => {
			state.taxIds.get(id);
			state.taxIds.delete(id);
			return { id, object: "tax_id", deleted: true };
		},
	};
}
