// Everything the emulator knows. With a file, it survives a restart together with the product's data.
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type Stripe from "stripe";
import { Collection } from "./collection.ts";

/** How a test card behaves; Stripe documents the numbers. */
export type CardBehavior = "works" | "declined" | "fails later";

/** A payment method's card number is not kept, only what it does. */
export type CardRecord = { id: string; behavior: CardBehavior };

export type State = ReturnType<typeof createState>;

const idOf = (bytes: number) => randomBytes(bytes).toString("hex");

export function createState(file?: string) {
	let saving: NodeJS.Timeout | undefined;
	const changed = () => {
		if (file === undefined || saving !== undefined) return;
		saving = setTimeout(save, 50);
	};
	const of = <T extends { id: string }>(kind: string, prefix: string) => new Collection<T>(kind, prefix, changed);
	const collections = {
		clocks: of<Stripe.TestHelpers.TestClock>("test clock", "clock"),
		customers: of<Stripe.Customer>("customer", "cus"),
		products: of<Stripe.Product>("product", "prod"),
		prices: of<Stripe.Price>("price", "price"),
		coupons: of<Stripe.Coupon>("coupon", "co"),
		promotionCodes: of<Stripe.PromotionCode>("promotion code", "promo"),
		discounts: of<Stripe.Discount>("discount", "di"),
		paymentMethods: of<Stripe.PaymentMethod>("payment method", "pm"),
		cards: of<CardRecord>("card", "card"),
		setupIntents: of<Stripe.SetupIntent>("setup intent", "seti"),
		subscriptions: of<Stripe.Subscription>("subscription", "sub"),
		schedules: of<Stripe.SubscriptionSchedule>("subscription schedule", "sub_sched"),
		invoices: of<Stripe.Invoice>("invoice", "in"),
		invoiceItems: of<Stripe.InvoiceItem>("invoice item", "ii"),
		checkouts: of<Stripe.Checkout.Session>("checkout session", "cs_test"),
		portals: of<Stripe.BillingPortal.Session>("portal session", "bps"),
		taxIds: of<Stripe.TaxId>("tax id", "txi"),
		accounts: of<Stripe.Account>("account", "acct"),
		transfers: of<Stripe.Transfer>("transfer", "tr"),
		endpoints: of<Stripe.WebhookEndpoint>("webhook endpoint", "we"),
		events: of<Stripe.Event>("event", "evt"),
	};

	function save(): void {
		saving = undefined;
		if (file === undefined) return;
		const content = Object.fromEntries(Object.entries(collections).map(([name, objects]) => [name, objects.all()]));
		writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
		renameSync(`${file}.new`, file);
	}

	if (file !== undefined) load(file, collections);
	return {
		...collections,
		/** Answers of requests by their idempotency key. */
		answers: new Map<string, { path: string; status: number; body: unknown }>(),
		newId: idOf,
		flush() {
			clearTimeout(saving);
			save();
		},
	};
}

function load(file: string, collections: object): void {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch {
		return;
	}
	const content = JSON.parse(text) as Record<string, { id: string }[]>;
	for (const [name, collection] of Object.entries<Collection<{ id: string }>>({ ...collections }))
		for (const object of content[name] ?? []) collection.put(object);
}
