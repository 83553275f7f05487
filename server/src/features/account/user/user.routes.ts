import { accountEndpoints } from "@timbre/contract/account/endpoints.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import { getSubscription } from "./subscription.service.ts";
import { getCurrentUser, type UserDeps, updateUser } from "./user.service.ts";

export function userRoutes(http: Http, deps: UserDeps): void {
	const { db } = deps;
	implement(http, accountEndpoints.getUser, (context) => getCurrentUser(deps, context));
	implement(http, accountEndpoints.editUser, (context, { body }) => updateUser(db, context, body));
	implement(http, accountEndpoints.getSubscription, (context) => getSubscription(db, context.workspaceId));
}
