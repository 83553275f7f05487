// The hosted customer portal: cards and invoices. Plans are changed in the product.
import type Stripe from "stripe";
import type { Context } from "../state/context.ts";
import { dateOf, errorNote, escapeHtml, money, page } from "./layout.ts";

export function portalPage({ state }: Context, session: Stripe.BillingPortal.Session, error?: string): string {
	const customer = state.customers.get(session.customer);
	const inUse = customer.invoice_settings.default_payment_method;
	const cards = state.paymentMethods.all().filter((method) => method.customer === customer.id);
	const invoices = state.invoices.all().filter((invoice) => invoice.customer === customer.id);
	const cardItems = cards.map(
		({ id, card }) =>
			`<li>${escapeHtml(card?.brand ?? "")} ending in ${escapeHtml(card?.last4 ?? "")}${id === inUse ? ", used for payments" : ""}</li>`,
	);
	const invoiceItems = invoices
		.toReversed()
		.map(
			(invoice) =>
				`<li><a href="/invoices/${escapeHtml(invoice.id)}">${escapeHtml(invoice.number ?? invoice.id)}</a>, ${dateOf(invoice.created)}, ${money(invoice.total, invoice.currency)}, ${escapeHtml(invoice.status ?? "")}</li>`,
		);
	return page(
		"Payment details",
		`<h2>Cards</h2><ul>${cardItems.join("")}</ul>${errorNote(error)}
<form method="post" action="/portal/${escapeHtml(session.id)}">
<label>New card number<input name="number" inputmode="numeric" autocomplete="off" required></label>
<button>Add card and use it</button>
</form>
<h2>Invoices</h2><ul>${invoiceItems.join("")}</ul>
${session.return_url ? `<p><a href="${escapeHtml(session.return_url)}">Return to the app</a></p>` : ""}`,
	);
}

export function invoicePage({ state }: Context, invoice: Stripe.Invoice): string {
	const lines = invoice.lines.data.map(
		({ description, amount }) => `<dt>${escapeHtml(description ?? "")}</dt><dd>${money(amount, invoice.currency)}</dd>`,
	);
	const off = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
	return page(
		`Invoice ${invoice.number ?? ""}`,
		`<p>${escapeHtml(state.customers.get(String(invoice.customer)).email ?? "")}, ${dateOf(invoice.created)}</p>
<dl>${lines.join("")}
${off > 0 ? `<dt>Discount</dt><dd>−${money(off, invoice.currency)}</dd>` : ""}
<dt>Total</dt><dd>${money(invoice.total, invoice.currency)}</dd>
<dt>${invoice.status === "paid" ? "Paid" : "Due"}</dt><dd>${money(invoice.amount_due, invoice.currency)}</dd>
</dl>`,
	);
}
