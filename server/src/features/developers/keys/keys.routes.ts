import { developersEndpoints } from "@timbre/contract/developers/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import {
	createApiKey,
	createSingleUseToken,
	listApiKeys,
	recordKeyShown,
	revokeApiKey,
	rotateApiKey,
	updateApiKey,
} from "./keys.service.ts";
import {
	createServiceAccountKey,
	disableOwnKey,
	listServiceAccountKeys,
	listWorkspaceKeys,
	revokeServiceAccountKey,
	rotateServiceAccountKey,
	setThirdPartyDisabling,
	updateServiceAccountKey,
	updateWorkspaceKey,
} from "./team.service.ts";

const ok = { status: "ok" as const };

export function keysRoutes(http: Http, db: Database): void {
	implement(http, developersEndpoints.listApiKeys, (context) => listApiKeys(db, context));
	implement(http, developersEndpoints.createApiKey, (context, { body }) => createApiKey(db, context, body));
	implement(http, developersEndpoints.editApiKey, (context, { params, body }) =>
		updateApiKey(db, context, params.key_id, body),
	);
	implement(http, developersEndpoints.rotateApiKey, (context, { params }) => rotateApiKey(db, context, params.key_id));
	implement(http, developersEndpoints.recordApiKeyShown, async (context, { params }) => {
		await recordKeyShown(db, context, params.key_id);
		return ok;
	});
	implement(http, developersEndpoints.deleteApiKey, async (context, { params }) => {
		await revokeApiKey(db, context, params.key_id);
		return ok;
	});
	implement(http, developersEndpoints.createOwnApiKey, (context, { body }) => createApiKey(db, context, body));
	implement(http, developersEndpoints.editOwnApiKey, (context, { params, body }) =>
		updateApiKey(db, context, params.key_id, body),
	);
	implement(http, developersEndpoints.deleteOwnApiKey, async (context, { params }) => {
		await revokeApiKey(db, context, params.key_id);
		return ok;
	});
	implement(http, developersEndpoints.createSingleUseToken, (context, { params }) =>
		createSingleUseToken(db, context, params.token_type),
	);
	teamRoutes(http, db);
}

function teamRoutes(http: Http, db: Database): void {
	implement(http, developersEndpoints.listWorkspaceApiKeys, (context) => listWorkspaceKeys(db, context));
	implement(http, developersEndpoints.updateWorkspaceApiKey, async (context, { params, body }) => {
		await updateWorkspaceKey(db, context, params.key_id, body.is_enabled);
		return ok;
	});
	implement(http, developersEndpoints.disableThisApiKey, async (context) => {
		await disableOwnKey(db, context);
		return ok;
	});
	implement(http, developersEndpoints.setThirdPartyDisabling, async (context, { body }) => {
		await setThirdPartyDisabling(db, context, body.third_party_disable_allowed ?? null);
		return ok;
	});
	implement(http, developersEndpoints.listServiceAccountKeys, (context, { params }) =>
		listServiceAccountKeys(db, context, params.service_account_user_id),
	);
	implement(http, developersEndpoints.createServiceAccountKey, (context, { params, body }) =>
		createServiceAccountKey(db, context, params.service_account_user_id, body),
	);
	implement(http, developersEndpoints.editServiceAccountKey, async (context, { params, body }) => {
		await updateServiceAccountKey(db, context, params.service_account_user_id, params.api_key_id, body);
		return ok;
	});
	implement(http, developersEndpoints.rotateServiceAccountKey, (context, { params }) =>
		rotateServiceAccountKey(db, context, params.service_account_user_id, params.api_key_id),
	);
	implement(http, developersEndpoints.deleteServiceAccountKey, async (context, { params }) => {
		await revokeServiceAccountKey(db, context, params.service_account_user_id, params.api_key_id);
		return ok;
	});
}
