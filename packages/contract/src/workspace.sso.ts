import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** The plans with single sign-on, and so with domains. */
export const hasSso = (tier: string): boolean => tier === "trial" || tier === "enterprise";

/**
 * Why somebody could not come in through an identity provider. The sign-in page gets the name in its address, as `error`, and says the words:
 * words in an address could be anybody's.
 */
export const ssoRefusals = {
	sso_other_request: "Your identity provider answered another request than ours. Try again.",
	sso_other_browser: "Signing in began in another browser. Begin again in this one.",
	sso_expired: "Signing in took too long. Try again.",
	sso_invalid: "Your identity provider sent something that cannot be accepted. Ask who runs it.",
	sso_provider_gone: "This identity provider is no longer connected. Sign in with your password.",
	sso_other_domain: "Your identity provider speaks for the addresses of one domain only, and yours is of another.",
	sso_address_changed: "Your account has an address of another domain now. Sign in with its password.",
	sso_unverified_account: "There is an account with your address, but nobody ever verified the address. Do that first.",
	sso_not_in_plan: "Your workspace's plan has no single sign-on any more. Sign in with your password.",
	sso_suspended: "Your workspace is suspended. Ask one of its admins.",
	sso_locked: "You are locked out of the workspace. Ask one of its admins.",
	sso_no_seats: "All seats of the workspace are taken. Ask one of its admins.",
} as const;
export type SsoRefusal = keyof typeof ssoRefusals;

const thingId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** A name in the DNS, as people write it after the @. */
const domainName = z
	.string()
	.trim()
	.toLowerCase()
	.max(253, "At most 253 characters.")
	.regex(
		/^(?=[^.]+\.)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u,
		"Enter a domain, such as example.com.",
	);

const domainVerification = z.object({
	domain_verification_id: z.string(),
	domain: z.string(),
	status: z.enum(["pending", "verified"]),
	/** What must stand in the DNS of the domain. */
	record: z.object({ type: z.literal("TXT"), name: z.string(), value: z.string() }),
	/** What the last look into the DNS found instead: nothing there, something else there, or no answer at all. */
	problem: z.enum(["no_record", "wrong_value", "no_answer"]).nullable(),
	/** True: people with an address of this domain sign in through the identity provider only. */
	sso_required: z.boolean(),
	created_at_unix: z.int(),
	checked_at_unix: z.int().nullable(),
	verified_at_unix: z.int().nullable(),
});
export type DomainVerification = z.output<typeof domainVerification>;

const webAddress = z.url({ protocol: /^https?$/, error: "Enter an address that begins with https://." }).max(2_000);
const attributeName = z.string().trim().min(1).max(300);
const certificate = z.string().trim().min(1, "Paste the certificate.").max(20_000);
const providerName = z.string().trim().min(1, "Give it a name.").max(60, "At most 60 characters.");
const clientId = z.string().trim().min(1, "Enter the client ID.").max(500);
const clientSecret = z.string().min(1, "Enter the client secret.").max(2_000);
const metadataXml = z.string().min(1).max(100_000, "At most 100,000 characters.");

export const createIdentityProviderBody = z.discriminatedUnion("type", [
	z.object({
		type: z.literal("oidc"),
		name: providerName,
		domain: domainName,
		issuer: webAddress,
		client_id: clientId,
		client_secret: clientSecret,
	}),
	z.object({
		type: z.literal("saml"),
		name: providerName,
		domain: domainName,
		/** What the identity provider says about itself; or the three fields below, by hand. */
		metadata_xml: metadataXml.optional(),
		entity_id: z.string().trim().min(1).max(1_000).optional(),
		sso_url: webAddress.optional(),
		certificate: certificate.optional(),
		/** Attributes of the assertion that hold the address and the name; the address is else taken from the subject. */
		email_attribute: attributeName.optional(),
		name_attribute: attributeName.optional(),
	}),
]);
export type CreateIdentityProvider = z.output<typeof createIdentityProviderBody>;

/** Who the provider is (issuer, entity id, domain) never changes: accounts hang on it. */
export const updateIdentityProviderBody = z.object({
	name: providerName.optional(),
	client_id: clientId.optional(),
	client_secret: clientSecret.optional(),
	metadata_xml: metadataXml.optional(),
	sso_url: webAddress.optional(),
	certificate: certificate.optional(),
	email_attribute: attributeName.optional(),
	name_attribute: attributeName.optional(),
});
export type UpdateIdentityProvider = z.output<typeof updateIdentityProviderBody>;

const identityProvider = z.object({
	identity_provider_id: z.string(),
	name: z.string(),
	domain: z.string(),
	/** Where the identity provider sends people back to: what to enter there. */
	redirect_uri: z.string(),
	created_at_unix: z.int(),
	/** When somebody last signed in through it. */
	last_used_at_unix: z.int().nullable(),
	config: z.discriminatedUnion("type", [
		z.object({ type: z.literal("oidc"), issuer: z.string(), client_id: z.string() }),
		z.object({
			type: z.literal("saml"),
			entity_id: z.string(),
			/** Our side, as the identity provider must know it. */
			audience: z.string(),
			metadata_url: z.string(),
			email_attribute: z.string().nullable(),
			name_attribute: z.string().nullable(),
		}),
	]),
});
export type IdentityProvider = z.output<typeof identityProvider>;

