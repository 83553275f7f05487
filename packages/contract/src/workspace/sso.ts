import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { workspacePaths } from "./paths.ts";
import type { ssoErrors } from "./rules.ts";
import { createIdentityProviderBody, domainName, updateIdentityProviderBody } from "./sso-schemas.ts";

export type SsoErrorCode = keyof typeof ssoErrors;

const resourceId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const domainVerification = z.object({
	domain_verification_id: z.string().meta({
		description: "Identifies the domain in other requests.",
		examples: ["Vt3kZ9qLm5XwR7cNb1Yh"],
	}),
	domain: z.string().meta({
		description: "The domain, in ASCII form if it is internationalized.",
		examples: ["example.com"],
	}),
	status: z.enum(["pending", "verified"]).meta({
		description: "`pending` until the DNS record has been found.",
		examples: ["pending"],
	}),
	record: z
		.object({
			type: z.literal("TXT").meta({ description: "Type of the DNS record." }),
			name: z.string().meta({
				description: "Full name of the DNS record.",
				examples: ["_timbre-verification.example.com"],
			}),
			value: z.string().meta({
				description: "Value of the DNS record.",
				examples: ["timbre-verification=b7Kx2LmQ8vTz4NcRy9Wd3FpHs6JtGq1Z"],
			}),
		})
		.meta({ description: "The record to add to the domain's DNS." }),
	problem: z
		.enum(["no_record", "wrong_value", "no_answer"])
		.nullable()
		.meta({
			description:
				"What the last check found: no record, a record with another value, or no response. Null if the domain is verified or was not checked.",
			examples: ["no_record"],
		}),
	sso_required: z.boolean().meta({
		description: "If true, users at this domain can sign in only through the identity provider.",
		examples: [false],
	}),
	created_at_unix: z.int().meta({
		description: "Time the domain was added, in Unix seconds.",
		examples: [1760000000],
	}),
	checked_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "Time of the last check, in Unix seconds. Null if there was none.",
			examples: [1760000600],
		}),
	verified_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "Time the domain was verified, in Unix seconds. Null while pending.",
			examples: [1760001200],
		}),
});
export type DomainVerification = z.output<typeof domainVerification>;

export type CreateIdentityProvider = z.output<typeof createIdentityProviderBody>;

export type UpdateIdentityProvider = z.output<typeof updateIdentityProviderBody>;

const identityProvider = z.object({
	identity_provider_id: z.string().meta({
		description: "Identifies the identity provider in other requests.",
		examples: ["Pn6wJ2rTx8QzKv4Lc9Yd"],
	}),
	name: z.string().meta({ description: "Name shown in the workspace settings.", examples: ["Acme Okta"] }),
	domain: z.string().meta({
		description: "Domain whose users sign in through the provider.",
		examples: ["example.com"],
	}),
	redirect_uri: z.string().meta({
		description: "Callback URL to configure at the identity provider.",
		examples: ["https://voice.example.com/api/auth/sso/callback/Pn6wJ2rTx8QzKv4Lc9Yd"],
	}),
	created_at_unix: z.int().meta({
		description: "Time the provider was added, in Unix seconds.",
		examples: [1760000000],
	}),
	last_used_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "Time of the last sign-in through the provider, in Unix seconds. Null if there was none.",
			examples: [1760003600],
		}),
	config: z
		.discriminatedUnion("type", [
			z.object({
				type: z.literal("oidc").meta({ description: "OpenID Connect." }),
				issuer: z.string().meta({ description: "Issuer URL.", examples: ["https://acme.okta.com"] }),
				client_id: z.string().meta({
					description: "Client ID of the application at the provider.",
					examples: ["0oa1example2client3id"],
				}),
			}),
			z.object({
				type: z.literal("saml").meta({ description: "SAML 2.0." }),
				entity_id: z.string().meta({
					description: "Entity ID of the identity provider.",
					examples: ["https://idp.example.com/saml"],
				}),
				audience: z.string().meta({
					description: "This server's entity ID, to configure at the identity provider.",
					examples: ["https://voice.example.com/api/auth/sso/saml2/sp/metadata?providerId=Pn6wJ2rTx8QzKv4Lc9Yd"],
				}),
				metadata_url: z.string().meta({
					description: "URL of this server's metadata for the identity provider.",
					examples: ["https://voice.example.com/api/auth/sso/saml2/sp/metadata?providerId=Pn6wJ2rTx8QzKv4Lc9Yd"],
				}),
				email_attribute: z
					.string()
					.nullable()
					.meta({
						description: "Attribute of the assertion with the email address.",
						examples: ["email"],
					}),
				name_attribute: z
					.string()
					.nullable()
					.meta({
						description: "Attribute of the assertion with the user's name.",
						examples: ["displayName"],
					}),
			}),
		])
		.meta({ description: "Settings of the protocol, without secrets." }),
});
export type IdentityProvider = z.output<typeof identityProvider>;

/** The same shape whether or not the domain is known. */
const ssoProvider = z.object({
	provider_id: z
		.string()
		.nullable()
		.meta({
			description: "Id of the identity provider. Null if the domain has none.",
			examples: ["Pn6wJ2rTx8QzKv4Lc9Yd"],
		}),
	name: z
		.string()
		.nullable()
		.meta({
			description: "Name of the identity provider. Null if the domain has none.",
			examples: ["Acme Okta"],
		}),
	required: z.boolean().meta({
		description: "If true, passwords are not accepted for this address.",
		examples: [false],
	}),
});
export type SsoProvider = z.output<typeof ssoProvider>;

