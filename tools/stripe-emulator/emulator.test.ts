// The official client against the emulator.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Emulator, startStripeEmulator } from "./server.ts";

const day = 86_400;
const start = Date.UTC(2027, 0, 15, 12) / 1000;

let emulator: Emulator;
let stripe: Stripe;

const clientOf = ({ url, secretKey }: Emulator): Stripe =>
	new Stripe(secretKey, { host: "localhost", port: new URL(url).port, protocol: "http", maxNetworkRetries: 0 });

beforeAll(async () => {
	emulator = await startStripeEmulator();
	stripe = clientOf(emulator);
});

afterAll(() => emulator.stop());

async function aPrice(amount: number, recurring: Stripe.PriceCreateParams.Recurring = { interval: "month" }) {
	const product = await stripe.products.create({ name: `Plan of ${amount}` });
	return stripe.prices.create({ product: product.id, unit_amount: amount, currency: "usd", recurring });
}

/** A customer on a test clock, with a card that works. */
async function aCustomer(card = "pm_card_visa") {
	const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
	const customer = await stripe.customers.create({ email: "ada@example.com", test_clock: clock.id });
	const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
	await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
	return { customer: customer.id, clock: clock.id };
}

async function advance(clock: string, to: number): Promise<void> {
	await stripe.testHelpers.testClocks.advance(clock, { frozen_time: to });
	await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status).toBe("ready");
}

const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => {
	const [item] = subscription.items.data;
	if (!item) throw new Error("no item");
	return item;
};

async function totalsOf(subscription: string): Promise<number[]> {
	const { data } = await stripe.invoices.list({ subscription, limit: 100 });
	return data.map(({ total }) => total).toReversed();
}

const post = (url: string, fields: Record<string, string>): Promise<Response> =>
	fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

const card = (number: string) => ({ number, expiry: "12/30", code: "123" });

test("a year of a subscription: trial, upgrade, failed card, recovery, downgrade, cancellation", async () => {
	const small = await aPrice(500);
	const large = await aPrice(2_200);
	const { customer, clock } = await aCustomer();
	const created = await stripe.subscriptions.create({ customer, items: [{ price: small.id }], trial_period_days: 14 });
	expect(created.status).toBe("trialing");

	const paidFrom = start + 14 * day;
	await advance(clock, paidFrom + day);
	const running = await stripe.subscriptions.retrieve(created.id);
	expect(running.status).toBe("active");
	expect(itemOf(running).current_period_start).toBe(paidFrom);

	const upgraded = await stripe.subscriptions.update(created.id, {
		items: [{ id: itemOf(running).id, price: large.id }],
		proration_behavior: "always_invoice",
		payment_behavior: "error_if_incomplete",
	});
	expect(itemOf(upgraded).price.id).toBe(large.id);
	expect(itemOf(upgraded).current_period_end, "the period goes on").toBe(itemOf(running).current_period_end);

	const failing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
	await stripe.customers.update(customer, { invoice_settings: { default_payment_method: failing.id } });
	const renewal = itemOf(upgraded).current_period_end;
	await advance(clock, renewal + day);
	expect((await stripe.subscriptions.retrieve(created.id)).status).toBe("past_due");
	const working = await stripe.paymentMethods.attach("pm_card_visa", { customer });
	await stripe.customers.update(customer, { invoice_settings: { default_payment_method: working.id } });
	await advance(clock, renewal + 4 * day);
	const recovered = await stripe.subscriptions.retrieve(created.id);
	expect(recovered.status).toBe("active");

	const schedule = await stripe.subscriptionSchedules.create({ from_subscription: created.id });
	const period = itemOf(recovered);
	await stripe.subscriptionSchedules.update(schedule.id, {
		phases: [
			{ items: [{ price: large.id }], start_date: period.current_period_start, end_date: period.current_period_end },
			{ items: [{ price: small.id }], proration_behavior: "none" },
		],
	});
	await advance(clock, period.current_period_end + day);
	const downgraded = await stripe.subscriptions.retrieve(created.id);
	expect([itemOf(downgraded).price.id, downgraded.schedule]).toEqual([small.id, null]);

	expect(itemOf(downgraded).current_period_start, "the day of the month stays").toBe(Date.UTC(2027, 2, 29, 12) / 1000);
	await advance(clock, start + 340 * day);
	await stripe.subscriptions.update(created.id, { cancel_at_period_end: true });
	await advance(clock, start + 400 * day);
	const ended = await stripe.subscriptions.retrieve(created.id);
	expect([ended.status, ended.cancellation_details?.reason]).toEqual(["canceled", "cancellation_requested"]);

	const [trial, first, upgrade, ...rest] = await totalsOf(created.id);
	expect([trial, first]).toEqual([0, 500]);
	// One of 30 days was used, from 29 January to 28 February: the rest of 22.00 minus the rest of 5.00.
	expect(upgrade).toBe(Math.round(2_200 * (29 / 30)) - Math.round(500 * (29 / 30)));
	expect(rest).toEqual([2_200, ...rest.slice(1).map(() => 500)]);
	expect(rest.length).toBeGreaterThan(8);
});

