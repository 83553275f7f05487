import { accountEndpoints } from "@timbre/contract/account/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import { getResource, listSharedResources, shareResource, unshareResource } from "./resources.service.ts";

export function resourcesRoutes(http: Http, db: Database): void {
	implement(http, accountEndpoints.listSharedResources, (context, { query }) =>
		listSharedResources(db, context, query),
	);
	implement(http, accountEndpoints.getResource, (context, { params, query }) =>
		getResource(db, context, query.resource_type, params.resource_id),
	);
	implement(http, accountEndpoints.shareResource, (context, { params, body }) =>
		shareResource(db, context, params.resource_id, body),
	);
	implement(http, accountEndpoints.unshareResource, (context, { params, body }) =>
		unshareResource(db, context, params.resource_id, body),
	);
}
