// What all calls about an account share: who asks, how the identity library is asked, and how its refusals are told.
import { tooManyAttempts } from "@timbre/contract/auth.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Database } from "@timbre/db/connect.ts";
import { isAPIError } from "better-auth/api";
import type { Context, PublicContext } from "../../core/context.ts";
import type { MailSettings } from "../../core/mail.ts";
import type { Codes } from "./auth.codes.service.ts";
import type { GuessLimits } from "./auth.limits.public.ts";
import { findUser } from "./auth.repo.ts";
import type { Auth } from "./auth.service.ts";

export type AuthDeps = {
	auth: Auth;
	db: Database;
	limits: GuessLimits;
	codes: Codes;
	mail: MailSettings;
	publicUrl: string;
	secret: string;
	internalDomain: string | undefined;
};

/** For the library: who asks from where, and nothing that somebody outside could have put there. */
export function libraryHeaders({ headers, visitor }: Pick<PublicContext, "headers" | "visitor">): Headers {
	const own = new Headers({ "x-timbre-visitor": visitor });
	if (headers.cookie) own.set("cookie", headers.cookie);
	if (headers["user-agent"]) own.set("user-agent", headers["user-agent"]);
	return own;
}

/** Asks the library and hands its cookies on. */
export async function asked<T>(
	context: Pick<PublicContext, "answerHeader">,
	call: Promise<{ headers: Headers | null | undefined; response: T }>,
): Promise<T> {
	const { headers, response } = await told(call);
	for (const cookie of headers?.getSetCookie() ?? []) context.answerHeader("set-cookie", cookie);
	return response;
}

const refusals: Record<string, () => AppError> = {
	INVALID_PASSWORD: () => new AppError("wrong_password", "The password is not right."),
	CREDENTIAL_ACCOUNT_NOT_FOUND: () =>
		new AppError("wrong_password", "This account has no password: sign in the way you always do."),
	INVALID_CODE: () => new AppError("invalid_code", "The code is not right. Wait for the next one and try again."),
	INVALID_BACKUP_CODE: () =>
		new AppError("invalid_code", "This is not one of your backup codes, or it was used before."),
	TOTP_ALREADY_ENABLED: () => new AppError("conflict", "A second factor is set up already. Remove it first."),
	TOTP_NOT_ENABLED: () => new AppError("invalid_request", "No second factor is set up."),
	TWO_FACTOR_NOT_ENABLED: () => new AppError("invalid_request", "No second factor is set up."),
	BACKUP_CODES_NOT_ENABLED: () => new AppError("invalid_request", "No second factor is set up."),
	INVALID_TWO_FACTOR_COOKIE: () => new AppError("needs_authorization", "Sign in with your password first."),
	ACCOUNT_TEMPORARILY_LOCKED: () => new AppError("rate_limit_exceeded", tooManyAttempts),
	TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => new AppError("rate_limit_exceeded", tooManyAttempts),
	UNAUTHORIZED: () => needsSession(),
};

/** The library's refusal in our form; what is not one stays what it is. */
export function asRefusal(error: unknown): unknown {
	if (!isAPIError(error)) return error;
	return refusals[error.body?.code ?? ""]?.() ?? error;
}

export async function told<T>(call: Promise<T>): Promise<T> {
	try {
		return await call;
	} catch (error) {
		throw asRefusal(error);
	}
}

function needsSession(): AppError {
	return new AppError("needs_session", "Only a signed-in person can do this, in the browser; an API key cannot.");
}

/** The session a call is made in. */
export function requireSession(context: Pick<Context, "sessionId">): string {
	if (context.sessionId === undefined) throw needsSession();
	return context.sessionId;
}

/** Counts the try before the password is looked at; `work` throws `wrong_password` where it is not right. */
export async function withPassword<T>(
	{ db, limits }: AuthDeps,
	context: Context,
	work: (user: { id: string; email: string; name: string }) => Promise<T>,
): Promise<T> {
	requireSession(context);
	const user = await findUser(db, context.userId);
	if (!user) throw new AppError("needs_authorization", "This account no longer exists.");
	const guess = { secret: "password", account: user.email, visitor: context.visitor } as const;
	await limits.take(guess);
	const result = await work(user);
	await limits.right(guess);
	return result;
}

/** Known and unknown addresses are answered after the same time, whatever there was to do. */
export async function evenly<T>(ms: number, work: () => Promise<T>): Promise<T> {
	const pause = new Promise((resolve) => setTimeout(resolve, ms));
	const [result] = await Promise.allSettled([work(), pause]);
	if (result.status === "rejected") throw result.reason;
	return result.value;
}

/**
 * Waits until a whole number of beats has gone by since `begun`: what took a little longer than something else is answered at the same
 * time, on a slow machine as on a fast one.
 */
export async function onBeat(begun: number, beatMs: number): Promise<void> {
	const gone = performance.now() - begun;
	await new Promise((resolve) => setTimeout(resolve, Math.ceil(gone / beatMs) * beatMs - gone));
}
