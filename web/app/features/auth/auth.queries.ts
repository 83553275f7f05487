import type { SignInForm, SignUpForm } from "@timbre/contract/auth.ts";
import { ApiError, unreachable } from "../../lib/api-error.ts";
import { connection } from "../../lib/connection.ts";

/** The identity endpoints answer errors as `{message, code}`; some messages are made plainer here. */
async function post(path: string, body: unknown): Promise<void> {
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
	if (response.ok) return;
	const answer = (await response.json().catch(() => null)) as { code?: string; message?: string } | null;
	const plain = answer?.code ? plainWords[answer.code] : undefined;
	const fallback =
		response.status === 429
			? "Too many tries. Wait a minute and try again."
			: `The server answered ${response.status}.`;
	throw new ApiError(response.status, "unknown", plain ?? answer?.message ?? fallback);
}

const plainWords: Record<string, string> = {
	INVALID_EMAIL_OR_PASSWORD: "The e-mail address or the password is not right.",
	USER_ALREADY_EXISTS: "There is already an account with this e-mail address. Sign in instead.",
	USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "There is already an account with this e-mail address. Sign in instead.",
	PASSWORD_TOO_SHORT: "The password is too short.",
};

export const signIn = (input: SignInForm) => post("sign-in/email", input);
export const signUp = (input: SignUpForm) => post("sign-up/email", input);
