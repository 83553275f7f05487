// Single sign-on. The protocols are the identity library's; this file tells it our tables and adds what it leaves open
// (docs/decisions/012-sso-checks.md). Always: who comes through a provider has an address of exactly its verified domain.
import { timingSafeEqual } from "node:crypto";
import { type SSOUserResolution, type SSOUserResolutionInput, sso } from "@better-auth/sso";
import { type SsoRefusal, ssoRefusals } from "@timbre/contract/workspace.sso.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, addOAuthServerContext, createAuthMiddleware, getOAuthState } from "better-auth/api";
import { newId } from "../../core/ids.ts";
import { findOwnerOfIdentity, findProvider, findUserOfEmail, markUsed } from "./auth.sso.repo.ts";
import { clockSkewMs, readResponse } from "./auth.sso-assertion.service.ts";
import { type SsoSettings, unseal } from "./auth.sso-config.service.ts";

/** What the workspaces, which stand above identity, have to say about it. */
export type SsoRules = {
	/** Whether the person is in the workspace already, and why somebody may not come in now. */
	standing(
		workspaceId: string,
		person: { userId: string | undefined; email: string },
	): Promise<{ member: boolean; refusal?: SsoRefusal }>;
	/** Makes the person a member, if need be; refused if the last seat went to somebody else meanwhile. */
	join(workspaceId: string, person: { userId: string; email: string }): Promise<SsoRefusal | undefined>;
	/** Lets a new session begin in the workspace. */
	open(workspaceId: string, chooser: { userId: string; sessionId: string }): Promise<void>;
	/** True where everybody with an address of the domain has to come through its provider. */
	demanded(domain: string): Promise<boolean>;
};

export type Sso = {
	/** For the library alone: it decides about a person within a transaction, and what it asks us meanwhile needs connections too. */
	libraryDb: Database;
	rules: SsoRules;
};

/** Calls of the plugin that go past our own: providers are made, changed and deleted by an admin, and written down. */
export const ssoDisabledPaths = [
	"/sso/register",
	"/sso/providers",
	"/sso/get-provider",
	"/sso/update-provider",
	"/sso/delete-provider",
	"/sso/request-domain-verification",
	"/sso/verify-domain",
];

const ways = { signIn: "/sign-in/sso", oidc: "/sso/callback/:providerId", saml: "/sso/saml2/sp/acs/:providerId" };

/** The sign-in page, with what went wrong in its address; the parameters are named as the library names them. */
export function refusalPage(settings: SsoSettings, code: SsoRefusal, words: string = ssoRefusals[code]): string {
	const page = new URL("/app/sign-in", settings.PUBLIC_URL);
	page.searchParams.set("error", code);
	page.searchParams.set("error_description", words);
	return page.href;
}

export function domainOf(email: string): string {
	return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}

export function ssoPlugins(settings: SsoSettings, db: Database, rules: SsoRules): BetterAuthPlugin[] {
	return [libraryPlugin(settings, db, rules), ownRules(settings, db, rules)];
}

function libraryPlugin(settings: SsoSettings, db: Database, rules: SsoRules): BetterAuthPlugin {
	const plugin = sso({
		modelName: "auth_sso_provider",
		schema: {
			ssoProvider: {
				fields: {
					oidcConfig: "oidc_config",
					samlConfig: "saml_config",
					userId: "user_id",
					providerId: "provider_id",
					organizationId: "workspace_id",
					domainVerified: "domain_verified",
				},
			},
		},
		// Two locks on a door that stays shut: the paths are disabled, and behind them nothing can be registered or changed.
		providersLimit: 0,
		guardProviderMutation: () => {
			throw new Error("Identity providers are changed by the calls of the workspace.");
		},
		domainVerification: { enabled: true },
		saml: {
			allowIdpInitiated: false,
			enableInResponseToValidation: true,
			requireTimestamps: true,
			clockSkew: clockSkewMs,
			algorithms: { onDeprecated: "reject" },
		},
		resolveUser: (input) => resolvePerson(db, rules, input),
		provisionUser: async ({ user, provider }) => {
			const found = await findProvider(db, provider.providerId);
			const refusal = found
				? await rules.join(found.workspace_id, { userId: user.id, email: user.email })
				: "sso_provider_gone";
			if (refusal !== undefined) throw new APIError("FORBIDDEN", { code: refusal, message: ssoRefusals[refusal] });
			await markUsed(db, provider.providerId, user.id);
		},
		provisionUserOnEveryLogin: true,
	});
	const { fields } = plugin.schema.ssoProvider;
	for (const field of [fields.oidcConfig, fields.samlConfig])
		if (field)
			field.transform = {
				output: (value) => (typeof value === "string" ? unseal(settings.AUTH_SECRET, value) : value),
			};
	return plugin;
}

