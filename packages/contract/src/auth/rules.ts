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

/** Pictures of users are square PNG files. Browsers crop and scale to `avatarPixels`. */
export const minAvatarPixels = 32;
export const maxAvatarPixels = 512;
export const avatarPixels = 256;
export const maxAvatarBytes = 1_048_576;
export const avatarUrl = (id: string) => `/v1/avatars/${id}`;

export const maxPasskeys = 20;
export const maxPasskeyNameLength = 60;

/** Providers of social sign-in; `oidc` is the operator's own. */
export const socialProviderIds = ["google", "microsoft", "github", "oidc"] as const;
export type SocialProviderId = (typeof socialProviderIds)[number];

/** Why a social sign-in failed. The sign-in page gets the code as `error`; those in the second part are the library's. */
export const socialErrors = {
	social_unverified_email: "Your email address isn't verified at this provider. Verify it there, or use a password.",
	social_sso_required: 'Users at your organization sign in through it. Choose "Continue with SSO".',
	social_two_factor: "Your account uses two-factor authentication. Sign in with your password or a passkey.",
	social_email_not_allowed: "This email address can't be used here. Use a different one.",
	social_sign_up_not_allowed:
		"You can't create an account on this server with this address. Ask its operator for access.",

	signup_disabled: "You don't have an account yet. Create one first.",
	account_not_linked:
		"An account with this email address exists, but the address isn't verified. Sign in with your password.",
	access_denied: "You canceled the sign-in. Try again, or sign in another way.",
} as const;
export type SocialErrorCode = keyof typeof socialErrors;

/** What happens to emails: sent, shown on this machine at /dev/mails, or only stored. */
export const emailDeliveries = ["mail", "local", "kept"] as const;
export type EmailDelivery = (typeof emailDeliveries)[number];

/** Who can create an account. */
export const signUpModes = ["open", "domain", "invite", "closed"] as const;
export type SignUpMode = (typeof signUpModes)[number];
