// Checkout and portal sessions. What a person does on their pages is in `completeCheckout`.
import type Stripe from "stripe";
import { createDiscounts, discountAmounts } from "../billing/discounts.ts";
import { createSubscription } from "../billing/subscriptions.ts";
import { declined, invalid } from "../http/failure.ts";
import { type Form, formOf, formsOf, isTrue, mergeMetadata, numberOf, textOf } from "../http/form.ts";
import type { Routes } from "../http/routes.ts";
import { clockOf, nowOf } from "../state/clock.ts";
import type { Context } from "../state/context.ts";
import { addCard, attachCard, setDefaultCard } from "./cards.ts";

/** What the session was created with and doesn't say itself. */
type Plan = { price: string; quantity: number; trialDays: number; metadata: Record<string, string>; discounts: Form };

const hour = 3_600;

export function planOf({ metadata }: Stripe.Checkout.Session): Plan | undefined {
	return metadata?.emulator_plan === undefined ? undefined : (JSON.parse(metadata.emulator_plan) as Plan);
}

function withoutPlan(session: Stripe.Checkout.Session): Stripe.Checkout.Session {
	const { emulator_plan: _, ...metadata } = session.metadata ?? {};
	return { ...session, metadata };
}

export function checkoutRoutes(context: Context): Routes {
	const { state, events, url } = context;
	const create = (form: Form): Stripe.Checkout.Session => {
		const customer = state.customers.get(textOf(form.customer) ?? "", "customer");
		const mode = textOf(form.mode);
		if (mode !== "subscription" && mode !== "setup") throw invalid("Only subscription and setup are emulated.", "mode");
		const now = nowOf(state, clockOf(state, customer.id));
		const id = state.checkouts.newId();
		const [item] = formsOf(form.line_items);
		const data = formOf(form.subscription_data);
		const quantity = numberOf(item?.quantity) ?? 1;
		const price = mode === "subscription" ? state.prices.get(textOf(item?.price) ?? "", "line_items[0][price]") : null;
		const plan: Plan = {
			price: price?.id ?? "",
			quantity,
			trialDays: numberOf(data.trial_period_days) ?? 0,
			metadata: mergeMetadata(null, data.metadata),
			discounts: formOf(form.discounts),
		};
		const owner = { customer: customer.id, subscription: null, checkout: id };
		const discounts = createDiscounts(context, form.discounts, owner, now);
		const subtotal = price && plan.trialDays === 0 ? (price.unit_amount ?? 0) * quantity : 0;
		const off = discountAmounts(context, discounts, subtotal).reduce((sum, { amount }) => sum + amount, 0);
		return state.checkouts.put({
			...emptySession,
			id,
			allow_promotion_codes: isTrue(form.allow_promotion_codes),
			amount_subtotal: subtotal,
			amount_total: subtotal - off,
			cancel_url: textOf(form.cancel_url) ?? null,
			client_reference_id: textOf(form.client_reference_id) ?? null,
			created: now,
			currency: price?.currency ?? textOf(form.currency) ?? null,
			customer: customer.id,
			customer_email: customer.email,
			discounts: discounts.map((discount) => ({
				coupon: String(discount.source.coupon),
				promotion_code: discount.promotion_code,
			})),
			expires_at: now + 24 * hour,
			metadata: { ...mergeMetadata(null, form.metadata), emulator_plan: JSON.stringify(plan) },
			mode,
			success_url: textOf(form.success_url) ?? null,
			total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
			url: `${url}/pay/${id}`,
		});
	};
	return {
		"POST /v1/checkout/sessions": ({ form }) => withoutPlan(create(form)),
		"GET /v1/checkout/sessions/*": ({ ids: [id = ""] }) => withoutPlan(state.checkouts.get(id)),
		"POST /v1/checkout/sessions/*/expire": ({ ids: [id = ""] }) => {
			const session = state.checkouts.change(id, { status: "expired", url: null });
			events.record(
				"checkout.session.expired",
				withoutPlan(session),
				nowOf(state, clockOf(state, String(session.customer))),
			);
			return withoutPlan(session);
		},
		"POST /v1/billing_portal/sessions": ({ form }) => {
			const customer = state.customers.get(textOf(form.customer) ?? "", "customer");
			const id = state.portals.newId();
			return state.portals.put({
				id,
				object: "billing_portal.session",
				configuration: "bpc_emulator",
				created: nowOf(state, customer.test_clock),
				customer: customer.id,
				customer_account: null,
				flow: null,
				livemode: false,
				locale: null,
				on_behalf_of: null,
				return_url: textOf(form.return_url) ?? null,
				url: `${url}/portal/${id}`,
			});
		},
	};
}

