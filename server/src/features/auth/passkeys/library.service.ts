// Passkeys in the identity library, with the rules it doesn't apply (docs/decisions/034-passkeys-and-social-sign-in.md).
// Invariant: a passkey is only accepted if the authenticator verified its user, so it counts as two factors.
import { passkey } from "@better-auth/passkey";
import type { Database } from "@timbre/db/connect.ts";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { GLOBAL } from "../../../core/tenancy.ts";
import { findPasskeyOwner, touchPasskey } from "./passkeys.repo.ts";

const paths = {
	options: "/passkey/generate-authenticate-options",
	signIn: "/passkey/verify-authentication",
	registration: "/passkey/verify-registration",
};

type Deps = {
	db: Database;
	publicUrl: string;
	/** Throws if the user can't sign in with a passkey. */
	requireMaySignIn(user: { email: string; emailVerified: boolean }): Promise<void>;
};

export function passkeyPlugin({ db, publicUrl, requireMaySignIn }: Deps) {
	const { hostname, origin } = new URL(publicUrl);
	return passkey({
		rpID: hostname,
		rpName: "Timbre",
		origin,
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
		registration: {
			afterVerification: ({ verification }) => requireUserVerified(verification.registrationInfo?.userVerified),
		},
		authentication: {
			afterVerification: async ({ verification }) => {
				requireUserVerified(verification.authenticationInfo.userVerified);
				const owner = await findPasskeyOwner(db, GLOBAL, verification.authenticationInfo.credentialID);
				if (!owner) throw new APIError("UNAUTHORIZED", { code: "PASSKEY_NOT_FOUND", message: "Passkey not found" });
				await requireMaySignIn({ email: owner.email, emailVerified: owner.email_verified });
			},
		},
		schema: {
			passkey: {
				modelName: "auth_passkey",
				fields: {
					publicKey: "public_key",
					userId: "user_id",
					credentialID: "credential_id",
					deviceType: "device_type",
					backedUp: "backed_up",
					createdAt: "created_at",
				},
			},
		},
	});
}

/** The library requests user verification but accepts a passkey without it. */
function requireUserVerified(verified: boolean | undefined): void {
	if (verified) return;
	throw new APIError("BAD_REQUEST", {
		code: "USER_VERIFICATION_REQUIRED",
		message: "Unlock your passkey with a PIN, fingerprint or face.",
	});
}

export function passkeyRulesPlugin(db: Database): BetterAuthPlugin {
	return {
		id: "timbre-passkey-rules",
		hooks: {
			before: [
				{
					matcher: ({ path }) => path === paths.signIn,
					handler: createAuthMiddleware(async (ctx) => {
						if (credentialIdIn(ctx.body) === undefined)
							throw new APIError("BAD_REQUEST", { code: "INVALID_PASSKEY", message: "Send the passkey's response." });
					}),
				},
			],
			after: [
				{
					matcher: ({ path }) => path === paths.options,
					handler: createAuthMiddleware(async (ctx) => {
						const { returned } = ctx.context;
						if (typeof returned !== "object" || returned === null || !("challenge" in returned)) return;
						return ctx.json({ ...returned, userVerification: "required" });
					}),
				},
				{
					matcher: ({ path }) => path === paths.signIn,
					handler: createAuthMiddleware(async (ctx) => {
						const created = ctx.context.newSession;
						if (!created) return;
						await ctx.context.internalAdapter.updateSession(created.session.token, { passkey: true });
						await touchPasskey(db, created.user.id, credentialIdIn(ctx.body) ?? "");
						// The library would return the session's token, which pages don't need.
						return ctx.json({ status: "ok" });
					}),
				},
				{
					matcher: ({ path }) => path === paths.registration,
					handler: createAuthMiddleware(async (ctx) => {
						// The user has just presented this passkey.
						const { returned, session } = ctx.context;
						if (session && typeof returned === "object" && returned !== null && "credentialID" in returned)
							await ctx.context.internalAdapter.updateSession(session.session.token, { passkey: true });
					}),
				},
			],
		},
	};
}

function credentialIdIn(body: unknown): string | undefined {
	const { response } = (body ?? {}) as { response?: { id?: unknown } };
	return typeof response?.id === "string" ? response.id : undefined;
}
