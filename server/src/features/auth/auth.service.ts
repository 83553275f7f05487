// Identity: password sign-up and sign-in, second factor, sessions. All of it is better-auth's; this file only tells it our table names
// and rules. Always: a user exists before its workspace does, and `onUserCreated` may be called again for the same user. Where mails can
// be sent nobody has a session before the address is verified, and signing up says the same whether there was an account or not.
import type { Database } from "@timbre/db/connect.ts";
import { betterAuth } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import type { Config } from "../../core/config.ts";
import { newId } from "../../core/ids.ts";
import { mailSettings, queueMail } from "../../core/mail.ts";
import { addressFault } from "./auth.addresses.service.ts";
import { createCodes } from "./auth.codes.service.ts";
import { devices } from "./auth.devices.service.ts";
import { alreadyHereMail, continuePath, resetMail } from "./auth.mails.present.ts";
import { passwordWeakness } from "./auth.passwords.service.ts";
import { findUser, forgetTrust } from "./auth.repo.ts";
import { type Sso, ssoDisabledPaths, ssoPlugins } from "./auth.sso.service.ts";
import { queueVerification } from "./auth.verification.service.ts";

const timestamps = { createdAt: "created_at", updatedAt: "updated_at" };

export function createAuth(
	config: Config,
	db: Database,
	onUserCreated: (user: { id: string; name: string }) => Promise<void>,
	/** Single sign-on is part of the api only: what else makes accounts (seed, tests) needs none of it. */
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
			// Where the library has no better place to say what went wrong.
			errorURL: new URL("/app/sign-in", publicUrl).href,
			// A wrong password is no error of ours.
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
				const words = resetMail(config.PUBLIC_URL, token, continuePath(config.PUBLIC_URL, callbackIn(url)));
				await db.transaction().execute((tx) => queueMail(tx, mail, { to: user.email, ...words }));
			},
			onPasswordReset: async ({ user }) => forgetTrust(db, user.id),
			onExistingUserSignUp: async ({ user }) => {
				if (!user.emailVerified) return queueVerification(mailing, user, undefined);
				await db
					.transaction()
					.execute((tx) => queueMail(tx, mail, { to: user.email, ...alreadyHereMail(config.PUBLIC_URL) }));
			},
		},
		// The library would send it before the account is there for others to see; see the hook below.
		emailVerification: { sendOnSignUp: false },
		user: { modelName: "auth_user", fields: { emailVerified: "email_verified", ...timestamps } },
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
			additionalFields: {
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
		},
		verification: {
			modelName: "auth_verification",
			fields: { expiresAt: "expires_at", ...timestamps },
			// What a mail carries is kept as its hash.
			storeIdentifier: { default: "plain", overrides: { "reset-password:": "hashed" } },
		},
		// Tries are counted in the database by auth.limits.public.ts, over all api processes.
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
			// After the second factor, which takes away the session that it then looks for.
			devices({ db, codes, mail }),
			// As an empty list: its calls are browsers' alone, and their types would hide those of the others.
			...((sso ? ssoPlugins(config, db, sso.rules) : []) as []),
		],
		hooks: {
			before: createAuthMiddleware(async (ctx) => {
				if (ctx.path !== "/sign-up/email") return;
				const { password, email, name } = ctx.body as Record<string, unknown>;
				const fault = addressFault(String(email));
				if (fault) throw new APIError("BAD_REQUEST", { code: "EMAIL_NOT_ALLOWED", message: fault });
				// The library itself says what is too short or too long.
				const weakness =
					typeof password === "string" &&
					password.length >= 8 &&
					passwordWeakness(password, { email: String(email), name: String(name) });
				if (weakness) throw new APIError("BAD_REQUEST", { code: "PASSWORD_TOO_COMMON", message: weakness });
			}),
			after: createAuthMiddleware(async (ctx) => {
				if (ctx.path !== "/sign-up/email" || !mail.enabled) return;
				const { user } = (ctx.context.returned ?? {}) as { user?: { id: string } };
				// For an address that has an account the library answers with a person who does not exist.
				const made = user && (await findUser(db, user.id));
				if (made) await queueVerification(mailing, made, (ctx.body as { callbackURL?: string }).callbackURL);
			}),
		},
		databaseHooks: { user: { create: { after: async (user) => onUserCreated({ id: user.id, name: user.name }) } } },
	});
}

export type Auth = ReturnType<typeof createAuth>;

/** Where the library was asked to lead on to; it packs that into the link that it would send itself. */
function callbackIn(url: string): string | null {
	return new URL(url).searchParams.get("callbackURL");
}
