import type Stripe from "stripe";

export type Line = {
	description: string;
	amount: number;
	quantity: number;
	price: Stripe.Price;
	period: { start: number; end: number };
	proration: boolean;
};

const nameOf = (price: Stripe.Price): string => price.nickname ?? price.lookup_key ?? price.id;

export function fullLine(price: Stripe.Price, quantity: number, period: { start: number; end: number }): Line {
	const amount = (price.unit_amount ?? 0) * quantity;
	return { description: `${quantity} × ${nameOf(price)}`, amount, quantity, price, period, proration: false };
}

/** The share of a price for the rest of its period, to the second: a credit for the old price, or what the new one costs. */
export function restLine(
	kind: "unused" | "remaining",
	price: Stripe.Price,
	quantity: number,
	period: { start: number; end: number },
	at: number,
): Line {
	const share = Math.min(1, Math.max(0, (period.end - at) / (period.end - period.start)));
	const amount = Math.round((price.unit_amount ?? 0) * quantity * share);
	return {
		description: `${kind === "unused" ? "Unused" : "Remaining"} time on ${nameOf(price)}`,
		amount: kind === "unused" ? -amount : amount,
		quantity,
		price,
		period: { start: at, end: period.end },
		proration: true,
	};
}
