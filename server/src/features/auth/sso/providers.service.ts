// Identity providers, for the workspace feature that manages them.
import type { OIDCConfig, SAMLConfig } from "@better-auth/sso";
import { AppError } from "@timbre/contract/errors.ts";
import type {
	CreateIdentityProvider,
	IdentityProvider,
	UpdateIdentityProvider,
} from "@timbre/contract/workspace/sso.ts";
import type { Db } from "@timbre/db/connect.ts";
import { newId } from "../../../core/ids.ts";
import {
	createSamlConfig,
	decryptOidcConfig,
	decryptSamlConfig,
	discoverOidc,
	entityIdOf,
	oidcRedirectUri,
	parseCertificate,
	type SsoSettings,
	samlAcsUrl,
	samlAudience,
	seal,
	toIdpMetadata,
} from "./config.service.ts";
import {
	deleteProviderByDomain,
	deleteProviderRow,
	findProviderByDomain,
	insertProvider,
	listProviderRows,
	lockProvider,
	updateProviderRow,
} from "./sso.repo.ts";
import { domainOf, type SsoRules } from "./sso.service.ts";

export type { SsoRules, SsoSettings };
export { deleteProviderByDomain as deleteProviderOfDomain, domainOf, findProviderByDomain as findProviderOfDomain };

/** Does the network requests for a new provider. Call it before the transaction that stores it. */
export async function prepareProvider(settings: SsoSettings, input: CreateIdentityProvider) {
	const id = newId();
	const config = input.type === "oidc" ? await discoverOidc(settings, input) : createSamlConfig(settings, id, input);
	return { id, name: input.name, config };
}
type Prepared = Awaited<ReturnType<typeof prepareProvider>>;

/** Returns undefined if the domain already has a provider. */
export async function createProvider(
	tx: Db,
	workspaceId: string,
	settings: SsoSettings,
	{ id, name, config }: Prepared,
	owner: { domain: string; userId: string },
): Promise<IdentityProvider | undefined> {
	const row = await insertProvider(tx, workspaceId, { id, name, ...owner, ...encryptConfig(settings, config) });
	return row && present(settings, row);
}

export async function listProviders(db: Db, workspaceId: string, settings: SsoSettings): Promise<IdentityProvider[]> {
	return (await listProviderRows(db, workspaceId)).map((row) => present(settings, row));
}

/** Returns undefined if the provider doesn't exist. */
export async function updateProvider(
	tx: Db,
	workspaceId: string,
	settings: SsoSettings,
	id: string,
	change: UpdateIdentityProvider,
): Promise<IdentityProvider | undefined> {
	const row = await lockProvider(tx, workspaceId, id);
	if (!row) return undefined;
	const { oidcConfig, samlConfig: saml } = decryptConfig(settings, row);
	const config = oidcConfig ? applyOidcChange(oidcConfig, change) : saml && applySamlChange(saml, change);
	if (!config) throw new Error(`Identity provider ${id} has no configuration.`);
	const { issuer, ...values } = encryptConfig(settings, config);
	if (issuer !== row.issuer)
		throw new AppError(
			"invalid_request",
			"This metadata belongs to a different identity provider. Add it as a new one.",
			{
				param: "metadata_xml",
			},
		);
	return present(settings, await updateProviderRow(tx, workspaceId, id, { name: change.name ?? row.name, ...values }));
}

/** Returns the deleted provider, or undefined if it didn't exist. */
export async function deleteProvider(tx: Db, workspaceId: string, id: string) {
	return deleteProviderRow(tx, workspaceId, id);
}

function applyOidcChange(config: OIDCConfig, change: UpdateIdentityProvider): OIDCConfig {
	requireOnly(change, ["name", "client_id", "client_secret"], "OpenID Connect");
	return {
		...config,
		clientId: change.client_id ?? config.clientId,
		clientSecret: change.client_secret ?? config.clientSecret,
	};
}

function applySamlChange(config: SAMLConfig, change: UpdateIdentityProvider): SAMLConfig {
	requireOnly(change, ["name", "metadata_xml", "sso_url", "certificate", "email_attribute", "name_attribute"], "SAML");
	const { idpMetadata, mapping } = config;
	const byHand = change.sso_url !== undefined || change.certificate !== undefined;
	if (byHand && idpMetadata.metadata !== undefined)
		throw new AppError("invalid_request", "This provider was set up from metadata. Paste the new metadata instead.", {
			param: "metadata_xml",
		});
	return {
		...config,
		idpMetadata:
			change.metadata_xml !== undefined
				? toIdpMetadata({ metadata_xml: change.metadata_xml })
				: {
						...idpMetadata,
						...(change.certificate === undefined ? {} : { cert: parseCertificate(change.certificate) }),
						...(change.sso_url === undefined
							? {}
							: {
									singleSignOnService: [
										{ Binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", Location: change.sso_url },
									],
								}),
					},
		mapping: {
			email: change.email_attribute ?? mapping?.email,
			name: change.name_attribute ?? mapping?.name,
		},
	};
}

function requireOnly(change: UpdateIdentityProvider, allowed: (keyof UpdateIdentityProvider)[], kind: string): void {
	const excess = (Object.keys(change) as (keyof UpdateIdentityProvider)[]).find((key) => !allowed.includes(key));
	if (excess !== undefined)
		throw new AppError("invalid_request", `${kind} providers have no ${excess}.`, { param: excess });
}

function encryptConfig(settings: SsoSettings, config: OIDCConfig | SAMLConfig) {
	const sealed = seal(settings.AUTH_SECRET, config);
	return isSaml(config)
		? { issuer: entityIdOf(config), oidcConfig: null, samlConfig: sealed }
		: { issuer: config.issuer, oidcConfig: sealed, samlConfig: null };
}

const isSaml = (config: OIDCConfig | SAMLConfig): config is SAMLConfig => "idpMetadata" in config;

type Row = Awaited<ReturnType<typeof listProviderRows>>[number];

function decryptConfig({ AUTH_SECRET }: SsoSettings, row: Row): { oidcConfig?: OIDCConfig; samlConfig?: SAMLConfig } {
	return {
		...(row.oidc_config === null ? {} : { oidcConfig: decryptOidcConfig(AUTH_SECRET, row.oidc_config) }),
		...(row.saml_config === null ? {} : { samlConfig: decryptSamlConfig(AUTH_SECRET, row.saml_config) }),
	};
}

function present(settings: SsoSettings, row: Row): IdentityProvider {
	const { oidcConfig, samlConfig: saml } = decryptConfig(settings, row);
	return {
		identity_provider_id: row.id,
		name: row.name,
		domain: row.domain,
		redirect_uri: oidcConfig ? oidcRedirectUri(settings, row.id) : samlAcsUrl(settings, row.id),
		created_at_unix: Math.floor(row.created_at.getTime() / 1000),
		last_used_at_unix: row.last_used_at && Math.floor(row.last_used_at.getTime() / 1000),
		config: oidcConfig
			? { type: "oidc", issuer: row.issuer, client_id: oidcConfig.clientId }
			: {
					type: "saml",
					entity_id: row.issuer,
					audience: samlAudience(settings, row.id),
					metadata_url: samlAudience(settings, row.id),
					email_attribute: saml?.mapping?.email ?? null,
					name_attribute: saml?.mapping?.name ?? null,
				},
	};
}
