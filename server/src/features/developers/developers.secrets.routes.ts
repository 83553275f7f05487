import { developersEndpoints } from "@timbre/contract/developers.ts";
import { type Http, implement } from "../../core/http.ts";
import {
	changeSecret,
	makeSecret,
	readSecret,
	readSecrets,
	removeSecret,
	type SecretDeps,
} from "./developers.secrets.service.ts";

export function secretsRoutes(http: Http, deps: SecretDeps): void {
	implement(http, developersEndpoints.createSecret, (context, { body }) => makeSecret(deps, context, body));
	implement(http, developersEndpoints.listSecrets, (context, { query }) => readSecrets(deps, context, query));
	implement(http, developersEndpoints.getSecret, (context, { params }) => readSecret(deps, context, params.secret_id));
	implement(http, developersEndpoints.editSecret, (context, { params, body }) =>
		changeSecret(deps, context, params.secret_id, body),
	);
	implement(http, developersEndpoints.deleteSecret, async (context, { params }) => {
		await removeSecret(deps, context, params.secret_id);
		return undefined;
	});
}