/** Whose account it is, once the library has found the identity to be genuine. */
async function resolvePerson(db: Database, rules: SsoRules, input: SSOUserResolutionInput): Promise<SSOUserResolution> {
	const reject = (code: SsoRefusal): SSOUserResolution => ({ action: "reject", code, message: ssoRefusals[code] });
	if (input.protocol === "oidc" && !(await isOwnNonce(input.verifiedIdTokenClaims.nonce)))
		return reject("sso_other_request");
	const provider = await findProvider(db, input.providerId);
	if (!provider) return reject("sso_provider_gone");
	const { email } = input.providerUser;
	if (domainOf(email) !== provider.domain) return reject("sso_other_domain");
	const known = await findOwnerOfIdentity(db, input.providerId, input.accountKey.accountId);
	// The address at the provider may have changed since; then the account keeps its own, and must still be of the domain.
	if (known && domainOf(known.email) !== provider.domain) return reject("sso_address_changed");
	const namesake = known ? undefined : await findUserOfEmail(db, email);
	const userId = known?.id ?? namesake?.id;
	const { member, refusal } = await rules.standing(provider.workspace_id, { userId, email });
	if (refusal !== undefined) return reject(refusal);
	// Somebody may have signed up with an address that was never theirs, and would keep the password to what is linked to it.
	// Whom the workspace has let in already, it knows.
	if (namesake && !namesake.email_verified && !member) return reject("sso_unverified_account");
	return userId === undefined ? { action: "continue" } : { action: "link", userId, profile: "preserve" };
}

async function isOwnNonce(claimed: unknown): Promise<boolean> {
	const sent = (await getOAuthState())?.serverContext?.nonce;
	if (typeof sent !== "string" || typeof claimed !== "string") return false;
	const [one, other] = [Buffer.from(sent), Buffer.from(claimed)];
	return one.length === other.length && timingSafeEqual(one, other);
}

function ownRules(settings: SsoSettings, db: Database, rules: SsoRules): BetterAuthPlugin {
	return {
		id: "timbre-sso-rules",
		hooks: {
			before: [
				{
					matcher: ({ path }) => path === ways.signIn,
					handler: createAuthMiddleware(async (ctx) => {
						requireOwnRequest(ctx.body);
						await addOAuthServerContext({ nonce: newId(32) });
					}),
				},
				{
					matcher: ({ path }) => path === ways.saml,
					handler: createAuthMiddleware(async (ctx) => {
						const { SAMLResponse, RelayState } = (ctx.body ?? {}) as Record<string, unknown>;
						const read = readResponse(typeof SAMLResponse === "string" ? SAMLResponse : "");
						if ("fault" in read) throw ctx.redirect(refusalPage(settings, "sso_invalid", read.fault));
						// The library does not look at its own cookie here, for it expects the form of another site, which brings none.
						const { name } = ctx.context.createAuthCookie("relay_state");
						const begun = await ctx.getSignedCookie(name, ctx.context.secret);
						if (!begun || begun !== RelayState) throw ctx.redirect(refusalPage(settings, "sso_other_browser"));
					}),
				},
				{
					matcher: ({ path }) => path === "/sign-in/email" || path === "/sign-up/email",
					handler: createAuthMiddleware(async (ctx) => {
						const email: unknown = ctx.body?.email;
						if (typeof email !== "string" || !(await rules.demanded(domainOf(email)))) return;
						throw new APIError("FORBIDDEN", {
							code: "SSO_REQUIRED",
							message: `People of ${domainOf(email)} sign in through their organization. Choose "Single sign-on".`,
						});
					}),
				},
			],
			after: [
				{
					matcher: ({ path }) => path === ways.signIn,
					handler: createAuthMiddleware(async (ctx) => {
						const { returned } = ctx.context;
						if (!isDestination(returned)) return;
						const url = new URL(returned.url);
						// A page follows this address: what an admin pasted must not become a script there.
						if (url.protocol !== "https:" && url.protocol !== "http:")
							throw new APIError("BAD_REQUEST", { message: "The identity provider has no web address to sign in at." });
						const nonce = (await getOAuthState())?.serverContext?.nonce;
						if (typeof nonce === "string") url.searchParams.set("nonce", nonce);
						return ctx.json({ ...returned, url: url.href });
					}),
				},
				{
					matcher: ({ path }) => path === ways.oidc || path === ways.saml,
					handler: createAuthMiddleware(async (ctx) => {
						const made = ctx.context.newSession;
						const provider = made && (await findProvider(db, String(ctx.params?.providerId)));
						if (provider) await rules.open(provider.workspace_id, { userId: made.user.id, sessionId: made.session.id });
					}),
				},
			],
		},
	};
}

const isDestination = (value: unknown): value is { url: string; redirect: boolean } =>
	typeof value === "object" && value !== null && "url" in value && typeof value.url === "string";

/** Only what our own page sends: a provider by name, and places on this site to come back to. */
function requireOwnRequest(body: Record<string, unknown> | undefined): void {
	const { providerId, callbackURL, errorCallbackURL, ...rest } = body ?? {};
	const own = [callbackURL, errorCallbackURL].every(
		(place) => place === undefined || (typeof place === "string" && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(place)),
	);
	if (typeof providerId === "string" && typeof callbackURL === "string" && own && Object.keys(rest).length === 0)
		return;
	throw new APIError("BAD_REQUEST", { message: "Send providerId, and callbackURL and errorCallbackURL as paths." });
}
