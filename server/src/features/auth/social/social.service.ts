// Sign-in with Google, GitHub, Microsoft or the operator's own OpenID Connect provider. The identity library implements
// the protocols; this file configures it and applies our rules (docs/decisions/034-passkeys-and-social-sign-in.md).
// Invariant: only addresses that the provider has verified sign in, and they never open a local account whose address
// is not verified, because someone else may have created it.
import { type SocialErrorCode, type SocialProviderId, socialErrors } from "@timbre/contract/auth/rules.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { APIError, addOAuthServerContext, createAuthMiddleware, getOAuthState } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins";
import type { Config } from "../../../core/config.ts";
import { requireMaySignUp, type SignUpRules } from "../account/sign-up.service.ts";
import { disallowedEmailReason } from "../email/email-policy.ts";
import { domainOf, type SsoRules } from "../sso/sso.service.ts";
import { findUser } from "../users/users.repo.ts";

export type SocialProvider = { id: SocialProviderId; name: string };

/** The providers that the operator has configured, in the order of their buttons. */
export function listSocialProviders(config: Config): SocialProvider[] {
	const all: [SocialProvider, string | undefined][] = [
		[{ id: "google", name: "Google" }, config.GOOGLE_CLIENT_ID],
		[{ id: "microsoft", name: "Microsoft" }, config.MICROSOFT_CLIENT_ID],
		[{ id: "github", name: "GitHub" }, config.GITHUB_CLIENT_ID],
		[{ id: "oidc", name: config.OIDC_NAME }, config.OIDC_CLIENT_ID],
	];
	return all.filter(([, clientId]) => clientId !== undefined).map(([provider]) => provider);
}

/** Accounts are only created from the sign-up page, which says what creating one agrees to. */
const onlyOnRequest = { disableImplicitSignUp: true } as const;

export function socialProviders(config: Config): BetterAuthOptions["socialProviders"] {
	const { GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID, MICROSOFT_CLIENT_ID, MICROSOFT_TENANT_ID: tenantId } = config;

	return {
		...(GOOGLE_CLIENT_ID === undefined
			? {}
			: {
					google: {
						clientId: GOOGLE_CLIENT_ID,
						clientSecret: config.GOOGLE_CLIENT_SECRET ?? "",
						prompt: "select_account" as const,
						...onlyOnRequest,
					},
				}),
		...(GITHUB_CLIENT_ID === undefined
			? {}
			: {
					github: {
						clientId: GITHUB_CLIENT_ID,
						clientSecret: config.GITHUB_CLIENT_SECRET ?? "",
						...onlyOnRequest,
					},
				}),
		...(MICROSOFT_CLIENT_ID === undefined
			? {}
			: {
					microsoft: {
						clientId: MICROSOFT_CLIENT_ID,
						clientSecret: config.MICROSOFT_CLIENT_SECRET ?? "",
						tenantId,
						disableProfilePhoto: true,
						// The operator vouches for the addresses of one tenant. In any other, an admin could claim any address.
						mapProfileToUser: () => (sharedTenants.has(tenantId) ? {} : { emailVerified: true }),
						...onlyOnRequest,
					},
				}),
	};
}

const sharedTenants = new Set(["common", "organizations"]);

export function socialPlugins(config: Config): BetterAuthPlugin[] {
	const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
	const own =
		issuer === undefined || clientId === undefined
			? []
			: [
					genericOAuth({
						config: [
							{
								providerId: "oidc",
								name: config.OIDC_NAME,
								discoveryUrl: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
								requireIdTokenVerification: true,
								clientId,
								clientSecret,
								scopes: ["openid", "email", "profile"],
								...onlyOnRequest,
							},
						],
					}),
				];
	return [...own, rulesPlugin()];
}

function rulesPlugin(): BetterAuthPlugin {
	return {
		id: "timbre-social-rules",
		hooks: {
			before: [
				{
					matcher: ({ path }) => path === "/sign-in/social",
					handler: createAuthMiddleware(async (ctx) => {
						requireValidBody(ctx.body);
						const { invite_code: code } = (ctx.body?.additionalData ?? {}) as { invite_code?: unknown };
						if (typeof code === "string") await addOAuthServerContext({ inviteCode: code.slice(0, 200) });
					}),
				},
			],
		},
	};
}

const allowedFields = new Set([
	"provider",
	"callbackURL",
	"newUserCallbackURL",
	"errorCallbackURL",
	"requestSignUp",
	"additionalData",
]);

/** Accepts only what our own pages send: a provider, and paths on this site to return to. */
function requireValidBody(body: Record<string, unknown> | undefined): void {
	const { provider, callbackURL, newUserCallbackURL, errorCallbackURL } = body ?? {};
	const own = [callbackURL, newUserCallbackURL, errorCallbackURL].every(
		(path) => typeof path === "string" && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path),
	);
	if (typeof provider === "string" && own && Object.keys(body ?? {}).every((field) => allowedFields.has(field))) return;
	throw new APIError("BAD_REQUEST", {
		message: "Send provider, and callbackURL, newUserCallbackURL and errorCallbackURL as paths on this site.",
	});
}

type ValidateUserInfo = NonNullable<NonNullable<BetterAuthOptions["user"]>["validateUserInfo"]>;

/** Decides for each sign-in, link and new account of a provider. The code is part of the URL it returns to. */
export function createUserInfoCheck(deps: { db: Database; rules: SsoRules; signUp: SignUpRules }): ValidateUserInfo {
	return async ({ user, source }) => {
		// Passwords and single sign-on have their own rules.
		if (source.method !== "oauth") return undefined;
		const code = await findProblem(deps, user, source.action);
		return code && { error: code, errorDescription: socialErrors[code] };
	};
}

async function findProblem(
	{ db, rules, signUp }: { db: Database; rules: SsoRules; signUp: SignUpRules },
	user: { id?: unknown; email?: unknown; emailVerified?: unknown },
	action: string,
): Promise<SocialErrorCode | undefined> {
	const email = String(user.email ?? "");
	if (user.emailVerified !== true) return "social_unverified_email";
	// A linked account keeps its own address if the one at the provider changes.
	const local = action === "create-user" ? undefined : await findUser(db, String(user.id));
	for (const address of [email, local?.email])
		if (address !== undefined && (await rules.isRequired(domainOf(address)))) return "social_sso_required";
	if (local?.two_factor_enabled) return "social_two_factor";
	if (action !== "create-user") return undefined;
	if (disallowedEmailReason(email)) return "social_email_not_allowed";
	const inviteCode = (await getOAuthState())?.serverContext?.inviteCode;
	try {
		await requireMaySignUp(signUp, email, typeof inviteCode === "string" ? inviteCode : null);
	} catch (error) {
		if (error instanceof AppError) return "social_sign_up_not_allowed";
		throw error;
	}
	return undefined;
}