/** The same whether the domain has single sign-on or nobody ever heard of it. */
const ssoProvider = z.object({
	provider_id: z.string().nullable(),
	name: z.string().nullable(),
	/** True: a password is not accepted for this address. */
	required: z.boolean(),
});
export type SsoProvider = z.output<typeof ssoProvider>;

/** Part of `workspaceEndpoints`. */
export const ssoEndpoints = {
	listDomainVerifications: endpoint({
		id: "workspace_domainVerifications_list",
		method: "GET",
		path: "/v1/workspace/domain-verifications",
		summary: "Domains the workspace has shown to be its own, and those still to be shown",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		response: z.object({ domain_verifications: z.array(domainVerification) }),
	}),
	createDomainVerification: endpoint({
		id: "workspace_domainVerifications_create",
		method: "POST",
		path: "/v1/workspace/domain-verifications",
		summary: "Begin to show that a domain is the workspace's own: gives the record to put into its DNS",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		body: z.object({ domain: domainName }),
		status: 201,
		response: domainVerification,
		errors: ["only_for_higher_plan", "conflict", "invalid_request"],
	}),
	checkDomainVerification: endpoint({
		id: "workspace_domainVerifications_check",
		method: "POST",
		path: "/v1/workspace/domain-verifications/{domain_verification_id}/check",
		summary: "Look for the record in the DNS now",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		params: z.object({ domain_verification_id: thingId }),
		response: domainVerification,
		errors: ["not_found", "only_for_higher_plan", "conflict"],
		limits: [{ per: "workspace", requests: 30, seconds: 60 }],
	}),
	updateDomainVerification: endpoint({
		id: "workspace_domainVerifications_update",
		method: "PATCH",
		path: "/v1/workspace/domain-verifications/{domain_verification_id}",
		summary: "Demand single sign-on of everybody with an address of the domain, or stop demanding it",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		params: z.object({ domain_verification_id: thingId }),
		body: z.object({ sso_required: z.boolean() }),
		response: domainVerification,
		errors: ["not_found", "only_for_higher_plan", "invalid_request"],
	}),
	deleteDomainVerification: endpoint({
		id: "workspace_domainVerifications_delete",
		method: "DELETE",
		path: "/v1/workspace/domain-verifications/{domain_verification_id}",
		summary: "Give a domain up, with its identity provider",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		params: z.object({ domain_verification_id: thingId }),
		response: z.object({ status: z.literal("ok") }),
		errors: ["not_found"],
	}),
	listIdentityProviders: endpoint({
		id: "workspace_identityProviders_list",
		method: "GET",
		path: "/v1/workspace/identity-providers",
		summary: "Identity providers through which people sign in to the workspace",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		response: z.object({ identity_providers: z.array(identityProvider) }),
	}),
	createIdentityProvider: endpoint({
		id: "workspace_identityProviders_create",
		method: "POST",
		path: "/v1/workspace/identity-providers",
		summary: "Let people with an address of a verified domain sign in through an identity provider (OIDC or SAML)",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		body: createIdentityProviderBody,
		status: 201,
		response: identityProvider,
		errors: ["only_for_higher_plan", "invalid_request", "conflict"],
	}),
	updateIdentityProvider: endpoint({
		id: "workspace_identityProviders_update",
		method: "PATCH",
		path: "/v1/workspace/identity-providers/{identity_provider_id}",
		summary: "Rename an identity provider, or renew its secret or certificate",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		params: z.object({ identity_provider_id: thingId }),
		body: updateIdentityProviderBody,
		response: identityProvider,
		errors: ["not_found", "only_for_higher_plan", "invalid_request"],
	}),
	deleteIdentityProvider: endpoint({
		id: "workspace_identityProviders_delete",
		method: "DELETE",
		path: "/v1/workspace/identity-providers/{identity_provider_id}",
		summary: "Take an identity provider away; nobody signs in through it any more",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		params: z.object({ identity_provider_id: thingId }),
		response: z.object({ status: z.literal("ok") }),
		errors: ["not_found"],
	}),
	findSsoProvider: endpoint({
		id: "workspace_findSsoProvider",
		method: "GET",
		path: "/v1/workspace/find-sso-provider",
		summary:
			"The identity provider for an address, found by its domain alone: says nothing about whether there is an account",
		since: "0.4.0",
		auth: "public",
		query: z.object({ email: z.email("Enter an e-mail address, such as name@example.com.").max(320) }),
		response: ssoProvider,
		limits: [{ per: "visitor", requests: 60, seconds: 60, shared: true }],
	}),
};
