// Payment methods. Card numbers arrive only through the hosted pages, and only their last digits and behavior are kept.
import type Stripe from "stripe";
import { invalid } from "../http/failure.ts";
import { textOf } from "../http/form.ts";
import { pageOf } from "../http/list.ts";
import type { Routes } from "../http/routes.ts";
import { clockOf, nowOf, realNow } from "../state/clock.ts";
import type { Context } from "../state/context.ts";
import type { CardBehavior } from "../state/state.ts";

/** Test numbers that Stripe documents; all others are invalid. */
const testCards: Record<string, { behavior: CardBehavior; brand: string }> = {
	"4242424242424242": { behavior: "works", brand: "visa" },
	"5555555555554444": { behavior: "works", brand: "mastercard" },
	"4000000000000002": { behavior: "declined", brand: "visa" },
	"4000000000000341": { behavior: "fails later", brand: "visa" },
};

/** Names of test cards for scripts, as in Stripe's test mode. */
const testMethods: Record<string, string> = {
	pm_card_visa: "4242424242424242",
	pm_card_mastercard: "5555555555554444",
	pm_card_chargeCustomerFail: "4000000000000341",
};

export function addCard({ state }: Context, number: string, customer: string | null): Stripe.PaymentMethod {
	const digits = number.replaceAll(/\s/g, "");
	const card = testCards[digits];
	if (!card) throw invalid("Your card number is invalid. Use a test card.", "number", "invalid_number");
	const id = state.paymentMethods.newId();
	state.cards.put({ id, behavior: card.behavior });
	return state.paymentMethods.put({
		id,
		object: "payment_method",
		billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
		card: {
			brand: card.brand,
			checks: null,
			country: "US",
			display_brand: card.brand,
			exp_month: 12,
			exp_year: new Date().getUTCFullYear() + 3,
			fingerprint: state.newId(8),
			funding: "credit",
			generated_from: null,
			last4: digits.slice(-4),
			networks: null,
			regulated_status: null,
			three_d_secure_usage: null,
			wallet: null,
		},
		created: customer === null ? realNow() : nowOf(state, clockOf(state, customer)),
		customer,
		customer_account: null,
		livemode: false,
		metadata: {},
		type: "card",
	});
}

export function attachCard(context: Context, id: string, customer: string): Stripe.PaymentMethod {
	const { state, events } = context;
	const number = testMethods[id];
	const method = number === undefined ? state.paymentMethods.get(id) : addCard(context, number, customer);
	const attached = state.paymentMethods.change(method.id, { customer });
	events.record("payment_method.attached", attached, nowOf(state, clockOf(state, customer)));
	return attached;
}

/** The card of later invoices. */
export function setDefaultCard({ state }: Context, id: string, customer: string): void {
	const { invoice_settings: settings } = state.customers.get(customer);
	state.customers.change(customer, { invoice_settings: { ...settings, default_payment_method: id } });
}

export function cardRoutes(context: Context): Routes {
	const { state } = context;
	const ofCustomer = (customer: string) => state.paymentMethods.all().filter((method) => method.customer === customer);
	return {
		"GET /v1/payment_methods": ({ form }) =>
			pageOf(ofCustomer(textOf(form.customer) ?? ""), form, "/v1/payment_methods"),
		"GET /v1/payment_methods/*": ({ ids: [id = ""] }) => state.paymentMethods.get(id),
		"GET /v1/customers/*/payment_methods": ({ ids: [customer = ""], form }) =>
			pageOf(ofCustomer(customer), form, `/v1/customers/${customer}/payment_methods`),
		"POST /v1/payment_methods/*/attach": ({ ids: [id = ""], form }) =>
			attachCard(context, id, state.customers.get(textOf(form.customer) ?? "", "customer").id),
		"POST /v1/payment_methods/*/detach": ({ ids: [id = ""] }) => state.paymentMethods.change(id, { customer: null }),
		"GET /v1/setup_intents/*": ({ ids: [id = ""] }) => state.setupIntents.get(id),
	};
}
