// Accounts of voice owners who are paid out, and the transfers to them.
import type Stripe from "stripe";
import { invalid } from "../http/failure.ts";
import { mergeMetadata, numberOf, textOf } from "../http/form.ts";
import { pageOf } from "../http/list.ts";
import type { Routes } from "../http/routes.ts";
import { realNow } from "../state/clock.ts";
import type { Context } from "../state/context.ts";

export function connectRoutes({ state, events, url }: Context): Routes {
	return {
		"POST /v1/accounts": ({ form }) =>
			state.accounts.put({
				id: state.accounts.newId(),
				object: "account",
				business_type: null,
				charges_enabled: false,
				country: textOf(form.country) ?? "US",
				created: realNow(),
				default_currency: "usd",
				details_submitted: false,
				email: textOf(form.email) ?? null,
				metadata: mergeMetadata(null, form.metadata),
				payouts_enabled: false,
				type: "express",
			}),
		"GET /v1/accounts/*": ({ ids: [id = ""] }) => state.accounts.get(id),
		"POST /v1/account_links": ({ form }) => {
			const account = state.accounts.get(textOf(form.account) ?? "", "account");
			const query = new URLSearchParams({ return: textOf(form.return_url) ?? "" });
			const created = realNow();
			return {
				object: "account_link",
				created,
				expires_at: created + 300,
				url: `${url}/connect/${account.id}?${query}`,
			} satisfies Stripe.AccountLink;
		},
		"POST /v1/accounts/*/login_links": ({ ids: [id = ""] }) => {
			if (!state.accounts.get(id).details_submitted) throw invalid("The account has not completed its setup.");
			return { object: "login_link", created: realNow(), url: `${url}/connect/${id}` } satisfies Stripe.LoginLink;
		},
		"POST /v1/transfers": ({ form }) => {
			const account = state.accounts.get(textOf(form.destination) ?? "", "destination");
			if (!account.payouts_enabled) throw invalid("The destination account can't receive transfers.", "destination");
			const id = state.transfers.newId();
			const transfer = state.transfers.put({
				id,
				object: "transfer",
				amount: numberOf(form.amount) ?? 0,
				amount_reversed: 0,
				balance_transaction: null,
				created: realNow(),
				currency: textOf(form.currency) ?? "usd",
				description: textOf(form.description) ?? null,
				destination: account.id,
				livemode: false,
				metadata: mergeMetadata(null, form.metadata),
				reversals: { object: "list", data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
				reversed: false,
				source_transaction: null,
				transfer_group: textOf(form.transfer_group) ?? null,
			});
			events.record("transfer.created", transfer, transfer.created);
			return transfer;
		},
		"GET /v1/transfers": ({ form }) => {
			const to = textOf(form.destination);
			const found = state.transfers.all().filter((one) => to === undefined || one.destination === to);
			return pageOf(found, form, "/v1/transfers");
		},
	};
}
