import { developersEndpoints } from "@timbre/contract/developers/endpoints.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import {
	createWebhook,
	deleteWebhook,
	getDelivery,
	listDeliveries,
	listWebhooks,
	replayDelivery,
	rotateSecret,
	testWebhook,
	updateWebhook,
	type WebhookDeps,
} from "./webhooks.service.ts";

const ok = { status: "ok" as const };

export function webhooksRoutes(http: Http, deps: WebhookDeps): void {
	implement(http, developersEndpoints.listWebhooks, (context, { query }) =>
		listWebhooks(deps, context, query.include_usages),
	);
	implement(http, developersEndpoints.createWebhook, (context, { body }) =>
		createWebhook(deps, context, body.settings),
	);
	implement(http, developersEndpoints.editWebhook, async (context, { params, body }) => {
		await updateWebhook(deps, context, params.webhook_id, body);
		return ok;
	});
	implement(http, developersEndpoints.deleteWebhook, async (context, { params }) => {
		await deleteWebhook(deps, context, params.webhook_id);
		return ok;
	});
	implement(http, developersEndpoints.rotateWebhookSecret, (context, { params }) =>
		rotateSecret(deps, context, params.webhook_id),
	);
	implement(http, developersEndpoints.testWebhook, (context, { params }) =>
		testWebhook(deps, context, params.webhook_id),
	);
	implement(http, developersEndpoints.listWebhookDeliveries, (context, { params, query }) =>
		listDeliveries(deps, context, params.webhook_id, query),
	);
	implement(http, developersEndpoints.getWebhookDelivery, (context, { params }) =>
		getDelivery(deps, context, params.webhook_id, params.delivery_id),
	);
	implement(http, developersEndpoints.replayWebhookDelivery, (context, { params }) =>
		replayDelivery(deps, context, params.webhook_id, params.delivery_id),
	);
}
