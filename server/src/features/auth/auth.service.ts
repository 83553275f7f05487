// Identity: password sign-up and sign-in, sessions. All of it is better-auth's; this file only tells it our table names and rules.
// Always: a user exists before its workspace does, and `onUserCreated` may be called again for the same user.
import type { Database } from "@timbre/db/connect.ts";
import { betterAuth } from "better-auth";
import type { Config } from "../../core/config.ts";
import { newId } from "../../core/ids.ts";

const timestamps = { createdAt: "created_at", updatedAt: "updated_at" };

export function createAuth(
	config: Config,
	db: Database,
	onUserCreated: (user: { id: string; name: string }) => Promise<void>,
) {
	const publicUrl = new URL(config.PUBLIC_URL);
	return betterAuth({
		baseURL: config.PUBLIC_URL,
		basePath: "/api/auth",
		secret: config.AUTH_SECRET,
		trustedOrigins: [publicUrl.origin],
		telemetry: { enabled: false },
		logger: { level: "error" },
		database: { db, type: "postgres" },
		emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
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
		verification: { modelName: "auth_verification", fields: { expiresAt: "expires_at", ...timestamps } },
		rateLimit: { enabled: config.NODE_ENV === "production", window: 60, max: 100 },
		advanced: {
			cookiePrefix: "timbre",
			useSecureCookies: publicUrl.protocol === "https:",
			database: { generateId: () => newId() },
			ipAddress: { ipAddressHeaders: ["x-timbre-visitor"] },
		},
		databaseHooks: { user: { create: { after: async (user) => onUserCreated({ id: user.id, name: user.name }) } } },
	});
}

export type Auth = ReturnType<typeof createAuth>;
