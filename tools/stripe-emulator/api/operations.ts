// Test clocks, webhook endpoints and events.
import type Stripe from "stripe";
import { advanceClock } from "../billing/cycle.ts";
import { apiVersion } from "../events.ts";
import { invalid } from "../http/failure.ts";
import { listOf, mergeMetadata, numberOf, textOf } from "../http/form.ts";
import { pageOf } from "../http/list.ts";
import type { Routes } from "../http/routes.ts";
import { realNow } from "../state/clock.ts";
import type { Context } from "../state/context.ts";

export function operationRoutes(context: Context): Routes {
	const { state, events } = context;
	return {
		"POST /v1/test_helpers/test_clocks": ({ form }) =>
			state.clocks.put({
				id: state.clocks.newId(),
				object: "test_helpers.test_clock",
				created: realNow(),
				deletes_after: realNow() + 30 * 86_400,
				frozen_time: numberOf(form.frozen_time) ?? realNow(),
				livemode: false,
				name: textOf(form.name) ?? null,
				status: "ready",
				status_details: {},
			}),
		"GET /v1/test_helpers/test_clocks/*": ({ ids: [id = ""] }) => state.clocks.get(id),
		"POST /v1/test_helpers/test_clocks/*/advance": ({ ids: [id = ""], form }) => {
			const to = numberOf(form.frozen_time) ?? 0;
			const clock = state.clocks.get(id);
			if (to < clock.frozen_time) throw invalid("A test clock can only move forward.", "frozen_time");
			advanceClock(context, id, to);
			events.record("test_helpers.test_clock.ready", state.clocks.get(id), realNow());
			return state.clocks.get(id);
		},
		"POST /v1/webhook_endpoints": ({ form }) =>
			state.endpoints.put({
				id: state.endpoints.newId(),
				object: "webhook_endpoint",
				api_version: apiVersion,
				application: null,
				created: realNow(),
				description: textOf(form.description) ?? null,
				enabled_events: listOf(form.enabled_events).map(String),
				livemode: false,
				metadata: mergeMetadata(null, form.metadata),
				secret: `whsec_${state.newId(24)}`,
				status: "enabled",
				url: textOf(form.url) ?? "",
			}),
		"GET /v1/webhook_endpoints": ({ form }) =>
			pageOf(state.endpoints.all().map(withoutSecret), form, "/v1/webhook_endpoints"),
		"DELETE /v1/webhook_endpoints/*": ({ ids: [id = ""] }) => {
			state.endpoints.get(id);
			state.endpoints.delete(id);
			return { id, object: "webhook_endpoint", deleted: true };
		},
		"GET /v1/events": ({ form }) => pageOf(state.events.all(), form, "/v1/events"),
		"GET /v1/events/*": ({ ids: [id = ""] }) => state.events.get(id),
	};
}

/** As Stripe does: the secret is in the answer to its creation only. */
function withoutSecret({ secret: _, ...endpoint }: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint {
	return endpoint;
}
