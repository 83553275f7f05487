// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** The message after too many wrong passwords or codes (429 `rate_limit_exceeded`). */
export const tooManyAttempts = "Too many attempts, please try again in a few minutes.";
/** The same message whether or not the account exists. */
export const resetRequested = "If an account with this email address exists, we sent instructions to it.";

/**
 * Pages that emails link to. Each link has a `code`; the first two also have `continue_url`, and `changeEmail` has
 * `is_reverting=true` if it reverts a change. Without a code, `resetPassword` shows the form to request a reset.
 */
export const authPages = {
	verifyEmail: "/app/verify-email",
	resetPassword: "/app/reset-password",
	changeEmail: "/app/change-email",
} as const;
/** The default page to continue to from a link in an email. */
export const signInPage = "/app/sign-in";

/** Tokens are valid for longer than the refresh interval, so that there is always a valid one. */
export const tokenRefreshMs = 300_000;
export const tokenSeconds = 600;
/** Sent with background requests of a page, which don't count as activity for the inactivity timeout. */
export const backgroundHeader = "x-timbre-background";

export const maxPasskeys = 20;
export const maxPasskeyNameLength = 60;

/** Who can create an account. */
export const signUpModes = ["open", "domain", "invite", "closed"] as const;
export type SignUpMode = (typeof signUpModes)[number];
