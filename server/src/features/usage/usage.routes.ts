import { usageEndpoints } from "@timbre/contract/usage/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import { getCurrentUser, getSubscription, type UserDependencies, updateUser } from "./usage.service.ts";
import { getUsageStats } from "./usage.stats.service.ts";

export function usageRoutes(http: Http, db: Database, deps: UserDependencies): void {
	implement(http, usageEndpoints.getUser, (context) => getCurrentUser(db, context, deps));
	implement(http, usageEndpoints.editUser, (context, { body }) => updateUser(db, context, deps, body));
	implement(http, usageEndpoints.getSubscription, (context) =>
		getSubscription(db, context.workspaceId, deps.countVoices),
	);
	implement(http, usageEndpoints.getCharacterStats, (context, { query }) => getUsageStats(db, context, query));
}
