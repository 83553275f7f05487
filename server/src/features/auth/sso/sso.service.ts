// Single sign-on. The identity library implements the protocols; this file configures it and adds the checks it doesn't
// make (docs/decisions/012-sso-checks.md).
// Invariant: a user who signs in through a provider has an email address of exactly the provider's verified domain.
import { timingSafeEqual } from "node:crypto";
import { type SSOUserResolution, type SSOUserResolutionInput, sso } from "@better-auth/sso";
import { ssoErrors } from "@timbre/contract/workspace/rules.ts";
import type { SsoErrorCode } from "@timbre/contract/workspace/sso.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, addOAuthServerContext, createAuthMiddleware, getOAuthState } from "better-auth/api";
import { newId } from "../../../core/ids.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import type { SignUpRules } from "../account/sign-up.service.ts";
import { checkSamlResponse, clockSkewMs } from "./assertion.ts";
import { type SsoSettings, unseal } from "./config.service.ts";
import { findIdentityOwner, findProvider, findUserByEmail, markUsed } from "./sso.repo.ts";

/** Workspace rules, injected because the workspace feature depends on this one. */
export type SsoRules = {
	/** Whether the user is already a member, and the reason if they can't sign in now. */
	getStatus(
		workspaceId: string,
		user: { userId: string | undefined; email: string },
	): Promise<{ member: boolean; error?: SsoErrorCode }>;
	/** Makes the user a member if they aren't one. Returns an error if the last seat was taken in the meantime. */
	join(workspaceId: string, user: { userId: string; email: string }): Promise<SsoErrorCode | undefined>;
	/** Makes the workspace the current one of a new session. */
	openWorkspace(workspaceId: string, session: { userId: string; sessionId: string }): Promise<void>;
	/** Whether users of the domain must sign in through its provider. */
	isRequired(domain: string): Promise<boolean>;
};

export type Sso = {
	/** A separate pool for the library: it holds a transaction open while our callbacks need connections too. */
	libraryDb: Database;
	rules: SsoRules;
	/** Who can create an account with social sign-in. */
	signUp: SignUpRules;
};

/** Plugin endpoints that would bypass ours, which require an admin and write to the audit log. */
export const ssoDisabledPaths = [
	"/sso/register",
	"/sso/providers",
	"/sso/get-provider",
	"/sso/update-provider",
	"/sso/delete-provider",
	"/sso/request-domain-verification",
	"/sso/verify-domain",
];

const paths = { signIn: "/sign-in/sso", oidc: "/sso/callback/:providerId", saml: "/sso/saml2/sp/acs/:providerId" };

/** The sign-in page with the error in its query, using the library's parameter names. */
export function ssoErrorUrl(settings: SsoSettings, code: SsoErrorCode, message: string = ssoErrors[code]): string {
	const page = new URL("/app/sign-in", settings.PUBLIC_URL);
	page.searchParams.set("error", code);
	page.searchParams.set("error_description", message);
	return page.href;
}

export function domainOf(email: string): string {
	return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}

export function ssoRequired(email: string): APIError {
	return new APIError("FORBIDDEN", {
		code: "SSO_REQUIRED",
		message: `Users at ${domainOf(email)} sign in through their organization. Choose "Continue with SSO".`,
	});
}

