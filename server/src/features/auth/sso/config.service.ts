// Stored configuration of identity providers, in the library's format.
// Invariant: it is encrypted in the database, and no URL entered by a customer makes this server send requests into its
// own network.
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
import type { CreateIdentityProvider } from "@timbre/contract/workspace/sso.ts";
import type { Config } from "../../../core/config.ts";

export type SsoSettings = Pick<Config, "AUTH_SECRET" | "PUBLIC_URL" | "SSO_INTERNAL_ORIGINS">;

const keyOf = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "", "timbre single sign-on providers", 32));

/** Encrypts with AES-256-GCM under a separate key derived from AUTH_SECRET. */
export function seal(secret: string, config: OIDCConfig | SAMLConfig): string {
	const nonce = randomBytes(12);
	const cipher = createCipheriv("aes-256-gcm", keyOf(secret), nonce);
	const sealed = Buffer.concat([cipher.update(JSON.stringify(config), "utf8"), cipher.final()]);
	return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** Returns the sealed JSON text. Throws for anything else, so unencrypted configuration is never trusted. */
export function unseal(secret: string, text: string): string {
	if (!text.startsWith("v1."))
		throw new Error("This identity provider configuration was not encrypted by this server.");
	const bytes = Buffer.from(text.slice(3), "base64url");
	const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, 12));
	decipher.setAuthTag(bytes.subarray(12, 28));
	return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

export const decryptOidcConfig = (secret: string, text: string) => JSON.parse(unseal(secret, text)) as OIDCConfig;
export const decryptSamlConfig = (secret: string, text: string) => JSON.parse(unseal(secret, text)) as SAMLConfig;

const base = (settings: SsoSettings) => new URL("/api/auth", settings.PUBLIC_URL).href;
export const oidcRedirectUri = (settings: SsoSettings, id: string) => `${base(settings)}/sso/callback/${id}`;
export const samlAcsUrl = (settings: SsoSettings, id: string) => `${base(settings)}/sso/saml2/sp/acs/${id}`;
/** Our SAML entity id. It differs per identity provider, so an assertion for one is never valid for another. */
export const samlAudience = (settings: SsoSettings, id: string) =>
	`${base(settings)}/sso/saml2/sp/metadata?providerId=${id}`;

type OidcInput = Extract<CreateIdentityProvider, { type: "oidc" }>;
type SamlInput = Omit<Extract<CreateIdentityProvider, { type: "saml" }>, "type" | "name" | "domain">;

/** Reads the configuration from the issuer. */
export async function discoverOidc(settings: SsoSettings, input: OidcInput): Promise<OIDCConfig> {
	await requirePublicAddress(settings, input.issuer);
	const found = await discoverOIDCConfig({
		issuer: input.issuer,
		timeout: 10_000,
		// The issuer is checked above and the endpoints below; redirects are not followed.
		isTrustedOrigin: () => true,
	}).catch((error: unknown) => {
		if (!(error instanceof DiscoveryError)) throw error;
		throw invalidRequest(
			`The issuer is not a working OpenID Connect provider: ${describeDiscoveryError(error)}`,
			"issuer",
		);
	});
	const { issuer, discoveryEndpoint, authorizationEndpoint, tokenEndpoint, jwksEndpoint, userInfoEndpoint } = found;
	for (const address of [authorizationEndpoint, tokenEndpoint, jwksEndpoint, userInfoEndpoint])
		if (address !== undefined) await requirePublicAddress(settings, address);
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

function describeDiscoveryError(error: DiscoveryError): string {
	if (error.code === "issuer_mismatch") return "its issuer name differs from the one you entered.";
	if (error.code === "discovery_timeout") return "it did not respond in time.";
	if (error.code === "discovery_not_found") return "/.well-known/openid-configuration was not found.";
	if (error.code === "oidc_endpoint_redirect") return "it redirects to another address. Enter the final one.";
	return "its configuration could not be read.";
}

export function createSamlConfig(settings: SsoSettings, id: string, input: SamlInput): SAMLConfig {
	const audience = samlAudience(settings, id);
	const config: SAMLConfig = {
		issuer: audience,
		audience,
		entryPoint: input.sso_url ?? "",
		callbackUrl: "/app/sign-in",
		wantAssertionsSigned: true,
		authnRequestsSigned: false,
		idpMetadata: toIdpMetadata(input),
		mapping: { email: input.email_attribute ?? "email", name: input.name_attribute ?? "displayName" },
	};
	entityIdOf(config);
	return config;
}

export function toIdpMetadata(input: SamlInput): SAMLConfig["idpMetadata"] {
	if (input.metadata_xml !== undefined) {
		if (/<!(?:DOCTYPE|ENTITY)/i.test(input.metadata_xml))
			throw invalidRequest("The metadata contains a DOCTYPE, which isn't allowed.", "metadata_xml");
		const certificates = [...input.metadata_xml.matchAll(/X509Certificate[^<>]*>([^<]+)</g)].map(
			([, text = ""]) => text,
		);
		if (certificates.length === 0) throw invalidRequest("The metadata has no signing certificate.", "metadata_xml");
		for (const certificate of certificates) parseCertificate(certificate, "metadata_xml");
		return { metadata: input.metadata_xml };
	}
	const { entity_id: entityID, sso_url: Location, certificate } = input;
	if (entityID === undefined || Location === undefined || certificate === undefined)
		throw invalidRequest(
			"Paste the metadata XML, or enter the entity ID, sign-in URL and certificate.",
			"metadata_xml",
		);
	return {
		entityID,
		cert: parseCertificate(certificate),
		singleSignOnService: [{ Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", Location }],
	};
}

export function parseCertificate(text: string, param = "certificate"): string {
	const bare = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, "");
	const pem = `-----BEGIN CERTIFICATE-----\n${bare.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----`;
	try {
		return new X509Certificate(pem).toString();
	} catch {
		throw invalidRequest("The certificate couldn't be read. Use PEM format.", param);
	}
}

export function entityIdOf(config: SAMLConfig): string {
	let entityId: string | undefined;
	try {
		entityId = deriveSAMLIdentityProviderEntityID(config);
	} catch {
		// Reported below: metadata without an entity id is as invalid as metadata that doesn't parse.
	}
	if (!entityId) throw invalidRequest("This isn't valid identity provider metadata.", "metadata_xml");
	return entityId;
}

/** Requires https and a public IP address, unless the operator lists the origin in SSO_INTERNAL_ORIGINS. */
async function requirePublicAddress(settings: SsoSettings, address: string): Promise<void> {
	const url = new URL(address);
	if (settings.SSO_INTERNAL_ORIGINS.includes(url.origin)) return;
	const unreachable = invalidRequest(
		`${url.host} is not a public address. The server operator can allow it with SSO_INTERNAL_ORIGINS.`,
		"issuer",
	);
	if (url.protocol !== "https:") throw invalidRequest("Identity provider URLs must begin with https://.", "issuer");
	if (!isPublicRoutableHost(url.hostname)) throw unreachable;
	const found = await lookup(url.hostname, { all: true }).catch(() => []);
	if (found.length === 0) throw invalidRequest(`${url.host} was not found in DNS.`, "issuer");
	if (found.some(({ address: ip }) => !isPublicRoutableHost(ip))) throw unreachable;
}

function invalidRequest(message: string, param: string): AppError {
	return new AppError("invalid_request", message, { param });
}
