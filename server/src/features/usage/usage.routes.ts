import { usageEndpoints } from "@timbre/contract/usage.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import { type OnboardingOf, readSubscription, readUser } from "./usage.service.ts";
import { readUsage } from "./usage.stats.service.ts";

export function usageRoutes(http: Http, db: Database, onboardingOf: OnboardingOf): void {
	implement(http, usageEndpoints.getUser, (context) => readUser(db, context, onboardingOf));
	implement(http, usageEndpoints.getSubscription, (context) => readSubscription(db, context.workspaceId));
	implement(http, usageEndpoints.getCharacterStats, (context, { query }) => readUsage(db, context, query));
}
