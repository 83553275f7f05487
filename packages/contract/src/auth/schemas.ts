import { z } from "zod";
import { maxPasskeyNameLength } from "./rules.ts";

export const email = z.email("Enter an email address, such as name@example.com.").max(254, "At most 254 characters.");
export const newPassword = z.string().min(8, "Use at least 8 characters.").max(128, "At most 128 characters.");

export const signUpForm = z.object({
	name: z.string().trim().min(1, "Enter your name.").max(80, "At most 80 characters."),
	email,
	password: newPassword,
});

export const passkeyName = z
	.string()
	.trim()
	.min(1, "Enter a name.")
	.max(maxPasskeyNameLength, `At most ${maxPasskeyNameLength} characters.`);

export const signInForm = z.object({ email, password: z.string().min(1, "Enter your password.") });

/**
 * Response of `POST /api/auth/sign-in/email` if the password is correct but another step is required: the second factor
 * (`/api/auth/two-factor/verify-totp` or `verify-backup-code`, body `{code, trustDevice?}`), or an emailed code because
 * the device is unknown (`authEndpoints.verifySignInRequest`, in the same browser).
 */
export const signInStep = z.union([
	z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) }),
	z.object({ signInRequest: z.literal(true), expires_at_unix: z.int() }),
]);

/** The code emailed when signing in from an unknown device. */
export const signInRequestCode = z.object({
	sign_in_request_verification_code: z
		.string()
		.trim()
		.regex(/^\d{6}$/, "Enter the 6-digit code from the email.")
		.meta({ description: "The 6-digit code from the email.", examples: ["492817"] }),
});
