// Shared by all account services: dependencies, requests to the identity library, mapping of its errors, session and
// timing helpers.
import { tooManyAttempts } from "@timbre/contract/auth/rules.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import { isAPIError } from "better-auth/api";
import type { Context, PublicContext } from "../../core/http/context.ts";
import type { MailSettings } from "../../core/mail/mail.ts";
import type { Storage } from "../../core/storage/storage.ts";
import type { SignInSettings, SignUpRules } from "./account/sign-up.service.ts";
import type { Auth } from "./auth.service.ts";
import { listSessionRows } from "./sessions/devices.repo.ts";
import type { Codes } from "./sign-in/codes.service.ts";
import type { AttemptLimits } from "./sign-in/limits.service.ts";
import { findUser, hasPassword } from "./users/users.repo.ts";

export type AuthDeps = {
	auth: Auth;
	db: Database;
	storage: Storage;
	limits: AttemptLimits;
	codes: Codes;
	mail: MailSettings;
	publicUrl: string;
	secret: string;
	internalDomain: string | undefined;
	signUp: SignUpRules;
	signInSettings: SignInSettings;
	/** Whether users of the email domain must sign in through its identity provider. */
	isSsoRequired(domain: string): Promise<boolean>;
};

/** Headers for the library: the caller's cookie, user agent and IP address. Other client headers are not trusted. */
export function libraryHeaders({ headers, clientIp }: Pick<PublicContext, "headers" | "clientIp">): Headers {
	const own = new Headers({ "x-timbre-visitor": clientIp });
	if (headers.cookie) own.set("cookie", headers.cookie);
	if (headers["user-agent"]) own.set("user-agent", headers["user-agent"]);
	return own;
}

/** Awaits a library call and forwards the cookies it sets. */
export async function forwardCookies<T>(
	context: Pick<PublicContext, "setResponseHeader">,
	call: Promise<{ headers: Headers | null | undefined; response: T }>,
): Promise<T> {
	const { headers, response } = await withAppErrors(call);
	for (const cookie of headers?.getSetCookie() ?? []) context.setResponseHeader("set-cookie", cookie);
	return response;
}

const libraryErrors: Record<string, () => AppError> = {
	INVALID_PASSWORD: () => new AppError("wrong_password", "Incorrect password."),
	CREDENTIAL_ACCOUNT_NOT_FOUND: () =>
		new AppError("wrong_password", "This account has no password. Sign in the way you usually do."),
	INVALID_CODE: () => new AppError("invalid_code", "Incorrect code. Wait for the next one and try again."),
	INVALID_BACKUP_CODE: () =>
		new AppError("invalid_code", "This isn't one of your backup codes, or it has already been used."),
	TOTP_ALREADY_ENABLED: () =>
		new AppError("conflict", "Two-factor authentication is already set up. Turn it off first."),
	TOTP_NOT_ENABLED: () => new AppError("invalid_request", "Two-factor authentication isn't set up."),
	TWO_FACTOR_NOT_ENABLED: () => new AppError("invalid_request", "Two-factor authentication isn't set up."),
	BACKUP_CODES_NOT_ENABLED: () => new AppError("invalid_request", "Two-factor authentication isn't set up."),
	CHALLENGE_NOT_FOUND: () => new AppError("invalid_passkey", "Adding the passkey took too long. Try again."),
	FAILED_TO_VERIFY_REGISTRATION: () => new AppError("invalid_passkey", "Couldn't verify this passkey. Try again."),
	USER_VERIFICATION_REQUIRED: () =>
		new AppError("invalid_passkey", "Unlock the passkey with a PIN, fingerprint or face."),
	INVALID_TWO_FACTOR_COOKIE: () => new AppError("needs_authorization", "Sign in with your password first."),
	ACCOUNT_TEMPORARILY_LOCKED: () => new AppError("rate_limit_exceeded", tooManyAttempts),
	TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => new AppError("rate_limit_exceeded", tooManyAttempts),
	UNAUTHORIZED: () => needsSession(),
};

/** Maps a library error to an AppError. Other errors are returned unchanged. */
export function toAppError(error: unknown): unknown {
	if (!isAPIError(error)) return error;
	return libraryErrors[error.body?.code ?? ""]?.() ?? error;
}

export async function withAppErrors<T>(call: Promise<T>): Promise<T> {
	try {
		return await call;
	} catch (error) {
		throw toAppError(error);
	}
}

function needsSession(): AppError {
	return new AppError("needs_session", "This requires a signed-in session. API keys can't be used.");
}

/** Returns the session id of the request; throws if it was made without a session. */
export function requireSession(context: Pick<Context, "sessionId">): string {
	if (context.sessionId === undefined) throw needsSession();
	return context.sessionId;
}

/** Counts the attempt before `work` checks the password. `work` must throw `wrong_password` if it doesn't match. */
export async function withPassword<T>(
	{ db, limits }: AuthDeps,
	context: Context,
	work: (user: { id: string; email: string; name: string }) => Promise<T>,
): Promise<T> {
	requireSession(context);
	const user = await findUser(db, context.userId);
	if (!user) throw new AppError("needs_authorization", "This account no longer exists.");
	const attempt = { secret: "password", account: user.email, clientIp: context.clientIp } as const;
	await limits.consume(attempt);
	const result = await work(user);
	await limits.reportSuccess(attempt);
	return result;
}

/** How recent a sign-in must be to stand in for the password of an account that has none. */
const recentSignInMs = 15 * 60_000;

/** Requires the password again, or a recent sign-in if the account has no password. Returns the user. */
export async function requirePresence(deps: AuthDeps, context: Context, password: string | undefined) {
	const sessionId = requireSession(context);
	if (await hasPassword(deps.db, context.userId))
		return withPassword(deps, context, async (user) => {
			if (password === undefined) throw new AppError("wrong_password", "Enter your password.");
			await withAppErrors(deps.auth.api.verifyPassword({ body: { password }, headers: libraryHeaders(context) }));
			return user;
		});
	const session = (await listSessionRows(deps.db, context.userId)).find(({ id }) => id === sessionId);
	const user = await findUser(deps.db, context.userId);
	if (!user || !session || Date.now() - session.created_at.getTime() > recentSignInMs)
		throw new AppError(
			"wrong_password",
			"Sign out and in again first: this requires a sign-in in the last 15 minutes.",
		);
	return user;
}

/** Takes at least `ms`, so response time doesn't reveal whether an address has an account. */
export async function withMinDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
	const pause = new Promise((resolve) => setTimeout(resolve, ms));
	const [result] = await Promise.allSettled([work(), pause]);
	if (result.status === "rejected") throw result.reason;
	return result.value;
}

/**
 * Pads the time since `startedAt` to a multiple of `stepMs`, which hides small timing differences on slow and fast
 * machines alike.
 */
export async function padDuration(startedAt: number, stepMs: number): Promise<void> {
	const elapsed = performance.now() - startedAt;
	await new Promise((resolve) => setTimeout(resolve, Math.ceil(elapsed / stepMs) * stepMs - elapsed));
}
