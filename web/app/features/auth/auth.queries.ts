import { queryOptions } from "@tanstack/react-query";
import type { SignInForm, SignUpForm } from "@timbre/contract/auth/endpoints.ts";
import { authPaths } from "@timbre/contract/auth/paths.ts";
import { type SocialProviderId, signInPage, tooManyAttempts } from "@timbre/contract/auth/rules.ts";
import { workspacePaths } from "@timbre/contract/workspace/paths.ts";
import { call } from "../../lib/api/api.ts";
import { ApiError, unreachable } from "../../lib/api/api-error.ts";
import { connection } from "../../lib/api/connection.ts";
import { entryParams } from "../../lib/session/entry-params.ts";
import { agreeOnEntry } from "../../lib/session/pending-terms.ts";

const post = (path: string, body: unknown) =>
	request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/**
 * The identity library returns errors as `{message, code}`. The code becomes the error's `type`, and some messages are
 * replaced.
 */
async function request(path: string, init: RequestInit = {}): Promise<unknown> {
	const response = await fetch(`/api/auth/${path}`, { credentials: "same-origin", ...init }).catch(() => null);
	if (!response || response.status >= 502) {
		connection.requestFailed();
		throw unreachable();
	}
	const payload: unknown = await response.json().catch(() => null);
	if (response.ok) return payload;
	const { code, message } = (payload ?? {}) as { code?: string; message?: string };
	const replacement = response.status === 429 ? tooManyAttempts : code ? errorMessages[code] : undefined;
	throw new ApiError(
		response.status,
		"unknown",
		replacement ?? message ?? `The server responded with status ${response.status}.`,
		{
			type: code,
			payload,
		},
	);
}

const errorMessages: Record<string, string> = {
	INVALID_EMAIL_OR_PASSWORD: "Incorrect email or password.",
	EMAIL_NOT_VERIFIED: "This email address isn't verified yet.",
	USER_ALREADY_EXISTS: "An account with this email address already exists. Sign in instead.",
	USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "An account with this email address already exists. Sign in instead.",
	PASSWORD_TOO_SHORT: "The password is too short.",
	INVALID_CODE: "That code is incorrect.",
	INVALID_BACKUP_CODE: "That isn't one of your backup codes, or it has already been used.",
	PASSKEY_NOT_FOUND: "This passkey doesn't belong to an account here. Enter your email and password.",
	CHALLENGE_NOT_FOUND: "Your sign-in timed out. Try again.",
	AUTHENTICATION_FAILED: "Couldn't verify this passkey. Try again, or enter your password.",
	INVALID_TWO_FACTOR_COOKIE: "Your sign-in timed out. Enter your password again.",
};

/** Resolves to the next required step, if any. With `rememberMe` the session survives closing the browser. */
export function signIn(input: SignInForm & { rememberMe: boolean }): Promise<unknown> {
	return post("sign-in/email", input);
}

export async function fetchPasskeyOptions(): Promise<Record<string, unknown>> {
	return (await request("passkey/generate-authenticate-options")) as Record<string, unknown>;
}

/** With `rememberMe` the session survives closing the browser. */
export async function signInWithPasskey(response: Record<string, unknown>, rememberMe: boolean): Promise<void> {
	await post("passkey/verify-authentication", { response });
	if (!rememberMe) await call(authPaths.setPersistence, { body: { persistence: "session" } });
}

/** Identifiers from a partner's referral link. */
export type Referral = { pid: string | null; xid: string | null };

/** `continueUrl` is the page to open after following the link in the verification email. */
export type SignUp = SignUpForm & { inviteCode: string | null; continueUrl: string; from: Referral };

/** Resolves to "in" if the user is signed in, or "verify" if the address has to be verified first. */
export async function signUp({ inviteCode, continueUrl, from, ...input }: SignUp): Promise<"in" | "verify"> {
	const order = { gcp_marketplace_jwt: entryParams().gcp_jwt };
	await call(authPaths.preSignUp, { body: { email: input.email, invite_code: inviteCode, ...order, ...from } });
	const body = (await post("sign-up/email", { ...input, invite_code: inviteCode, callbackURL: continueUrl })) as {
		token?: string | null;
	} | null;
	if (!body?.token) return "verify";
	await completeSignUp(from);
	return "in";
}

/** Who can create an account on this server, with which providers users sign in, and whether emails arrive. */
export const signUpRulesQuery = queryOptions({
	queryKey: ["sign-up-rules"],
	queryFn: ({ signal }) => call(authPaths.getSignUpRules, { signal }),
	staleTime: Number.POSITIVE_INFINITY,
});

/** Call it after the first sign-in. Nothing depends on it, so failures are ignored. */
export async function completeSignUp(from: Referral): Promise<void> {
	const order = { gcp_marketplace_jwt: entryParams().gcp_jwt };
	agreeOnEntry();
	await call(authPaths.postRegistrationSetup, { body: { ...order, ...from } }).catch(() => undefined);
}

export type SecondFactor = { kind: "totp" | "backup-code"; code: string; trustDevice: boolean };

export async function verifySecondFactor({ kind, code, trustDevice }: SecondFactor): Promise<void> {
	await post(`two-factor/verify-${kind}`, { code, trustDevice });
}

export const verifySignInRequest = (code: string) =>
	call(authPaths.verifySignInRequest, { body: { sign_in_request_verification_code: code } });

/** Signs in with a backup code and turns off two-factor authentication. */
export const removeSecondFactor = (code: string) => call(authPaths.removeMfaByBackupCode, { params: { code } });

export const sendVerificationEmail = (email: string) => call(authPaths.sendVerificationEmail, { body: { email } });

export const sendPasswordReset = (email: string) => call(authPaths.sendPasswordResetEmail, { body: { email } });

export const confirmPasswordReset = (code: string, newPassword: string) =>
	call(authPaths.confirmPasswordReset, { body: { action_code: code, new_password: newPassword } });

export const findSsoProvider = (email: string) => call(workspacePaths.findSsoProvider, { query: { email } });

type SocialSignIn = {
	provider: SocialProviderId;
	/** Where existing users and new ones continue. */
	to: string;
	newUserTo: string;
	/** Whether an account may be created. */
	create: boolean;
	inviteCode: string | null;
};

/** Redirects to the provider. The user returns to one of the pages, or to the sign-in page with `error` in its URL. */
export async function redirectToSocial({ provider, to, newUserTo, create, inviteCode }: SocialSignIn): Promise<void> {
	const body = (await post("sign-in/social", {
		provider,
		callbackURL: to,
		newUserCallbackURL: newUserTo,
		errorCallbackURL: signInPage,
		requestSignUp: create,
		additionalData: inviteCode === null ? {} : { invite_code: inviteCode },
	})) as { url?: string } | null;
	if (!body?.url) throw new ApiError(500, "unknown", "Couldn't reach the provider's sign-in page.");
	window.location.assign(body.url);
}

/** Redirects to the identity provider. The user returns to `to`, or to the sign-in page with `error` in its URL. */
export async function redirectToSso(providerId: string, to: string): Promise<void> {
	const body = (await post("sign-in/sso", {
		providerId,
		callbackURL: to,
		errorCallbackURL: signInPage,
	})) as { url?: string } | null;
	if (!body?.url) throw new ApiError(500, "unknown", "Couldn't reach your organization's sign-in page.");
	window.location.assign(body.url);
}
