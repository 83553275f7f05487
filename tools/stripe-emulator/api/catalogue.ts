// Products, prices, coupons and promotion codes.
import type Stripe from "stripe";
import { invalid } from "../http/failure.ts";
import { type Form, formOf, isTrue, listOf, mergeMetadata, numberOf, textOf } from "../http/form.ts";
import { pageOf } from "../http/list.ts";
import type { Routes } from "../http/routes.ts";
import { realNow } from "../state/clock.ts";
import type { Context } from "../state/context.ts";

export function catalogueRoutes({ state }: Context): Routes {
	const createPrice = (form: Form): Stripe.Price => {
		const recurring = formOf(form.recurring);
		const lookupKey = textOf(form.lookup_key) ?? null;
		const same = state.prices.all().find((price) => lookupKey !== null && price.lookup_key === lookupKey);
		if (same && !isTrue(form.transfer_lookup_key))
			throw invalid(`A price (\`${same.id}\`) already uses that lookup key.`, "lookup_key");
		if (same) state.prices.change(same.id, { lookup_key: null });
		return state.prices.put({
			id: state.prices.newId(),
			object: "price",
			active: true,
			billing_scheme: "per_unit",
			created: realNow(),
			currency: textOf(form.currency) ?? "usd",
			custom_unit_amount: null,
			livemode: false,
			lookup_key: lookupKey,
			metadata: mergeMetadata(null, form.metadata),
			nickname: textOf(form.nickname) ?? null,
			product: state.products.get(textOf(form.product) ?? "", "product").id,
			recurring: {
				interval: (textOf(recurring.interval) ?? "month") as Stripe.Price.Recurring.Interval,
				interval_count: numberOf(recurring.interval_count) ?? 1,
				meter: null,
				trial_period_days: null,
				usage_type: "licensed",
			},
			tax_behavior: "unspecified",
			tiers_mode: null,
			transform_quantity: null,
			type: "recurring",
			unit_amount: numberOf(form.unit_amount) ?? 0,
			unit_amount_decimal: null,
		});
	};
	return {
		"POST /v1/products": ({ form }) => {
			const id = textOf(form.id) ?? state.products.newId();
			if (state.products.find(id)) throw invalid(`Product already exists: ${id}`, "id", "resource_already_exists");
			return state.products.put({
				id,
				object: "product",
				active: true,
				created: realNow(),
				description: textOf(form.description) ?? null,
				images: [],
				livemode: false,
				marketing_features: [],
				metadata: mergeMetadata(null, form.metadata),
				name: textOf(form.name) ?? id,
				package_dimensions: null,
				shippable: null,
				tax_code: null,
				tax_details: null,
				type: "service",
				updated: realNow(),
				url: null,
			});
		},
		"GET /v1/products/*": ({ ids: [id = ""] }) => state.products.get(id),
		"POST /v1/prices": ({ form }) => createPrice(form),
		"GET /v1/prices": ({ form }) => {
			const keys = listOf(form.lookup_keys);
			const found = state.prices
				.all()
				.filter((price) => keys.length === 0 || keys.includes(price.lookup_key ?? ""))
				.filter((price) => form.active === undefined || price.active === isTrue(form.active));
			return pageOf(found, form, "/v1/prices");
		},
		"GET /v1/prices/*": ({ ids: [id = ""] }) => state.prices.get(id),
		"POST /v1/coupons": ({ form }) => {
			const id = textOf(form.id) ?? state.coupons.newId();
			if (state.coupons.find(id)) throw invalid(`Coupon already exists: ${id}`, "id", "resource_already_exists");
			const duration = (textOf(form.duration) ?? "once") as Stripe.Coupon.Duration;
			return state.coupons.put({
				id,
				object: "coupon",
				amount_off: numberOf(form.amount_off) ?? null,
				created: realNow(),
				currency: textOf(form.currency) ?? null,
				duration,
				duration_in_months: numberOf(form.duration_in_months) ?? null,
				livemode: false,
				max_redemptions: numberOf(form.max_redemptions) ?? null,
				metadata: mergeMetadata(null, form.metadata),
				name: textOf(form.name) ?? null,
				percent_off: numberOf(form.percent_off) ?? null,
				redeem_by: numberOf(form.redeem_by) ?? null,
				times_redeemed: 0,
				valid: true,
			});
		},
		"GET /v1/coupons/*": ({ ids: [id = ""] }) => state.coupons.get(id),
		"POST /v1/promotion_codes": ({ form }) => {
			const coupon = textOf(formOf(form.promotion).coupon) ?? "";
			return state.promotionCodes.put({
				id: state.promotionCodes.newId(),
				object: "promotion_code",
				active: true,
				code: textOf(form.code) ?? state.newId(4).toUpperCase(),
				created: realNow(),
				customer: null,
				customer_account: null,
				expires_at: numberOf(form.expires_at) ?? null,
				livemode: false,
				max_redemptions: numberOf(form.max_redemptions) ?? null,
				metadata: mergeMetadata(null, form.metadata),
				promotion: { coupon: state.coupons.get(coupon, "promotion[coupon]").id, type: "coupon" },
				restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
				times_redeemed: 0,
			});
		},
		"POST /v1/promotion_codes/*": ({ ids: [id = ""], form }) =>
			state.promotionCodes.change(id, form.active === undefined ? {} : { active: isTrue(form.active) }),
		"GET /v1/promotion_codes": ({ form }) => {
			const code = textOf(form.code);
			const found = state.promotionCodes
				.all()
				.filter((one) => code === undefined || one.code.toLowerCase() === code.toLowerCase())
				.filter((one) => form.active === undefined || one.active === isTrue(form.active));
			return pageOf(found, form, "/v1/promotion_codes");
		},
		"GET /v1/promotion_codes/*": ({ ids: [id = ""] }) => state.promotionCodes.get(id),
	};
}
