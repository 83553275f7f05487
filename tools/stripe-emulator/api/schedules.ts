// Subscription schedules: a change that starts with a later period.
import type Stripe from "stripe";
import { periodFrom } from "../billing/subscriptions.ts";
import { invalid } from "../http/failure.ts";
import { type Form, formsOf, numberOf, textOf } from "../http/form.ts";
import type { Routes } from "../http/routes.ts";
import { nowOf } from "../state/clock.ts";
import type { Context } from "../state/context.ts";

export function scheduleRoutes({ state, events }: Context): Routes {
	const phase = (
		price: Stripe.Price,
		quantity: number,
		start: number,
		end: number,
	): Stripe.SubscriptionSchedule.Phase => ({
		add_invoice_items: [],
		application_fee_percent: null,
		billing_cycle_anchor: null,
		billing_thresholds: null,
		collection_method: null,
		currency: price.currency,
		default_payment_method: null,
		default_tax_rates: [],
		description: null,
		discounts: [],
		end_date: end,
		invoice_settings: null,
		items: [
			{
				billing_thresholds: null,
				discounts: [],
				metadata: {},
				plan: price.id,
				price: price.id,
				quantity,
				tax_rates: [],
			},
		],
		metadata: {},
		on_behalf_of: null,
		proration_behavior: "create_prorations",
		start_date: start,
		transfer_data: null,
		trial_end: null,
	});

	const phasesOf = (schedule: Stripe.SubscriptionSchedule, form: Form): Stripe.SubscriptionSchedule.Phase[] => {
		let start = schedule.current_phase?.start_date ?? 0;
		return formsOf(form.phases).map((one) => {
			const [item] = formsOf(one.items);
			const price = state.prices.get(textOf(item?.price) ?? "", "phases[items][price]");
			const from = numberOf(one.start_date) ?? start;
			start = numberOf(one.end_date) ?? periodFrom(price, from).end;
			return phase(price, numberOf(item?.quantity) ?? 1, from, start);
		});
	};

	const release = (id: string): Stripe.SubscriptionSchedule => {
		const { subscription, status } = state.schedules.get(id);
		if (status !== "active") throw invalid("Only an active schedule can be released.");
		const owner = state.subscriptions.get(String(subscription));
		const at = nowOf(state, owner.test_clock);
		state.subscriptions.change(owner.id, { schedule: null });
		state.schedules.change(id, {
			status: "released",
			released_at: at,
			released_subscription: owner.id,
			subscription: null,
		});
		events.record("subscription_schedule.released", state.schedules.get(id), at);
		return state.schedules.get(id);
	};

	return {
		"POST /v1/subscription_schedules": ({ form }) => {
			const subscription = state.subscriptions.get(textOf(form.from_subscription) ?? "", "from_subscription");
			if (subscription.schedule !== null)
				throw invalid("The subscription already has a schedule.", "from_subscription");
			const [item] = subscription.items.data;
			if (!item) throw invalid("The subscription has no item.");
			const { current_period_start: start, current_period_end: end } = item;
			const schedule = state.schedules.put({
				id: state.schedules.newId(),
				object: "subscription_schedule",
				application: null,
				billing_mode: { flexible: null, type: "classic" },
				canceled_at: null,
				completed_at: null,
				created: nowOf(state, subscription.test_clock),
				current_phase: { start_date: start, end_date: end },
				customer: subscription.customer,
				customer_account: null,
				default_settings: {
					application_fee_percent: null,
					billing_cycle_anchor: "automatic",
					billing_thresholds: null,
					collection_method: null,
					default_payment_method: null,
					description: null,
					invoice_settings: {
						account_tax_ids: null,
						custom_fields: null,
						days_until_due: null,
						description: null,
						footer: null,
						issuer: { type: "self" },
					},
					on_behalf_of: null,
					transfer_data: null,
				},
				end_behavior: "release",
				livemode: false,
				metadata: {},
				pause_schedules: [],
				phases: [phase(item.price, item.quantity ?? 1, start, end)],
				released_at: null,
				released_subscription: null,
				status: "active",
				subscription: subscription.id,
				test_clock: subscription.test_clock,
			});
			state.subscriptions.change(subscription.id, { schedule: schedule.id });
			events.record("subscription_schedule.created", schedule, schedule.created);
			return schedule;
		},
		"GET /v1/subscription_schedules/*": ({ ids: [id = ""] }) => state.schedules.get(id),
		"POST /v1/subscription_schedules/*": ({ ids: [id = ""], form }) => {
			const schedule = state.schedules.get(id);
			if (form.phases !== undefined) state.schedules.change(id, { phases: phasesOf(schedule, form) });
			const at = nowOf(state, schedule.test_clock);
			events.record("subscription_schedule.updated", state.schedules.get(id), at, {});
			return state.schedules.get(id);
		},
		"POST /v1/subscription_schedules/*/release": ({ ids: [id = ""] }) => release(id),
	};
}
