import type { Http } from "../../core/http/http.ts";
import { resourcesRoutes } from "./resources/resources.routes.ts";
import { teamRoutes } from "./team/team.routes.ts";
import type { TeamDeps } from "./team/team.service.ts";
import { userRoutes } from "./user/user.routes.ts";
import type { UserDeps } from "./user/user.service.ts";

export function accountRoutes(http: Http, deps: UserDeps & TeamDeps): void {
	userRoutes(http, deps);
	teamRoutes(http, deps);
	resourcesRoutes(http, deps.db);
}
