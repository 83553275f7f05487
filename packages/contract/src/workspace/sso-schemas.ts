import { z } from "zod";
import { isLink } from "../links.ts";

/** A domain name, as in an email address. */
export const domainName = z
	.string()
	.trim()
	.toLowerCase()
	.max(253, "At most 253 characters.")
	.regex(
		/^(?=[^.]+\.)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/u,
		"Enter a domain, such as example.com.",
	);

const webAddress = z.string().trim().max(2_000).refine(isLink, "Enter a URL that begins with https://.");
const attributeName = z.string().trim().min(1).max(300);
const certificate = z.string().trim().min(1, "Paste the certificate.").max(20_000);
const providerName = z.string().trim().min(1, "Give it a name.").max(60, "At most 60 characters.");
const clientId = z.string().trim().min(1, "Enter the client ID.").max(500);
const clientSecret = z.string().min(1, "Enter the client secret.").max(2_000);
const metadataXml = z.string().min(1).max(100_000, "At most 100,000 characters.");

const newProviderName = providerName.meta({
	description: "Name shown in the workspace settings, 1 to 60 characters.",
	examples: ["Acme Okta"],
});
const newProviderDomain = domainName.meta({
	description: "Verified domain of the workspace whose users sign in through the provider.",
	examples: ["example.com"],
});

export const createIdentityProviderBody = z.discriminatedUnion("type", [
	z.object({
		type: z.literal("oidc").meta({ description: "OpenID Connect." }),
		name: newProviderName,
		domain: newProviderDomain,
		issuer: webAddress.meta({
			description: "Issuer URL. Its `/.well-known/openid-configuration` must be public.",
			examples: ["https://acme.okta.com"],
		}),
		client_id: clientId.meta({
			description: "Client ID of the application at the provider.",
			examples: ["0oa1example2client3id"],
		}),
		client_secret: clientSecret.meta({
			description: "Client secret of the application. It is stored encrypted and never returned.",
			examples: ["example-client-secret"],
		}),
	}),
	z.object({
		type: z.literal("saml").meta({ description: "SAML 2.0." }),
		name: newProviderName,
		domain: newProviderDomain,
		metadata_xml: metadataXml.optional().meta({
			description: "The identity provider's metadata. Alternatively, send `entity_id`, `sso_url` and `certificate`.",
			examples: ['<EntityDescriptor entityID="https://idp.example.com/saml">…</EntityDescriptor>'],
		}),
		entity_id: z
			.string()
			.trim()
			.min(1)
			.max(1_000)
			.optional()
			.meta({
				description: "Entity ID of the identity provider.",
				examples: ["https://idp.example.com/saml"],
			}),
		sso_url: webAddress.optional().meta({
			description: "Sign-in URL of the identity provider, for the HTTP redirect binding.",
			examples: ["https://idp.example.com/saml/sso"],
		}),
		certificate: certificate.optional().meta({
			description: "Certificate that assertions are signed with, in PEM format.",
			examples: ["-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----"],
		}),
		email_attribute: attributeName.optional().meta({
			description:
				"Attribute of the assertion with the email address. Defaults to `email`; without it, the subject is used.",
			examples: ["email"],
		}),
		name_attribute: attributeName.optional().meta({
			description: "Attribute of the assertion with the user's name. Defaults to `displayName`.",
			examples: ["displayName"],
		}),
	}),
]);

/** Issuer, entity id and domain can't change, because accounts are linked to them. */
export const updateIdentityProviderBody = z.object({
	name: providerName.optional().meta({
		description: "New name, 1 to 60 characters. Unchanged if omitted.",
		examples: ["Acme Okta"],
	}),
	client_id: clientId.optional().meta({
		description: "New client ID. OpenID Connect only.",
		examples: ["0oa1example2client3id"],
	}),
	client_secret: clientSecret.optional().meta({
		description: "New client secret. OpenID Connect only.",
		examples: ["example-client-secret"],
	}),
	metadata_xml: metadataXml.optional().meta({
		description: "New metadata with the same entity ID. SAML only.",
		examples: ['<EntityDescriptor entityID="https://idp.example.com/saml">…</EntityDescriptor>'],
	}),
	sso_url: webAddress.optional().meta({
		description: "New sign-in URL. SAML only, and only if the provider was set up without metadata.",
		examples: ["https://idp.example.com/saml/sso"],
	}),
	certificate: certificate.optional().meta({
		description: "New certificate in PEM format. SAML only, and only if the provider was set up without metadata.",
		examples: ["-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----"],
	}),
	email_attribute: attributeName.optional().meta({
		description: "New attribute with the email address. SAML only.",
		examples: ["email"],
	}),
	name_attribute: attributeName.optional().meta({
		description: "New attribute with the user's name. SAML only.",
		examples: ["displayName"],
	}),
});
