import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import { type Http, implement } from "../../core/http.ts";
import {
	addDomain,
	checkDomain,
	type DomainsDeps,
	demandSso,
	readDomains,
	removeDomain,
} from "./workspace.domains.service.ts";
import {
	addIdentityProvider,
	changeIdentityProvider,
	findSso,
	readIdentityProviders,
	removeIdentityProvider,
	type SsoDeps,
} from "./workspace.sso.service.ts";

export function workspaceSsoRoutes(http: Http, deps: DomainsDeps & SsoDeps): void {
	implement(http, workspaceEndpoints.listDomainVerifications, (context) => readDomains(deps, context));
	implement(http, workspaceEndpoints.createDomainVerification, (context, { body }) =>
		addDomain(deps, context, body.domain),
	);
	implement(http, workspaceEndpoints.checkDomainVerification, (context, { params }) =>
		checkDomain(deps, context, params.domain_verification_id),
	);
	implement(http, workspaceEndpoints.updateDomainVerification, (context, { params, body }) =>
		demandSso(deps, context, params.domain_verification_id, body.sso_required),
	);
	implement(http, workspaceEndpoints.deleteDomainVerification, (context, { params }) =>
		removeDomain(deps, context, params.domain_verification_id),
	);
	implement(http, workspaceEndpoints.listIdentityProviders, (context) => readIdentityProviders(deps, context));
	implement(http, workspaceEndpoints.createIdentityProvider, (context, { body }) =>
		addIdentityProvider(deps, context, body),
	);
	implement(http, workspaceEndpoints.updateIdentityProvider, (context, { params, body }) =>
		changeIdentityProvider(deps, context, params.identity_provider_id, body),
	);
	implement(http, workspaceEndpoints.deleteIdentityProvider, (context, { params }) =>
		removeIdentityProvider(deps, context, params.identity_provider_id),
	);
	implement(http, workspaceEndpoints.findSsoProvider, (_context, { query }) => findSso(deps, query.email));
}
