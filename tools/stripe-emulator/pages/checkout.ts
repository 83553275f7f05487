// The hosted checkout page, where a person enters a card.
import type Stripe from "stripe";
import { planOf } from "../api/checkout.ts";
import type { Context } from "../state/context.ts";
import { errorNote, escapeHtml, money, page } from "./layout.ts";

const cardForm = (id: string, button: string) => `
<form method="post" action="/pay/${escapeHtml(id)}">
<label>Card number<input name="number" inputmode="numeric" autocomplete="off" required></label>
<label>Expiry<input name="expiry" placeholder="MM / YY" autocomplete="off" required></label>
<label>Security code<input name="code" inputmode="numeric" autocomplete="off" required></label>
<button>${escapeHtml(button)}</button>
</form>`;

export function checkoutPage(context: Context, session: Stripe.Checkout.Session, error?: string): string {
	if (session.status !== "open") return page("This page is no longer open", "<p>Return to the app to start again.</p>");
	const back = session.cancel_url
		? `<p><a href="${escapeHtml(session.cancel_url)}">Go back without paying</a></p>`
		: "";
	if (session.mode === "setup")
		return page("Save a card", `${errorNote(error)}${cardForm(session.id, "Save card")}${back}`);
	const plan = planOf(session);
	const price = context.state.prices.get(plan?.price ?? "");
	const product = context.state.products.get(String(price.product));
	const every = `${price.recurring?.interval_count === 1 ? "" : `${price.recurring?.interval_count} `}${price.recurring?.interval}`;
	const total = money(session.amount_total ?? 0, price.currency);
	const off = session.total_details?.amount_discount ?? 0;
	const coupons = (session.discounts ?? []).map(({ coupon }) =>
		typeof coupon === "string" ? (context.state.coupons.get(coupon).name ?? coupon) : "",
	);
	return page(
		`Subscribe to ${product.name}`,
		`<dl>
<dt>${escapeHtml(product.name)}, every ${escapeHtml(every)}</dt><dd>${money(price.unit_amount ?? 0, price.currency)}</dd>
${off > 0 ? `<dt>Discount: ${escapeHtml(coupons.join(", "))}</dt><dd>−${money(off, price.currency)}</dd>` : ""}
${plan && plan.trialDays > 0 ? `<dt>Free for ${plan.trialDays} days</dt><dd></dd>` : ""}
<dt><strong>Due today</strong></dt><dd><strong>${total}</strong></dd>
</dl>${errorNote(error)}${cardForm(session.id, `Pay ${total}`)}${back}`,
	);
}
