import { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import { type Http, implement } from "../../../core/http/http.ts";
import {
	checkDomain,
	createDomain,
	type DomainsDeps,
	deleteDomain,
	listDomains,
	requireSso,
} from "./domains.service.ts";
import {
	createIdentityProvider,
	deleteIdentityProvider,
	findSsoProvider,
	listIdentityProviders,
	type SsoDeps,
	updateIdentityProvider,
} from "./sso.service.ts";

export function workspaceSsoRoutes(http: Http, deps: DomainsDeps & SsoDeps): void {
	implement(http, workspaceEndpoints.listDomainVerifications, (context) => listDomains(deps, context));
	implement(http, workspaceEndpoints.createDomainVerification, (context, { body }) =>
		createDomain(deps, context, body.domain),
	);
	implement(http, workspaceEndpoints.checkDomainVerification, (context, { params }) =>
		checkDomain(deps, context, params.domain_verification_id),
	);
	implement(http, workspaceEndpoints.updateDomainVerification, (context, { params, body }) =>
		requireSso(deps, context, params.domain_verification_id, body.sso_required),
	);
	implement(http, workspaceEndpoints.deleteDomainVerification, (context, { params }) =>
		deleteDomain(deps, context, params.domain_verification_id),
	);
	implement(http, workspaceEndpoints.listIdentityProviders, (context) => listIdentityProviders(deps, context));
	implement(http, workspaceEndpoints.createIdentityProvider, (context, { body }) =>
		createIdentityProvider(deps, context, body),
	);
	implement(http, workspaceEndpoints.updateIdentityProvider, (context, { params, body }) =>
		updateIdentityProvider(deps, context, params.identity_provider_id, body),
	);
	implement(http, workspaceEndpoints.deleteIdentityProvider, (context, { params }) =>
		deleteIdentityProvider(deps, context, params.identity_provider_id),
	);
	implement(http, workspaceEndpoints.findSsoProvider, (_context, { query }) => findSsoProvider(deps, query.email));
}
