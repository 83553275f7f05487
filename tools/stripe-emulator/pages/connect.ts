// The hosted page on which a voice owner says where to send payouts.
import type Stripe from "stripe";
import { escapeHtml, page } from "./layout.ts";

export function connectPage(account: Stripe.Account, returnUrl: string): string {
	if (account.details_submitted)
		return page("Payout account", "<p>This account is complete. Payouts are sent to the test bank account.</p>");
	return page(
		"Set up payouts",
		`<form method="post" action="/connect/${escapeHtml(account.id)}">
<input type="hidden" name="return" value="${escapeHtml(returnUrl)}">
<label>Account holder<input name="holder" autocomplete="off" required></label>
<label>Test bank account<input name="bank" value="000123456789" autocomplete="off" required></label>
<button>Save and return</button>
</form>`,
	);
}
