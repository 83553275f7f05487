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

/** The share of a price for the rest of its period, to the second. */
function rest(price: Stripe.Price, quantity: number, period: { start: number; end: number }, at: number): number {
	const share = (period.end - at) / (period.end - period.start);
	return Math.round((price.unit_amount ?? 0) * quantity * Math.min(1, Math.max(0, share)));
}

export function fullLine(price: Stripe.Price, quantity: number, period: { start: number; end: number }): Line {
	const amount = (price.unit_amount ?? 0) * quantity;
	return { description: `${quantity} × ${nameOf(price)}`, amount, quantity, price, period, proration: false };
}

/** The unused time of the old price, as a credit. */
export function unusedLine(
	price: Stripe.Price,
	quantity: number,
	period: { start: number; end: number },
	at: number,
): Line {
	return {
		description: `Unused time on ${nameOf(price)}`,
		amount: -rest(price, quantity, period, at),
		quantity,
		price,
		period: { start: at, end: period.end },
		proration: true,
	};
}

/** The remaining time of the new price in a period that goes on. */
export function remainingLine(
	price: Stripe.Price,
	quantity: number,
	period: { start: number; end: number },
	at: number,
): Line {
	return {
		description: `Remaining time on ${nameOf(price)}`,
		amount: rest(price, quantity, period, at),
		quantity,
		price,
		period: { start: at, end: period.end },
		proration: true,
	};
}