const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) });
const domainParams = z.object({
	domain_verification_id: resourceId.meta({
		description: "The `domain_verification_id` of the domain.",
		examples: ["Vt3kZ9qLm5XwR7cNb1Yh"],
	}),
});
const providerParams = z.object({
	identity_provider_id: resourceId.meta({
		description: "The `identity_provider_id` of the identity provider.",
		examples: ["Pn6wJ2rTx8QzKv4Lc9Yd"],
	}),
});

/** Part of `workspaceEndpoints`. */
export const ssoEndpoints = {
	listDomainVerifications: endpoint({
		...workspacePaths.listDomainVerifications,
		summary: "List domains",
		description: "Returns verified and pending domains with the DNS record that each needs. Only for admins.",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		response: z.object({
			domain_verifications: z.array(domainVerification).meta({ description: "Domains in alphabetical order." }),
		}),
	}),
	createDomainVerification: endpoint({
		...workspacePaths.createDomainVerification,
		summary: "Add a domain",
		description:
			"Returns the DNS record that proves that you own the domain. Add it, then check it with `POST /v1/workspace/domain-verifications/{domain_verification_id}/check`. Available on the Enterprise and Trial plans, for admins.",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		body: z.object({
			domain: domainName.meta({
				description: "Domain of your users' email addresses.",
				examples: ["example.com"],
			}),
		}),
		status: 201,
		response: domainVerification,
		errors: ["only_for_higher_plan", "conflict", "invalid_request"],
	}),
	checkDomainVerification: endpoint({
		...workspacePaths.checkDomainVerification,
		summary: "Verify a domain",
		description:
			"Looks up the DNS record now and verifies the domain if it is correct; otherwise `problem` says what is wrong. A domain can be verified for only one workspace. At most 30 requests per minute. Available on the Enterprise and Trial plans, for admins.",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		params: domainParams,
		response: domainVerification,
		errors: ["not_found", "only_for_higher_plan", "conflict"],
		limits: [{ per: "workspace", requests: 30, seconds: 60 }],
	}),
	updateDomainVerification: endpoint({
		...workspacePaths.updateDomainVerification,
		summary: "Require single sign-on",
		description:
			"Sets whether all users at a verified domain must sign in through its identity provider. Someone must have signed in through it once before you can require it. Available on the Enterprise and Trial plans, for admins.",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		params: domainParams,
		body: z.object({
			sso_required: z.boolean().meta({
				description: "True rejects passwords of users at this domain, false accepts them again.",
				examples: [true],
			}),
		}),
		response: domainVerification,
		errors: ["not_found", "only_for_higher_plan", "invalid_request"],
	}),
	deleteDomainVerification: endpoint({
		...workspacePaths.deleteDomainVerification,
		summary: "Remove a domain",
		description:
			"Also deletes its identity provider, so users at the domain can sign in only with a password. Only for admins.",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		params: domainParams,
		response: ok,
		errors: ["not_found"],
	}),
	listIdentityProviders: endpoint({
		...workspacePaths.listIdentityProviders,
		summary: "List identity providers",
		description: "Returns the providers without their secrets. Only for admins.",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		response: z.object({
			identity_providers: z.array(identityProvider).meta({ description: "Identity providers, ordered by domain." }),
		}),
	}),
	createIdentityProvider: endpoint({
		...workspacePaths.createIdentityProvider,
		summary: "Add an identity provider",
		description:
			"Lets users at a verified domain sign in with OpenID Connect or SAML. A domain can have one provider. Users join the workspace when they first sign in and take a seat. Available on the Enterprise and Trial plans, for admins.",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		body: createIdentityProviderBody,
		status: 201,
		response: identityProvider,
		errors: ["only_for_higher_plan", "invalid_request", "conflict"],
	}),
	updateIdentityProvider: endpoint({
		...workspacePaths.updateIdentityProvider,
		summary: "Update an identity provider",
		description:
			"Changes the given fields. The domain, the issuer and the entity ID can't be changed, because accounts are linked to them; add a new provider instead. Available on the Enterprise and Trial plans, for admins.",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		params: providerParams,
		body: updateIdentityProviderBody,
		response: identityProvider,
		errors: ["not_found", "only_for_higher_plan", "invalid_request"],
	}),
	deleteIdentityProvider: endpoint({
		...workspacePaths.deleteIdentityProvider,
		summary: "Delete an identity provider",
		description:
			"Nobody can sign in through it any more. If single sign-on was required for its domain, passwords are accepted again. Only for admins.",
		since: "0.4.0",
		auth: "user",
		permission: "workspace_write",
		params: providerParams,
		response: ok,
		errors: ["not_found"],
	}),
	findSsoProvider: endpoint({
		...workspacePaths.findSsoProvider,
		summary: "Find an identity provider",
		description:
			"Tells the sign-in page where users at the domain of an email address sign in. The response doesn't reveal whether an account exists. No authentication needed. At most 60 requests per minute.",
		since: "0.4.0",
		auth: "public",
		query: z.object({
			email: z
				.email("Enter an email address, such as name@example.com.")
				.max(320)
				.meta({
					description: "Email address that a user wants to sign in with. Only its domain is used.",
					examples: ["ada@example.com"],
				}),
		}),
		response: ssoProvider,
		limits: [{ per: "visitor", requests: 60, seconds: 60, shared: true }],
	}),
};