export function ssoPlugins(settings: SsoSettings, db: Database, rules: SsoRules): BetterAuthPlugin[] {
	return [libraryPlugin(settings, db, rules), rulesPlugin(settings, db, rules)];
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
		// Defense in depth: the paths are disabled, and even without that nothing could be registered or changed.
		providersLimit: 0,
		guardProviderMutation: () => {
			throw new Error("Identity providers are managed through the workspace endpoints.");
		},
		domainVerification: { enabled: true },
		saml: {
			allowIdpInitiated: false,
			enableInResponseToValidation: true,
			requireTimestamps: true,
			clockSkew: clockSkewMs,
			algorithms: { onDeprecated: "reject" },
		},
		resolveUser: (input) => resolveUser(db, rules, input),
		provisionUser: async ({ user, provider }) => {
			const found = await findProvider(db, GLOBAL, provider.providerId);
			const error = found
				? await rules.join(found.workspace_id, { userId: user.id, email: user.email })
				: "sso_provider_gone";
			if (error !== undefined) throw new APIError("FORBIDDEN", { code: error, message: ssoErrors[error] });
			await markUsed(db, user.id, provider.providerId);
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

/** Finds the account for an identity that the library has verified. */
async function resolveUser(db: Database, rules: SsoRules, input: SSOUserResolutionInput): Promise<SSOUserResolution> {
	const reject = (code: SsoErrorCode): SSOUserResolution => ({ action: "reject", code, message: ssoErrors[code] });
	if (input.protocol === "oidc" && !(await isOwnNonce(input.verifiedIdTokenClaims.nonce)))
		return reject("sso_other_request");
	const provider = await findProvider(db, GLOBAL, input.providerId);
	if (!provider) return reject("sso_provider_gone");
	const { email } = input.providerUser;
	if (domainOf(email) !== provider.domain) return reject("sso_other_domain");
	const known = await findIdentityOwner(db, GLOBAL, input.providerId, input.accountKey.accountId);
	// The address at the provider may have changed since. The account keeps its own, which must still be at the domain.
	if (known && domainOf(known.email) !== provider.domain) return reject("sso_address_changed");
	const sameEmail = known ? undefined : await findUserByEmail(db, GLOBAL, email);
	const userId = known?.id ?? sameEmail?.id;
	const { member, error } = await rules.getStatus(provider.workspace_id, { userId, email });
	if (error !== undefined) return reject(error);
	// Someone may have signed up with an address that isn't theirs and would keep the password of the linked account.
	// Existing members are already known to the workspace.
	if (sameEmail && !sameEmail.email_verified && !member) return reject("sso_unverified_account");
	return userId === undefined ? { action: "continue" } : { action: "link", userId, profile: "preserve" };
}

async function isOwnNonce(claimed: unknown): Promise<boolean> {
	const sent = (await getOAuthState())?.serverContext?.nonce;
	if (typeof sent !== "string" || typeof claimed !== "string") return false;
	const [one, other] = [Buffer.from(sent), Buffer.from(claimed)];
	return one.length === other.length && timingSafeEqual(one, other);
}

function rulesPlugin(settings: SsoSettings, db: Database, rules: SsoRules): BetterAuthPlugin {
	return {
		id: "timbre-sso-rules",
		hooks: {
			before: [
				{
					matcher: ({ path }) => path === paths.signIn,
					handler: createAuthMiddleware(async (ctx) => {
						requireValidSignInBody(ctx.body);
						await addOAuthServerContext({ nonce: newId(32) });
					}),
				},
				{
					matcher: ({ path }) => path === paths.saml,
					handler: createAuthMiddleware(async (ctx) => {
						const { SAMLResponse, RelayState } = (ctx.body ?? {}) as Record<string, unknown>;
						const checked = checkSamlResponse(typeof SAMLResponse === "string" ? SAMLResponse : "");
						if ("error" in checked) throw ctx.redirect(ssoErrorUrl(settings, "sso_invalid", checked.error));
						// The library doesn't check its own cookie here, because it expects a cross-site form post without cookies.
						const { name } = ctx.context.createAuthCookie("relay_state");
						const startedState = await ctx.getSignedCookie(name, ctx.context.secret);
						if (!startedState || startedState !== RelayState)
							throw ctx.redirect(ssoErrorUrl(settings, "sso_other_browser"));
					}),
				},
				{
					matcher: ({ path }) => path === "/sign-in/email" || path === "/sign-up/email",
					handler: createAuthMiddleware(async (ctx) => {
						const email: unknown = ctx.body?.email;
						if (typeof email === "string" && (await rules.isRequired(domainOf(email)))) throw ssoRequired(email);
					}),
				},
			],
			after: [
				{
					matcher: ({ path }) => path === paths.signIn,
					handler: createAuthMiddleware(async (ctx) => {
						const { returned } = ctx.context;
						if (!isRedirect(returned)) return;
						const url = new URL(returned.url);
						// The page navigates to this URL, so a javascript: URL pasted by an admin must not pass.
						if (url.protocol !== "https:" && url.protocol !== "http:")
							throw new APIError("BAD_REQUEST", {
								message: "The identity provider's sign-in URL is not an HTTP address.",
							});
						const nonce = (await getOAuthState())?.serverContext?.nonce;
						if (typeof nonce === "string") url.searchParams.set("nonce", nonce);
						return ctx.json({ ...returned, url: url.href });
					}),
				},
				{
					matcher: ({ path }) => path === paths.oidc || path === paths.saml,
					handler: createAuthMiddleware(async (ctx) => {
						const created = ctx.context.newSession;
						const provider = created && (await findProvider(db, GLOBAL, String(ctx.params?.providerId)));
						if (provider)
							await rules.openWorkspace(provider.workspace_id, {
								userId: created.user.id,
								sessionId: created.session.id,
							});
					}),
				},
			],
		},
	};
}

const isRedirect = (value: unknown): value is { url: string; redirect: boolean } =>
	typeof value === "object" && value !== null && "url" in value && typeof value.url === "string";

/** Accepts only what our own page sends: a provider id and paths on this site to return to. */
function requireValidSignInBody(body: Record<string, unknown> | undefined): void {
	const { providerId, callbackURL, errorCallbackURL, ...rest } = body ?? {};
	const own = [callbackURL, errorCallbackURL].every(
		(path) => path === undefined || (typeof path === "string" && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)),
	);
	if (typeof providerId === "string" && typeof callbackURL === "string" && own && Object.keys(rest).length === 0)
		return;
	throw new APIError("BAD_REQUEST", {
		message: "Send providerId, and callbackURL and errorCallbackURL as paths on this site.",
	});
}
