import { signInPage } from "@timbre/contract/auth.names.ts";
import { authEndpoints, type SignInForm, type SignUpForm, tooManyAttempts } from "@timbre/contract/auth.ts";
import { ssoEndpoints } from "@timbre/contract/workspace.sso.ts";
import { call } from "../../lib/api.ts";
import { ApiError, unreachable } from "../../lib/api-error.ts";
import { connection } from "../../lib/connection.ts";

/** The identity endpoints answer errors as `{message, code}`; some messages are made plainer here. The code is the error's `type`. */
async function post(path: string, body: unknown): Promise<unknown> {
	const response = await fetch(`/api/auth/${path}`, {
		method: "POST",
		credentials: "same-origin",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(body),
	}).catch(() => null);
	if (!response || response.status >= 502) {
		connection.lost();
		throw unreachable();
	}
	const answer: unknown = await response.json().catch(() => null);
	if (response.ok) return answer;
	const { code, message } = (answer ?? {}) as { code?: string; message?: string };
	const plain = response.status === 429 ? tooManyAttempts : code ? plainWords[code] : undefined;
	throw new ApiError(response.status, "unknown", plain ?? message ?? `The server answered ${response.status}.`, {
		type: code,
		payload: answer,
	});
}

const plainWords: Record<string, string> = {
	INVALID_EMAIL_OR_PASSWORD: "The e-mail address or the password is not right.",
	EMAIL_NOT_VERIFIED: "This e-mail address is not verified yet.",
	USER_ALREADY_EXISTS: "There is already an account with this e-mail address. Sign in instead.",
	USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "There is already an account with this e-mail address. Sign in instead.",
	PASSWORD_TOO_SHORT: "The password is too short.",
	INVALID_CODE: "That code is not right.",
	INVALID_BACKUP_CODE: "That is no backup code of this account, or it was used before.",
	INVALID_TWO_FACTOR_COOKIE: "That took too long. Sign in with your password again.",
};

/** Answers with what is asked for next, if anything is. `rememberMe`: the session outlives the browser's window. */
export function signIn(input: SignInForm & { rememberMe: boolean }): Promise<unknown> {
	return post("sign-in/email", input);
}

/** Who sent somebody here: the identifiers of a partner's link. */
export type CameFrom = { pid: string | null; xid: string | null };

/** `continueUrl`: where the link of the mail leads on to, if one has to be followed. */
export type SignUp = SignUpForm & { inviteCode: string | null; continueUrl: string; from: CameFrom };

/** Whether one is in at once, or the address has to be verified first. */
export async function signUp({ inviteCode, continueUrl, from, ...input }: SignUp): Promise<"in" | "verify"> {
	await call(authEndpoints.preSignUp, { body: { email: input.email, invite_code: inviteCode, ...from } });
	const answer = (await post("sign-up/email", { ...input, callbackURL: continueUrl })) as {
		token?: string | null;
	} | null;
	if (!answer?.token) return "verify";
	await completeSignUp(from);
	return "in";
}

/** After the first time in. Nothing else waits for it, so it may fail. */
export async function completeSignUp(from: CameFrom): Promise<void> {
	await call(authEndpoints.postRegistrationSetup, { body: from }).catch(() => undefined);
}

export type SecondFactor = { kind: "totp" | "backup-code"; code: string; trustDevice: boolean };

export async function verifySecondFactor({ kind, code, trustDevice }: SecondFactor): Promise<void> {
	await post(`two-factor/verify-${kind}`, { code, trustDevice });
}

export const verifySignInRequest = (code: string) =>
	call(authEndpoints.verifySignInRequest, { body: { sign_in_request_verification_code: code } });

/** A backup code instead of a lost app: one is in, and the second factor is off. */
export const removeSecondFactor = (code: string) => call(authEndpoints.removeMfaByBackupCode, { params: { code } });

export const sendVerificationEmail = (email: string) => call(authEndpoints.sendVerificationEmail, { body: { email } });

export const sendPasswordReset = (email: string) => call(authEndpoints.sendPasswordResetEmail, { body: { email } });

export const confirmPasswordReset = (code: string, newPassword: string) =>
	call(authEndpoints.confirmPasswordReset, { body: { action_code: code, new_password: newPassword } });

export const findSso = (email: string) => call(ssoEndpoints.findSsoProvider, { query: { email } });

/** Leaves for the organisation's own door; one comes back to `to`, or to this page with `error` in its address. */
export async function goToSso(providerId: string, to: string): Promise<void> {
	const answer = (await post("sign-in/sso", {
		providerId,
		callbackURL: to,
		errorCallbackURL: signInPage,
	})) as { url?: string } | null;
	if (!answer?.url) throw new ApiError(500, "unknown", "Your organisation's sign-in could not be reached.");
	window.location.assign(answer.url);
}
