import type { Database } from "@timbre/db/connect.ts";
import type { Http } from "../../core/http/http.ts";
import { keysRoutes } from "./keys/keys.routes.ts";
import { requestsRoutes } from "./requests/requests.routes.ts";
import { secretsRoutes } from "./secrets/secrets.routes.ts";
import { webhooksRoutes } from "./webhooks/webhooks.routes.ts";

export type DevelopersDeps = {
	db: Database;
	/** Encrypts secrets and signing keys. */
	secret: string;
	/** Whether webhooks may be sent to private addresses. */
	allowPrivate: boolean;
};

export function developersRoutes(http: Http, deps: DevelopersDeps): void {
	keysRoutes(http, deps.db);
	requestsRoutes(http, deps.db);
	secretsRoutes(http, deps);
	webhooksRoutes(http, deps);
}
