// Pages in the emulator, by path. A form's answer is a page or an address to go to.
import { addCard, attachCard, setDefaultCard } from "../api/cards.ts";
import { completeCheckout } from "../api/checkout.ts";
import { Failure, missing } from "../http/failure.ts";
import { realNow } from "../state/clock.ts";
import type { Context } from "../state/context.ts";
import { checkoutPage } from "./checkout.ts";
import { connectPage } from "./connect.ts";
import { invoicePage, portalPage } from "./portal.ts";

export type PageAnswer = { html: string } | { redirect: string };

/** `form` is undefined when a page is opened. */
export function openPage(context: Context, url: URL, form: URLSearchParams | undefined): PageAnswer {
	const { state } = context;
	const [, kind = "", id = ""] = url.pathname.split("/");
	if (kind === "pay") {
		const session = state.checkouts.get(id);
		if (!form) return { html: checkoutPage(context, session) };
		return attempt(
			() => {
				const { success_url: to } = completeCheckout(context, id, form.get("number") ?? "");
				return { redirect: (to ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", id) };
			},
			(message) => ({ html: checkoutPage(context, session, message) }),
		);
	}
	if (kind === "portal") {
		const session = state.portals.get(id);
		if (!form) return { html: portalPage(context, session) };
		return attempt(
			() => {
				const card = addCard(context, form.get("number") ?? "", session.customer);
				attachCard(context, card.id, session.customer);
				setDefaultCard(context, card.id, session.customer);
				context.events.record("customer.updated", state.customers.get(session.customer), realNow(), {});
				return { redirect: url.pathname };
			},
			(message) => ({ html: portalPage(context, session, message) }),
		);
	}
	if (kind === "invoices") return { html: invoicePage(context, state.invoices.get(id)) };
	if (kind === "connect") {
		const account = state.accounts.get(id);
		if (!form) return { html: connectPage(account, url.searchParams.get("return") ?? "") };
		const done = { details_submitted: true, charges_enabled: true, payouts_enabled: true };
		context.events.record("account.updated", state.accounts.change(id, done), realNow(), {});
		return { redirect: form.get("return") || url.pathname };
	}
	throw missing("page", url.pathname);
}

function attempt(action: () => PageAnswer, onFailure: (message: string) => PageAnswer): PageAnswer {
	try {
		return action();
	} catch (error) {
		if (error instanceof Failure) return onFailure(error.message);
		throw error;
	}
}