test("a preview of a change has the amount of its invoice", async () => {
	const [small, large] = [await aPrice(500), await aPrice(22_000, { interval: "year" })];
	const { customer, clock } = await aCustomer();
	const subscription = await stripe.subscriptions.create({ customer, items: [{ price: small.id }] });
	const at = start + 10 * day;
	await advance(clock, at);
	const items = [{ id: itemOf(subscription).id, price: large.id }];
	const preview = await stripe.invoices.createPreview({
		customer,
		subscription: subscription.id,
		subscription_details: { items, proration_behavior: "always_invoice", proration_date: at },
	});
	const changed = await stripe.subscriptions.update(subscription.id, {
		items,
		proration_behavior: "always_invoice",
		proration_date: at,
	});
	expect(itemOf(changed).current_period_start, "another interval starts a new period").toBe(at);
	const invoice = await stripe.invoices.retrieve(String(changed.latest_invoice));
	expect(invoice.total).toBe(preview.total);
	expect(invoice.total).toBe(22_000 - Math.round(500 * (21 / 31)));
});

test("a card that fails leaves the plan as it is", async () => {
	const [small, large] = [await aPrice(500), await aPrice(2_200)];
	const { customer } = await aCustomer();
	const subscription = await stripe.subscriptions.create({ customer, items: [{ price: small.id }] });
	const failing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
	await stripe.customers.update(customer, { invoice_settings: { default_payment_method: failing.id } });
	const upgrade = stripe.subscriptions.update(subscription.id, {
		items: [{ id: itemOf(subscription).id, price: large.id }],
		proration_behavior: "always_invoice",
		payment_behavior: "error_if_incomplete",
	});
	await expect(upgrade).rejects.toMatchObject({ type: "StripeCardError", statusCode: 402, code: "card_declined" });
	expect(itemOf(await stripe.subscriptions.retrieve(subscription.id)).price.id).toBe(small.id);
	expect(await totalsOf(subscription.id)).toEqual([500]);
});

test("a promotion code takes off its share for its months", async () => {
	const price = await aPrice(1_000);
	const coupon = await stripe.coupons.create({ percent_off: 30, duration: "repeating", duration_in_months: 3 });
	const code = await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id }, code: "SPRING" });
	const found = await stripe.promotionCodes.list({ code: "spring", active: true, expand: ["data.promotion.coupon"] });
	expect(found.data.map(({ promotion }) => promotion.coupon)).toMatchObject([{ percent_off: 30 }]);
	const { customer, clock } = await aCustomer();
	const discounts = [{ promotion_code: code.id }];
	const { id } = await stripe.subscriptions.create({ customer, items: [{ price: price.id }], discounts });
	await advance(clock, start + 150 * day);
	expect(await totalsOf(id)).toEqual([700, 700, 700, 1_000, 1_000]);
});

test("an item is billed with the next invoice, once, and only in the subscription's currency", async () => {
	const price = await aPrice(500);
	const { customer, clock } = await aCustomer();
	const { id } = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
	const item = { customer, subscription: id, amount: 120, currency: "usd", description: "Use beyond the limit" };
	await stripe.invoiceItems.create(item);
	await expect(stripe.invoiceItems.create({ ...item, currency: "eur" })).rejects.toMatchObject({ statusCode: 400 });
	await advance(clock, start + 70 * day);
	expect(await totalsOf(id)).toEqual([500, 620, 500]);
});

test("three failed retries end a subscription", async () => {
	const price = await aPrice(500);
	const { customer, clock } = await aCustomer();
	const subscription = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
	const failing = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
	await stripe.customers.update(customer, { invoice_settings: { default_payment_method: failing.id } });
	await advance(clock, itemOf(subscription).current_period_end + 16 * day);
	const ended = await stripe.subscriptions.retrieve(subscription.id);
	expect([ended.status, ended.cancellation_details?.reason]).toEqual(["canceled", "payment_failed"]);
});

