import type Stripe from "stripe";
import { invalid } from "../http/failure.ts";
import { type Form, formsOf, textOf } from "../http/form.ts";
import { addInterval } from "../state/clock.ts";
import type { Context } from "../state/context.ts";

export function couponOf({ state }: Context, discount: Stripe.Discount): Stripe.Coupon {
	const { coupon } = discount.source;
	return typeof coupon === "object" && coupon ? coupon : state.coupons.get(coupon ?? "");
}

/** Creates the discounts that a request asks for by coupon or promotion code. */
export function createDiscounts(
	{ state }: Context,
	given: Form | string | undefined,
	owner: { customer: string; subscription: string | null; checkout?: string },
	start: number,
): Stripe.Discount[] {
	return formsOf(given).map((one) => {
		const promotion = textOf(one.promotion_code);
		const code = promotion === undefined ? undefined : state.promotionCodes.get(promotion, "discounts");
		if (code && !code.active) throw invalid("This promotion code is not active.", "discounts");
		const known = textOf(one.discount);
		if (known !== undefined) return state.discounts.get(known, "discounts");
		const couponId = code ? idOf(code.promotion.coupon) : textOf(one.coupon);
		const coupon = state.coupons.get(couponId ?? "", "discounts");
		if (!coupon.valid) throw invalid(`Coupon expired: ${coupon.id}`, "discounts", "coupon_expired");
		const months = coupon.duration === "repeating" ? (coupon.duration_in_months ?? 1) : undefined;
		if (code) state.promotionCodes.change(code.id, { times_redeemed: code.times_redeemed + 1 });
		state.coupons.change(coupon.id, { times_redeemed: coupon.times_redeemed + 1 });
		return state.discounts.put({
			id: state.discounts.newId(),
			object: "discount",
			checkout_session: owner.checkout ?? null,
			customer: owner.customer,
			customer_account: null,
			end: months === undefined ? null : addInterval(start, "month", months),
			invoice: null,
			invoice_item: null,
			promotion_code: promotion ?? null,
			source: { coupon: coupon.id, type: "coupon" },
			start,
			subscription: owner.subscription,
			subscription_item: null,
		});
	});
}

const idOf = (coupon: string | Stripe.Coupon | null): string =>
	typeof coupon === "string" ? coupon : (coupon?.id ?? "");

/** What each discount takes off an amount, one after the other. */
export function discountAmounts(
	context: Context,
	discounts: readonly Stripe.Discount[],
	amount: number,
): { discount: string; amount: number }[] {
	let left = Math.max(0, amount);
	return discounts.map((discount) => {
		const coupon = couponOf(context, discount);
		const off = coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((left * coupon.percent_off) / 100);
		const taken = Math.min(left, off);
		left -= taken;
		return { discount: discount.id, amount: taken };
	});
}

/** The subscription's discounts that still apply at a time. */
export function activeDiscounts({ state }: Context, subscription: Stripe.Subscription, at: number): Stripe.Discount[] {
	return subscription.discounts
		.map((one) => (typeof one === "string" ? state.discounts.get(one) : one))
		.filter(({ end }) => end === null || end > at);
}