/** A person has entered a card. A declined one leaves the session open. */
export function completeCheckout(context: Context, id: string, cardNumber: string): Stripe.Checkout.Session {
	const { state, events } = context;
	const session = state.checkouts.get(id);
	if (session.status !== "open") throw invalid("This checkout page is no longer open.");
	const customer = String(session.customer);
	const card = addCard(context, cardNumber, null);
	if (state.cards.get(card.id).behavior === "declined") throw declined("Your card was declined.", "generic_decline");
	const at = nowOf(state, clockOf(state, customer));
	const plan = planOf(session);
	if (session.mode === "subscription" && plan) {
		const previous = state.customers.get(customer).invoice_settings;
		setDefaultCard(context, card.id, customer);
		try {
			const subscription = createSubscription(context, {
				customer,
				price: state.prices.get(plan.price),
				quantity: plan.quantity,
				trialDays: plan.trialDays,
				paymentMethod: card.id,
				metadata: plan.metadata,
				at,
				discounts: (subscription) =>
					createDiscounts(context, plan.discounts, { customer, subscription, checkout: id }, at),
			});
			state.checkouts.change(id, { subscription: subscription.id, invoice: subscription.latest_invoice });
		} catch (error) {
			state.customers.change(customer, { invoice_settings: previous });
			throw error;
		}
	} else {
		const intent = setupIntent(context, customer, card.id, at);
		state.checkouts.change(id, { setup_intent: intent.id });
		events.record("setup_intent.succeeded", intent, at);
	}
	attachCard(context, card.id, customer);
	const paid = session.mode === "subscription" && (session.amount_total ?? 0) > 0;
	const done = state.checkouts.change(id, {
		status: "complete",
		payment_status: paid ? "paid" : "no_payment_required",
		url: null,
	});
	events.record("checkout.session.completed", withoutPlan(done), at);
	return done;
}

function setupIntent({ state }: Context, customer: string, method: string, created: number): Stripe.SetupIntent {
	return state.setupIntents.put({
		id: state.setupIntents.newId(),
		object: "setup_intent",
		allowed_payment_method_types: null,
		application: null,
		automatic_payment_methods: null,
		cancellation_reason: null,
		client_secret: null,
		created,
		customer,
		description: null,
		excluded_payment_method_types: null,
		last_setup_error: null,
		latest_attempt: null,
		livemode: false,
		mandate: null,
		metadata: {},
		next_action: null,
		on_behalf_of: null,
		payment_method: method,
		payment_method_configuration_details: null,
		payment_method_options: null,
		payment_method_types: ["card"],
		single_use_mandate: null,
		status: "succeeded",
		usage: "off_session",
	});
}

const emptySession: Stripe.Checkout.Session = {
	id: "",
	object: "checkout.session",
	adaptive_pricing: null,
	after_expiration: null,
	allow_promotion_codes: null,
	allowed_payment_method_types: null,
	amount_subtotal: null,
	amount_total: null,
	automatic_tax: { enabled: false, liability: null, provider: null, status: null },
	billing_address_collection: null,
	cancel_url: null,
	client_reference_id: null,
	client_secret: null,
	collected_information: null,
	consent: null,
	consent_collection: null,
	created: 0,
	currency: null,
	currency_conversion: null,
	custom_fields: [],
	custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
	customer: null,
	customer_account: null,
	customer_creation: null,
	customer_details: null,
	customer_email: null,
	discounts: [],
	expires_at: 0,
	integration_identifier: null,
	invoice: null,
	invoice_creation: null,
	livemode: false,
	locale: null,
	managed_payments: null,
	metadata: {},
	mode: "subscription",
	origin_context: null,
	payment_intent: null,
	payment_link: null,
	payment_method_collection: "always",
	payment_method_configuration_details: null,
	payment_method_options: null,
	payment_method_types: ["card"],
	payment_status: "unpaid",
	permissions: null,
	recovered_from: null,
	saved_payment_method_options: null,
	setup_intent: null,
	shipping_address_collection: null,
	shipping_cost: null,
	shipping_options: [],
	status: "open",
	submit_type: null,
	subscription: null,
	success_url: null,
	total_details: null,
	ui_mode: null,
	url: null,
	wallet_options: null,
};