describe("hosted pages", () => {
	test("a declined card stays on the page, a card that works subscribes", async () => {
		const price = await aPrice(500);
		const customer = await stripe.customers.create({ email: "ada@example.com" });
		const session = await stripe.checkout.sessions.create({
			mode: "subscription",
			customer: customer.id,
			line_items: [{ price: price.id, quantity: 1 }],
			success_url: "https://app.example/done?session={CHECKOUT_SESSION_ID}",
			cancel_url: "https://app.example/back",
			subscription_data: { metadata: { workspace_id: "ws1" } },
		});
		const url = session.url ?? "";
		const opened = await (await fetch(url)).text();
		expect(opened).toContain("Subscribe to Plan of 500");
		expect(opened).toContain("$5.00");
		const declined = await post(url, card("4000 0000 0000 0002"));
		expect([declined.status, await declined.text()]).toEqual([200, expect.stringContaining("Your card was declined.")]);
		expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
		const paid = await post(url, card("4242 4242 4242 4242"));
		expect(paid.headers.get("location")).toBe(`https://app.example/done?session=${session.id}`);
		const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
		expect(done).toMatchObject({
			status: "complete",
			payment_status: "paid",
			subscription: { status: "active", metadata: { workspace_id: "ws1" } },
		});
		expect(await (await fetch(url)).text()).toContain("no longer open");
	});

	test("a card is saved for later", async () => {
		const customer = await stripe.customers.create({ email: "ada@example.com" });
		const session = await stripe.checkout.sessions.create({
			mode: "setup",
			currency: "usd",
			customer: customer.id,
			success_url: "https://app.example/saved",
		});
		await post(session.url ?? "", card("4242424242424242"));
		const done = await stripe.checkout.sessions.retrieve(session.id, { expand: ["setup_intent.payment_method"] });
		expect(done.setup_intent).toMatchObject({ status: "succeeded", payment_method: { card: { last4: "4242" } } });
	});

	test("the portal changes the card", async () => {
		const { customer } = await aCustomer("pm_card_chargeCustomerFail");
		const portal = await stripe.billingPortal.sessions.create({ customer, return_url: "https://app.example/" });
		await post(portal.url, { number: "5555 5555 5555 4444" });
		expect(await (await fetch(portal.url)).text()).toContain("mastercard ending in 4444, used for payments");
	});

	test("a voice owner can be paid once their account is complete", async () => {
		const account = await stripe.accounts.create({ type: "express", email: "ada@example.com" });
		const transfer = { amount: 1_234, currency: "usd", destination: account.id };
		await expect(stripe.transfers.create(transfer)).rejects.toMatchObject({ statusCode: 400 });
		const link = await stripe.accountLinks.create({
			account: account.id,
			type: "account_onboarding",
			return_url: "https://app.example/payouts",
			refresh_url: "https://app.example/payouts",
		});
		const returned = await post(link.url, {
			return: "https://app.example/payouts",
			holder: "Ada",
			bank: "000123456789",
		});
		expect(returned.headers.get("location")).toBe("https://app.example/payouts");
		expect((await stripe.accounts.retrieve(account.id)).payouts_enabled).toBe(true);
		expect((await stripe.transfers.create(transfer)).amount).toBe(1_234);
	});
});

describe("requests", () => {
	test("with another key are rejected", async () => {
		const stranger = clientOf({ ...emulator, secretKey: "sk_test_other" });
		await expect(stranger.customers.list()).rejects.toMatchObject({ type: "StripeAuthenticationError" });
	});

	test("for something unknown name it", async () => {
		await expect(stripe.customers.retrieve("cus_none")).rejects.toMatchObject({
			code: "resource_missing",
			message: "No such customer: 'cus_none'",
		});
	});

	test("that are repeated with their idempotency key change nothing", async () => {
		const create = () => stripe.customers.create({ email: "once@example.com" }, { idempotencyKey: "once" });
		const [first, again] = [await create(), await create()];
		expect(again.id).toBe(first.id);
		expect((await stripe.customers.list({ email: "once@example.com" })).data).toHaveLength(1);
	});
});

test("events are signed, and sent again until they are accepted", async () => {
	const received: { body: string; signature: string }[] = [];
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		received.push({ body, signature: String(request.headers["stripe-signature"]) });
		response.writeHead(received.length === 1 ? 500 : 200).end();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	const { id, secret = "" } = await stripe.webhookEndpoints.create({
		url: `http://127.0.0.1:${port}/`,
		enabled_events: ["customer.created"],
	});
	const customer = await stripe.customers.create({ email: "ada@example.com" });
	await emulator.delivered();
	await stripe.webhookEndpoints.del(id);
	expect(received).toHaveLength(2);
	const event = stripe.webhooks.constructEvent(received[1]?.body ?? "", received[1]?.signature ?? "", secret);
	expect(event).toMatchObject({ type: "customer.created", data: { object: { id: customer.id } } });
	expect(() =>
		stripe.webhooks.constructEvent(received[1]?.body ?? "", received[1]?.signature ?? "", "whsec_x"),
	).toThrow();
});

test("what it knows survives a restart", async () => {
	const folder = await mkdtemp(join(tmpdir(), "timbre-stripe-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const file = join(folder, "stripe.json");
	const first = await startStripeEmulator({ file });
	const { id } = await clientOf(first).customers.create({ email: "ada@example.com" });
	await first.stop();
	const second = await startStripeEmulator({ file });
	onTestFinished(() => second.stop());
	expect(await clientOf(second).customers.retrieve(id)).toMatchObject({ email: "ada@example.com" });
});
