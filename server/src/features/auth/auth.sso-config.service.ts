// What is kept about an identity provider, in the form the library reads. Always: secrets lie encrypted in the database, and no address
// that a customer enters makes this server call a machine of its own network.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, X509Certificate } from "node:crypto";
import { lookup } from "node:dns/promises";
import { isPublicRoutableHost } from "@better-auth/core/utils/host";
import {
	DiscoveryError,
	deriveSAMLIdentityProviderEntityID,
	discoverOIDCConfig,
	type OIDCConfig,
	type SAMLConfig,
} from "@better-auth/sso";
import { AppError } from "@timbre/contract/errors.ts";
import type { CreateIdentityProvider } from "@timbre/contract/workspace.sso.ts";
import type { Config } from "../../core/config.ts";

export type SsoSettings = Pick<Config, "AUTH_SECRET" | "PUBLIC_URL" | "SSO_INTERNAL_ORIGINS">;

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", "timbre single sign-on providers", 32));

/** AES-256-GCM under a key of its own, derived from AUTH_SECRET. */
export function seal(secret: string, config: OIDCConfig | SAMLConfig): string {
	const nonce = randomBytes(12);
	const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce);
	const sealed = Buffer.concat([cipher.update(JSON.stringify(config), "utf8"), cipher.final()]);
	return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** The JSON text that was sealed. Throws for anything else, so that nothing unsealed is ever believed. */
export function unseal(secret: string, text: string): string {
	if (!text.startsWith("v1.")) throw new Error("This configuration of an identity provider was not sealed by us.");
	const bytes = Buffer.from(text.slice(3), "base64url");
	const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, 12));
	decipher.setAuthTag(bytes.subarray(12, 28));
	return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

export const openOidc = (secret: string, text: string) => JSON.parse(unseal(secret, text)) as OIDCConfig;
export const openSaml = (secret: string, text: string) => JSON.parse(unseal(secret, text)) as SAMLConfig;

const base = (settings: SsoSettings) => new URL("/api/auth", settings.PUBLIC_URL).href;
export const oidcRedirectUri = (settings: SsoSettings, id: string) => `${base(settings)}/sso/callback/${id}`;
export const samlAcsUrl = (settings: SsoSettings, id: string) => `${base(settings)}/sso/saml2/sp/acs/${id}`;
/** Our name towards a SAML identity provider, another one for each: an assertion for one is never good for the next. */
export const samlAudience = (settings: SsoSettings, id: string) =>
	`${base(settings)}/sso/saml2/sp/metadata?providerId=${id}`;

type OidcInput = Extract<CreateIdentityProvider, { type: "oidc" }>;
type SamlInput = Omit<Extract<CreateIdentityProvider, { type: "saml" }>, "type" | "name" | "domain">;

/** Asks the issuer about itself. */
export async function discoverOidc(settings: SsoSettings, input: OidcInput): Promise<OIDCConfig> {
	await requireReachable(settings, input.issuer);
	const found = await discoverOIDCConfig({
		issuer: input.issuer,
		timeout: 10_000,
		// What it names is looked at below; where it was fetched was looked at above, and redirects are not followed.
		isTrustedOrigin: () => true,
	}).catch((error: unknown) => {
		if (!(error instanceof DiscoveryError)) throw error;
		throw refused(`The issuer does not answer as an OpenID Connect provider does: ${plain(error)}`, "issuer");
	});
	const { issuer, discoveryEndpoint, authorizationEndpoint, tokenEndpoint, jwksEndpoint, userInfoEndpoint } = found;
	for (const address of [authorizationEndpoint, tokenEndpoint, jwksEndpoint, userInfoEndpoint])
		if (address !== undefined) await requireReachable(settings, address);
	return {
		issuer,
		discoveryEndpoint,
		authorizationEndpoint,
		tokenEndpoint,
		jwksEndpoint,
		userInfoEndpoint,
		tokenEndpointAuthentication:
			found.tokenEndpointAuthentication === "client_secret_post" ? "client_secret_post" : "client_secret_basic",
		clientId: input.client_id,
		clientSecret: input.client_secret,
		pkce: true,
		scopes: ["openid", "email", "profile"],
	};
}

