import { usageEndpoints } from "@timbre/contract/usage/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http/http.ts";
import { getUsageStats } from "./usage.stats.service.ts";

export function usageRoutes(http: Http, db: Database): void {
	implement(http, usageEndpoints.getCharacterStats, (context, { query }) => getUsageStats(db, context, query));
}
