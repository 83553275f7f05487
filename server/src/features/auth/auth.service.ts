// Configures better-auth, which provides sign-up, sign-in, two-factor authentication and sessions, with our table names
// and rules.
// Invariant: a user exists before its workspace, and `onUserCreated` may be called again for the same user. If the
// server can send email, there is no session before the address is verified, and sign-up responds the same whether or
// not the account exists.
import type { Database } from "@timbre/db/connect.ts";
import { betterAuth } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import type { Config } from "../../core/config.ts";
import { newId } from "../../core/ids.ts";
import { mailSettings, queueMail } from "../../core/mail/mail.ts";
import { disallowedEmailReason } from "./email/email-policy.ts";
import { accountExistsMail, continuePath, passwordResetMail } from "./email/mails.present.ts";
import { queueVerificationMail } from "./email/verification.service.ts";
import { passkeyPlugin, passkeyRulesPlugin } from "./passkeys/library.service.ts";
import { devicesPlugin } from "./sessions/devices.service.ts";
import { createCodes } from "./sign-in/codes.service.ts";
import { demoEmail, passwordWeakness } from "./sign-in/passwords.ts";
import { createUserInfoCheck, socialPlugins, socialProviders } from "./social/social.service.ts";
import { domainOf, type Sso, ssoDisabledPaths, ssoPlugins, ssoRequired } from "./sso/sso.service.ts";
import { deleteSignInGrants, findUser } from "./users/users.repo.ts";

const timestamps = { createdAt: "created_at", updatedAt: "updated_at" };

