import { usageEndpoints } from "@timbre/contract/usage.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import { editUser, readSubscription, readUser, type UsersAbove } from "./usage.service.ts";
import { readUsage } from "./usage.stats.service.ts";

export function usageRoutes(http: Http, db: Database, above: UsersAbove): void {
	implement(http, usageEndpoints.getUser, (context) => readUser(db, context, above));
	implement(http, usageEndpoints.editUser, (context, { body }) => editUser(db, context, above, body));
	implement(http, usageEndpoints.getSubscription, (context) =>
		readSubscription(db, context.workspaceId, above.countVoices),
	);
	implement(http, usageEndpoints.getCharacterStats, (context, { query }) => readUsage(db, context, query));
}
