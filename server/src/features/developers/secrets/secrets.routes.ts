import { developersEndpoints } from "@timbre/contract/developers/endpoints.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import {
	createSecret,
	deleteSecret,
	getSecret,
	listSecrets,
	type SecretDeps,
	updateSecret,
} from "./secrets.service.ts";

export function secretsRoutes(http: Http, deps: SecretDeps): void {
	implement(http, developersEndpoints.createSecret, (context, { body }) => createSecret(deps, context, body));
	implement(http, developersEndpoints.listSecrets, (context, { query }) => listSecrets(deps, context, query));
	implement(http, developersEndpoints.getSecret, (context, { params }) => getSecret(deps, context, params.secret_id));
	implement(http, developersEndpoints.editSecret, (context, { params, body }) =>
		updateSecret(deps, context, params.secret_id, body),
	);
	implement(http, developersEndpoints.deleteSecret, async (context, { params }) => {
		await deleteSecret(deps, context, params.secret_id);
		return undefined;
	});
}
