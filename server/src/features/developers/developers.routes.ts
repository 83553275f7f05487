import { developersEndpoints } from "@timbre/contract/developers.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import {
	changeApiKey,
	makeApiKey,
	makeSingleUseToken,
	readApiKeys,
	removeApiKey,
	rotateApiKey,
} from "./developers.service.ts";
import {
	changeServiceAccountKey,
	disableOwnKey,
	makeServiceAccountKey,
	readServiceAccountKeys,
	readWorkspaceKeys,
	removeServiceAccountKey,
	rotateServiceAccountKey,
	setThirdPartyDisabling,
	switchWorkspaceKey,
} from "./developers.team.service.ts";

const ok = { status: "ok" as const };

export function developersRoutes(http: Http, db: Database): void {
	implement(http, developersEndpoints.listApiKeys, (context) => readApiKeys(db, context));
	implement(http, developersEndpoints.createApiKey, (context, { body }) => makeApiKey(db, context, body));
	implement(http, developersEndpoints.editApiKey, (context, { params, body }) =>
		changeApiKey(db, context, params.key_id, body),
	);
	implement(http, developersEndpoints.rotateApiKey, (context, { params }) => rotateApiKey(db, context, params.key_id));
	implement(http, developersEndpoints.deleteApiKey, async (context, { params }) => {
		await removeApiKey(db, context, params.key_id);
		return ok;
	});
	implement(http, developersEndpoints.createOwnApiKey, (context, { body }) => makeApiKey(db, context, body));
	implement(http, developersEndpoints.editOwnApiKey, (context, { params, body }) =>
		changeApiKey(db, context, params.key_id, body),
	);
	implement(http, developersEndpoints.deleteOwnApiKey, async (context, { params }) => {
		await removeApiKey(db, context, params.key_id);
		return ok;
	});
	implement(http, developersEndpoints.createSingleUseToken, (context, { params }) =>
		makeSingleUseToken(db, context, params.token_type),
	);
	teamRoutes(http, db);
}

function teamRoutes(http: Http, db: Database): void {
	implement(http, developersEndpoints.listWorkspaceApiKeys, (context) => readWorkspaceKeys(db, context));
	implement(http, developersEndpoints.switchWorkspaceApiKey, async (context, { params, body }) => {
		await switchWorkspaceKey(db, context, params.key_id, body.is_enabled);
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
		readServiceAccountKeys(db, context, params.service_account_user_id),
	);
	implement(http, developersEndpoints.createServiceAccountKey, (context, { params, body }) =>
		makeServiceAccountKey(db, context, params.service_account_user_id, body),
	);
	implement(http, developersEndpoints.editServiceAccountKey, async (context, { params, body }) => {
		await changeServiceAccountKey(db, context, params.service_account_user_id, params.api_key_id, body);
		return ok;
	});
	implement(http, developersEndpoints.rotateServiceAccountKey, (context, { params }) =>
		rotateServiceAccountKey(db, context, params.service_account_user_id, params.api_key_id),
	);
	implement(http, developersEndpoints.deleteServiceAccountKey, async (context, { params }) => {
		await removeServiceAccountKey(db, context, params.service_account_user_id, params.api_key_id);
		return ok;
	});
}
