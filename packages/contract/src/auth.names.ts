// Names and numbers both sides know. Without schemas, so that every page can have them for nothing.

/**
 * Where the links of mails lead: each has `code`, the first two also `continue_url`, the last `is_reverting=true` where it takes a change
 * back. Without a code `resetPassword` is where one asks for a new password.
 */
export const authPages = {
	verifyEmail: "/app/verify-email",
	resetPassword: "/app/reset-password",
	changeEmail: "/app/change-email",
} as const;
/** Where one goes on from the links of mails when nothing else was asked for. */
export const signInPage = "/app/sign-in";

/** The token of `auth-tokens` lives longer than the time after which it is to be fetched anew, so that there is always a valid one. */
export const tokenRefreshMs = 300_000;
export const tokenSeconds = 600;
/** Calls that a page makes by itself carry this header: they are no sign that somebody is there, so a session may end in spite of them. */
export const backgroundHeader = "x-timbre-background";