export function createAuth(
	config: Config,
	db: Database,
	onUserCreated: (user: { id: string; name: string }) => Promise<void>,
	/** Only the API needs single sign-on; seed and tests create accounts without it. */
	sso?: Sso,
) {
	const publicUrl = new URL(config.PUBLIC_URL);
	const mail = mailSettings(config);
	const codes = createCodes(config.AUTH_SECRET);
	const mailing = { db, codes, mail, publicUrl: config.PUBLIC_URL };
	return betterAuth({
		appName: "Timbre",
		baseURL: config.PUBLIC_URL,
		basePath: "/api/auth",
		secret: config.AUTH_SECRET,
		trustedOrigins: [publicUrl.origin, ...config.SSO_INTERNAL_ORIGINS],
		disabledPaths: ssoDisabledPaths,
		telemetry: { enabled: false },
		logger: { level: "error" },
		onAPIError: {
			// Where the library redirects for errors without a better page.
			errorURL: new URL("/app/sign-in", publicUrl).href,
			// Client errors such as a wrong password aren't logged.
			onError: (error, ctx) => {
				if (!isAPIError(error) || error.statusCode >= 500) ctx.logger.error("an identity request failed", error);
			},
		},
		database: { db: sso?.libraryDb ?? db, type: "postgres", transaction: sso !== undefined },
		emailAndPassword: {
			enabled: true,
			minPasswordLength: 8,
			maxPasswordLength: 128,
			requireEmailVerification: mail.enabled,
			resetPasswordTokenExpiresIn: 3600,
			revokeSessionsOnPasswordReset: true,
			sendResetPassword: async ({ user, url, token }) => {
				const content = passwordResetMail(config.PUBLIC_URL, token, continuePath(config.PUBLIC_URL, callbackIn(url)));
				await db.transaction().execute((tx) => queueMail(tx, mail, { to: user.email, ...content }));
			},
			onPasswordReset: async ({ user }) => deleteSignInGrants(db, user.id),
			onExistingUserSignUp: async ({ user }) => {
				if (!user.emailVerified) return queueVerificationMail(mailing, user, undefined);
				await db
					.transaction()
					.execute((tx) => queueMail(tx, mail, { to: user.email, ...accountExistsMail(config.PUBLIC_URL) }));
			},
		},
		// The library would send it before the account is committed; see the hook below.
		emailVerification: { sendOnSignUp: false },
		user: {
			modelName: "auth_user",
			fields: { emailVerified: "email_verified", ...timestamps },
			...(sso ? { validateUserInfo: createUserInfoCheck({ db, ...sso }) } : {}),
		},
		socialProviders: sso ? socialProviders(config) : {},
		session: {
			modelName: "auth_session",
			fields: {
				userId: "user_id",
				expiresAt: "expires_at",
				ipAddress: "ip_address",
				userAgent: "user_agent",
				...timestamps,
			},
			expiresIn: 60 * 60 * 24 * 30,
			// Endpoints that need a recent sign-in require it themselves (requirePresence).
			freshAge: 0,
			additionalFields: {
				passkey: { type: "boolean", required: false, input: false, defaultValue: false },
				lastSeenAt: { type: "date", required: false, input: false, fieldName: "last_seen_at" },
			},
		},
		account: {
			modelName: "auth_account",
			fields: {
				userId: "user_id",
				accountId: "account_id",
				providerId: "provider_id",
				accessToken: "access_token",
				refreshToken: "refresh_token",
				idToken: "id_token",
				accessTokenExpiresAt: "access_token_expires_at",
				refreshTokenExpiresAt: "refresh_token_expires_at",
				...timestamps,
			},
			updateAccountOnSignIn: false,
		},
		verification: {
			modelName: "auth_verification",
			fields: { expiresAt: "expires_at", ...timestamps },
			// Codes sent by email are stored as hashes.
			storeIdentifier: { default: "plain", overrides: { "reset-password:": "hashed" } },
		},
		// auth.limits.public.ts counts attempts in the database, across all API processes.
		rateLimit: { enabled: false },
		advanced: {
			cookiePrefix: "timbre",
			useSecureCookies: publicUrl.protocol === "https:",
			database: { generateId: () => newId() },
			ipAddress: { ipAddressHeaders: ["x-timbre-visitor"] },
		},
		plugins: [
			twoFactor({
				issuer: "Timbre",
				schema: {
					user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
					twoFactor: {
						modelName: "auth_two_factor",
						fields: {
							userId: "user_id",
							backupCodes: "backup_codes",
							failedVerificationCount: "failed_verification_count",
							lockedUntil: "locked_until",
						},
					},
				},
			}),
			passkeyPlugin({
				db,
				publicUrl: config.PUBLIC_URL,
				requireMaySignIn: async ({ email, emailVerified }) => {
					if (config.NODE_ENV === "production" && isDemo(email)) throw new APIError("UNAUTHORIZED");
					if (mail.enabled && !emailVerified)
						throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED", message: "Email not verified" });
					if (await sso?.rules.isRequired(domainOf(email))) throw ssoRequired(email);
				},
			}),
			passkeyRulesPlugin(db),
			// Must come after the two-factor plugin, which removes the session that this one looks for.
			devicesPlugin({ db, codes, mail }),
			// Typed as an empty list: only browsers use its endpoints, and their types would hide those of the other plugins.
			...((sso ? [...ssoPlugins(config, db, sso.rules), ...socialPlugins(config)] : []) as []),
		],
		hooks: {
			before: createAuthMiddleware(async (ctx) => {
				if (ctx.path === "/sign-in/email" && config.NODE_ENV === "production" && isDemo(ctx.body?.email))
					throw new APIError("UNAUTHORIZED", {
						code: "INVALID_EMAIL_OR_PASSWORD",
						message: "Invalid email or password",
					});
				if (ctx.path !== "/sign-up/email") return;
				const { password, email, name } = ctx.body as Record<string, unknown>;
				const reason = disallowedEmailReason(String(email));
				if (reason) throw new APIError("BAD_REQUEST", { code: "EMAIL_NOT_ALLOWED", message: reason });
				// The library itself rejects passwords that are too short or too long.
				const weakness =
					typeof password === "string" &&
					password.length >= 8 &&
					passwordWeakness(password, { email: String(email), name: String(name) });
				if (weakness) throw new APIError("BAD_REQUEST", { code: "PASSWORD_TOO_COMMON", message: weakness });
			}),
			after: createAuthMiddleware(async (ctx) => {
				if (ctx.path !== "/sign-up/email" || !mail.enabled) return;
				const { user } = (ctx.context.returned ?? {}) as { user?: { id: string } };
				// For an address that already has an account, the library returns a made-up user.
				const created = user && (await findUser(db, user.id));
				if (created) await queueVerificationMail(mailing, created, (ctx.body as { callbackURL?: string }).callbackURL);
			}),
		},
		databaseHooks: {
			user: {
				create: {
					// Providers may send no name or a long one, and a picture on another server.
					before: async (user) => ({
						data: { ...user, name: (user.name.trim() || user.email.split("@")[0] || "").slice(0, 80), image: null },
					}),
					after: async (user) => onUserCreated({ id: user.id, name: user.name }),
				},
			},
			account: {
				create: {
					// The tokens of providers are only needed to sign in.
					before: async (account) => ({
						data: { ...account, accessToken: null, refreshToken: null, idToken: null },
					}),
				},
			},
		},
	});
}

export type Auth = ReturnType<typeof createAuth>;

/** The password of the demo account is public. Its data may come from an earlier start in development. */
const isDemo = (email: unknown) => typeof email === "string" && email.trim().toLowerCase() === demoEmail;

/** The page to continue to, which the library packs into the link that it would send itself. */
function callbackIn(url: string): string | null {
	return new URL(url).searchParams.get("callbackURL");
}