function plain(error: DiscoveryError): string {
	if (error.code === "issuer_mismatch") return "it calls itself by another name than the one you entered.";
	if (error.code === "discovery_timeout") return "it did not answer in time.";
	if (error.code === "discovery_not_found") return "there is nothing at /.well-known/openid-configuration.";
	if (error.code === "oidc_endpoint_redirect") return "it redirects elsewhere; enter the final address.";
	return "its configuration could not be read.";
}

export function samlConfig(settings: SsoSettings, id: string, input: SamlInput): SAMLConfig {
	const audience = samlAudience(settings, id);
	const config: SAMLConfig = {
		issuer: audience,
		audience,
		entryPoint: input.sso_url ?? "",
		callbackUrl: "/app/sign-in",
		wantAssertionsSigned: true,
		authnRequestsSigned: false,
		idpMetadata: identityProviderOf(input),
		mapping: { email: input.email_attribute ?? "email", name: input.name_attribute ?? "displayName" },
	};
	entityIdOf(config);
	return config;
}

export function identityProviderOf(input: SamlInput): SAMLConfig["idpMetadata"] {
	if (input.metadata_xml !== undefined) {
		if (/<!(?:DOCTYPE|ENTITY)/i.test(input.metadata_xml))
			throw refused("The metadata brings definitions of its own (DOCTYPE).", "metadata_xml");
		const certificates = [...input.metadata_xml.matchAll(/X509Certificate[^<>]*>([^<]+)</g)].map(
			([, text = ""]) => text,
		);
		if (certificates.length === 0) throw refused("There is no signing certificate in the metadata.", "metadata_xml");
		for (const certificate of certificates) readCertificate(certificate, "metadata_xml");
		return { metadata: input.metadata_xml };
	}
	const { entity_id: entityID, sso_url: Location, certificate } = input;
	if (entityID === undefined || Location === undefined || certificate === undefined)
		throw refused("Paste the metadata XML, or enter entity ID, sign-in address and certificate.", "metadata_xml");
	return {
		entityID,
		cert: readCertificate(certificate),
		singleSignOnService: [{ Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", Location }],
	};
}

export function readCertificate(text: string, param = "certificate"): string {
	const bare = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, "");
	const pem = `-----BEGIN CERTIFICATE-----\n${bare.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----`;
	try {
		return new X509Certificate(pem).toString();
	} catch {
		throw refused("There is a certificate in it that cannot be read; it must be in PEM form.", param);
	}
}

export function entityIdOf(config: SAMLConfig): string {
	let entityId: string | undefined;
	try {
		entityId = deriveSAMLIdentityProviderEntityID(config);
	} catch {
		// Said below: a file without a name is as unreadable as one that does not parse.
	}
	if (!entityId) throw refused("The metadata could not be read as that of an identity provider.", "metadata_xml");
	return entityId;
}

/** Only https, only machines on the public network, unless the operator has named the origin as one of the own. */
async function requireReachable(settings: SsoSettings, address: string): Promise<void> {
	const url = new URL(address);
	if (settings.SSO_INTERNAL_ORIGINS.includes(url.origin)) return;
	const unreachable = refused(
		`${url.host} is not a public address. The operator of this server can allow it by SSO_INTERNAL_ORIGINS.`,
		"issuer",
	);
	if (url.protocol !== "https:") throw refused("The addresses of an identity provider begin with https://.", "issuer");
	if (!isPublicRoutableHost(url.hostname)) throw unreachable;
	const found = await lookup(url.hostname, { all: true }).catch(() => []);
	if (found.length === 0) throw refused(`${url.host} is not known to the DNS.`, "issuer");
	if (found.some(({ address: ip }) => !isPublicRoutableHost(ip))) throw unreachable;
}

function refused(message: string, param: string): AppError {
	return new AppError("invalid_request", message, { param });
}
