import { developersEndpoints } from "@timbre/contract/developers.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import { makeApiKey, makeSingleUseToken, readApiKeys, removeApiKey } from "./developers.service.ts";

export function developersRoutes(http: Http, db: Database): void {
	implement(http, developersEndpoints.listApiKeys, (context) => readApiKeys(db, context));
	implement(http, developersEndpoints.createApiKey, (context, { body }) => makeApiKey(db, context, body));
	implement(http, developersEndpoints.deleteApiKey, async (context, { params }) => {
		await removeApiKey(db, context, params.key_id);
		return { status: "ok" as const };
	});
	implement(http, developersEndpoints.createSingleUseToken, (context, { params }) =>
		makeSingleUseToken(db, context, params.token_type),
	);
}
