import { z } from "zod";
import { endpoint, type RateLimit } from "./endpoint.ts";

// Sign-up, sign-in, sign-out and the second factor at sign-in are calls of the identity library under /api/auth; the forms give both
// sides one validation text. Everything else about an account is here.

const email = z.email("Enter an e-mail address, such as name@example.com.").max(254, "At most 254 characters.");
const newPassword = z.string().min(8, "Use at least 8 characters.").max(128, "At most 128 characters.");
const password = z.string().min(1, "Enter your password.").max(128, "At most 128 characters.");

export const signUpForm = z.object({
	name: z.string().trim().min(1, "Enter your name.").max(80, "At most 80 characters."),
	email,
	password: newPassword,
});
export type SignUpForm = z.output<typeof signUpForm>;

export const signInForm = z.object({ email, password: z.string().min(1, "Enter your password.") });
export type SignInForm = z.output<typeof signInForm>;

/**
 * What `POST /api/auth/sign-in/email` answers when the password was right and more is wanted: the second factor
 * (`/api/auth/two-factor/verify-totp` or `verify-backup-code`, body `{code, trustDevice?}`), or the code of a mail, because the device
 * is unknown (`authEndpoints.verifySignInRequest`, in the same browser).
 */
export const signInStep = z.union([
	z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) }),
	z.object({ signInRequest: z.literal(true), expires_at_unix: z.int() }),
]);

/** Said by whoever refuses after too many wrong passwords or codes (429 `rate_limit_exceeded`). */
export const tooManyAttempts = "Too many attempts, please try again in a few minutes.";
/** The same words whether there is such an account or not. */
export const resetRequested = "If there is an account with this e-mail address, instructions were sent to it.";

/** The code that is sent to whoever signs in from an unknown device. */
export const signInRequestCode = z.object({
	sign_in_request_verification_code: z
		.string()
		.trim()
		.regex(/^\d{6}$/, "Enter the 6 digits of the mail."),
});

const ok = z.object({ status: z.literal("ok") });
const sessionId = z.object({ session_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });
const deviceId = z.object({ device_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });
/** A page of this server to go on to; anything else is as if nothing had been said. */
const continueUrl = z.string().max(2_000).nullish();
const actionCode = z.string().min(1).max(200);
const marketing = {
	/** Where somebody came from: the identifiers of a partner's link. */
	pid: z.string().max(200).nullish(),
	xid: z.string().max(200).nullish(),
	/** Accepted and not read: there is no marketplace. */
	gcp_marketplace_jwt: z.string().max(10_000).nullish(),
};
/** Notes of a client about an account: few, small, flat. `name`, `language` and `agrees_to_product_updates` are the account's own. */
const accountMetadata = z
	.object({
		name: z.string().trim().min(1, "Enter your name.").max(80, "At most 80 characters.").optional(),
		language: z
			.string()
			.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
			.nullable()
			.optional(),
		agrees_to_product_updates: z.boolean().optional(),
	})
	.catchall(z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
	.refine((metadata) => Object.keys(metadata).length <= 30, "At most 30 entries.")
	.refine((metadata) => Object.keys(metadata).every((key) => key.length <= 60), "Names of at most 60 characters.");

/** What following the link of a mail came to. */
export const actionResults = ["success", "invalidActionCode", "unknownError"] as const;
export type ActionResult = (typeof actionResults)[number];

const perVisitor = (requests: number): readonly RateLimit[] => [
	{ per: "visitor", requests, seconds: 600, shared: true },
];

const session = z.object({
	session_id: z.string(),
	created_at_unix: z.int(),
	last_seen_at_unix: z.int(),
	expires_at_unix: z.int(),
	ip_address: z.string().nullable(),
	user_agent: z.string().nullable(),
	/** True for the session this call was made in. */
	current: z.boolean(),
});
export type Session = z.output<typeof session>;

const device = z.object({
	device_id: z.string(),
	created_at_unix: z.int(),
	last_seen_at_unix: z.int(),
	user_agent: z.string().nullable(),
	current: z.boolean(),
});
export type Device = z.output<typeof device>;

export const updateMfaFactorsBody = z.discriminatedUnion("action", [
	/** Gives a new secret, which counts once a code made with it is confirmed. */
	z.object({ action: z.literal("begin"), password }),
	z.object({
		action: z.literal("confirm"),
		code: z
			.string()
			.trim()
			.regex(/^\d{6}$/, "Enter the 6 digits that your app shows."),
	}),
	z.object({ action: z.literal("remove"), password }),
]);

export const authEndpoints = {
	preSignUp: endpoint({
		id: "user_preSignUp",
		method: "POST",
		path: "/v1/user/pre-sign-up",
		summary: "Whether an address may sign up; tells nothing about who has an account",
		since: "0.3.0",
		auth: "public",
		body: z.object({
			email,
			account_metadata: accountMetadata.nullish(),
			recaptcha_token: z.string().max(5_000).nullish(),
			invite_code: z.string().max(200).nullish(),
			...marketing,
		}),
		response: ok,
		errors: ["email_not_allowed"],
		limits: perVisitor(200),
	}),
	postRegistrationSetup: endpoint({
		id: "user_postRegistrationSetup",
		method: "POST",
		path: "/v1/user/post-registration-user-setup",
		summary: "Completes a new account: from then on it is not new any more",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object(marketing),
		response: ok,
	}),
	editUserMetadata: endpoint({
		id: "user_editMetadata",
		method: "POST",
		path: "/v1/user/edit-user-metadata",
		summary: "Change the account's name, language, wish for product news, or notes of a client",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ account_metadata: accountMetadata }),
		response: ok,
	}),
	sendVerificationEmail: endpoint({
		id: "user_sendVerificationEmail",
		method: "POST",
		path: "/v1/user/send-verification-email",
		summary: "Mail a link that verifies the address, if an account with it waits for that",
		since: "0.3.0",
		auth: "public",
		body: z.object({ email, continue_url: continueUrl }),
		response: ok,
		limits: perVisitor(30),
	}),
	verifyEmail: endpoint({
		id: "user_verifyEmail",
		method: "POST",
		path: "/v1/user/verify-email",
		summary: "Verify an address with the code of the mail's link",
		since: "0.3.0",
		auth: "public",
		body: z.object({ action_code: actionCode }),
		response: z.object({ result: z.enum(actionResults) }),
	}),
	sendPasswordResetEmail: endpoint({
		id: "user_sendPasswordResetEmail",
		method: "POST",
		path: "/v1/user/send-password-reset-email",
		summary: "Mail a link for a new password, if there is such an account; the answer is the same if not",
		since: "0.3.0",
		auth: "public",
		body: z.object({ email, continue_url: continueUrl }),
		response: z.object({ status: z.literal("ok"), message: z.literal(resetRequested) }),
		limits: perVisitor(30),
	}),
	checkPasswordResetCode: endpoint({
		id: "user_checkPasswordResetCode",
		method: "POST",
		path: "/v1/user/check-password-reset-code",
		summary: "Whose password the code of a mail's link may change",
		since: "0.3.0",
		auth: "public",
		body: z.object({ action_code: actionCode }),
		response: z.object({ result: z.enum(actionResults), email: z.string().nullable() }),
	}),
	confirmPasswordReset: endpoint({
		id: "user_confirmPasswordReset",
		method: "POST",
		path: "/v1/user/confirm-password-reset",
		summary: "Set a new password with the code of a mail's link; all sessions end",
		since: "0.3.0",
		auth: "public",
		body: z.object({ action_code: actionCode, new_password: newPassword }),
		response: z.object({ result: z.enum(actionResults) }),
		errors: ["weak_password"],
	}),
	verifySignInRequest: endpoint({
		id: "user_signInRequests_verify",
		method: "POST",
		path: "/v1/user/sign-in-requests/verify",
		summary: "Sign in from an unknown device with the code of the mail, in the browser that asked",
		since: "0.3.0",
		auth: "public",
		byCookie: true,
		body: signInRequestCode,
		response: ok,
		errors: ["invalid_code"],
	}),
	removeMfaByBackupCode: endpoint({
		id: "user_backupCode_removeMfa",
		method: "POST",
		path: "/v1/user/backup-code/{code}/remove-mfa",
		summary: "Sign in without the second factor and switch it off, after the password, with a backup code",
		since: "0.3.0",
		auth: "public",
		byCookie: true,
		params: z.object({ code: z.string().min(1).max(64) }),
		response: ok,
		errors: ["needs_authorization", "invalid_code"],
	}),
	updateEmail: endpoint({
		id: "user_email_update",
		method: "PUT",
		path: "/v1/user/email",
		summary:
			"Change the address with the code mailed to the new one, or take a change back with the code mailed to the old one",
		since: "0.3.0",
		// A change needs the session that asked for it; taking it back must work for somebody whose account was taken over.
		auth: "public",
		byCookie: true,
		query: z.object({ verification_code: actionCode, is_reverting: z.stringbool().default(false) }),
		response: z.object({ status: z.literal("ok"), email: z.string() }),
		errors: ["needs_authorization", "invalid_code", "conflict"],
	}),
	sendEmailChangeVerification: endpoint({
		id: "user_email_sendChangeVerification",
		method: "POST",
		path: "/v1/user/send-email-change-verification",
		summary: "Mail a code to a new address; the account has it once the code is confirmed",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ new_email: email, password }),
		response: ok,
		errors: ["needs_session", "wrong_password", "email_not_allowed"],
	}),
	changePassword: endpoint({
		id: "user_password_update",
		method: "POST",
		path: "/v1/user/password",
		summary: "Change the password; all other sessions end",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ current_password: password, new_password: newPassword }),
		evenSuspended: true,
		response: ok,
		errors: ["needs_session", "wrong_password", "weak_password"],
	}),
	authTokens: endpoint({
		id: "user_authTokens_create",
		method: "POST",
		path: "/v1/user/auth-tokens",
		summary: "A token for the Authorization header that stands for this session for ten minutes",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		evenSuspended: true,
		response: z.object({ token: z.string(), expires_at_unix: z.int(), refresh_after_ms: z.int() }),
		errors: ["needs_session"],
	}),
	updateMfaFactors: endpoint({
		id: "user_mfaFactors_update",
		method: "POST",
		path: "/v1/user/update-mfa-factors",
		summary: "Set up an authenticator app as the second factor, confirm it, or remove it",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: updateMfaFactorsBody,
		response: z.object({
			is_enabled: z.boolean(),
			/** After `begin`: the otpauth:// address for the QR code, and the secret in it, to type. */
			totp_uri: z.string().optional(),
			secret: z.string().optional(),
			/** After `confirm`, this once: each opens the account one time without the app. */
			backup_codes: z.array(z.string()).optional(),
		}),
		errors: ["needs_session", "wrong_password", "invalid_code", "conflict"],
	}),
	createBackupCodes: endpoint({
		id: "user_backupCode_create",
		method: "POST",
		path: "/v1/user/backup-code",
		summary: "New backup codes, shown this once; the old ones open nothing any more",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ password }),
		response: z.object({ backup_codes: z.array(z.string()) }),
		errors: ["needs_session", "wrong_password", "invalid_request"],
	}),
	listSessions: endpoint({
		id: "user_sessions_list",
		method: "GET",
		path: "/v1/user/sessions",
		summary: "Where the caller is signed in",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		evenSuspended: true,
		response: z.object({ sessions: z.array(session) }),
		errors: ["needs_session"],
	}),
	revokeSession: endpoint({
		id: "user_sessions_revoke",
		method: "DELETE",
		path: "/v1/user/sessions/{session_id}",
		summary: "End one of the caller's sessions",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		params: sessionId,
		evenSuspended: true,
		response: ok,
		errors: ["session_not_found", "needs_session"],
	}),
	revokeOtherSessions: endpoint({
		id: "user_sessions_revokeOthers",
		method: "POST",
		path: "/v1/user/sessions/revoke-others",
		summary: "End all of the caller's sessions but this one",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		evenSuspended: true,
		response: z.object({ revoked: z.int() }),
		errors: ["needs_session"],
	}),
	listDevices: endpoint({
		id: "user_devices_list",
		method: "GET",
		path: "/v1/user/devices",
		summary: "Browsers that need no code of a mail to sign in",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: z.object({ devices: z.array(device) }),
		errors: ["needs_session"],
	}),
	forgetDevice: endpoint({
		id: "user_devices_forget",
		method: "DELETE",
		path: "/v1/user/devices/{device_id}",
		summary: "Forget a known device: signing in there needs a code again",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		params: deviceId,
		response: ok,
		errors: ["device_not_found", "needs_session"],
	}),
	recordDeviceFingerprint: endpoint({
		id: "user_deviceFingerprint_record",
		method: "POST",
		path: "/v1/user/record-device-fingerprint",
		summary: "What a client tells about its device; kept as a hash beside the session",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ device_fingerprint: z.string().min(1).max(2_000) }),
		response: ok,
		errors: ["needs_session"],
	}),
	setPersistence: endpoint({
		id: "user_persistence_set",
		method: "POST",
		path: "/v1/user/persistence",
		summary: "Whether this session outlives the browser window (local) or ends with it (session)",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ persistence: z.enum(["local", "session"]) }),
		response: ok,
		errors: ["needs_session"],
	}),
	updatePhone: endpoint({
		id: "user_phone_update",
		method: "POST",
		path: "/v1/user/phone",
		summary: "Keep or remove a telephone number; no texts are sent to it",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			phone_number: z
				.string()
				.trim()
				.regex(/^\+[1-9]\d{6,14}$/, "Write the number with its country code, such as +14155550123.")
				.nullable(),
		}),
		response: z.object({ phone_number: z.string().nullable() }),
		errors: ["needs_session"],
	}),
	rand: endpoint({
		id: "user_rand",
		method: "GET",
		path: "/v1/user/rand",
		summary: "A random number from 0 up to but not including 1",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: z.object({ rand: z.number() }),
	}),
	hasAlphaAccess: endpoint({
		id: "user_alphaAccess_get",
		method: "GET",
		path: "/v1/user/has-alpha-access",
		summary: "Whether the caller may use what is not finished; staff always may",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: z.object({ has_alpha_access: z.boolean(), requested: z.boolean(), is_internal: z.boolean() }),
	}),
	requestAlphaAccess: endpoint({
		id: "user_alphaAccess_request",
		method: "POST",
		path: "/v1/user/request-alpha-access",
		summary: "Ask for access to what is not finished; the operator decides",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ reason: z.string().trim().max(1_000).nullish() }),
		response: z.object({ status: z.enum(["requested", "granted"]) }),
	}),
	generateName: endpoint({
		id: "user_generateName",
		method: "POST",
		path: "/v1/user/generate-name",
		summary: "A friendly name for somebody who does not want to show their own",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: z.object({ name: z.string() }),
	}),
	prepareInternalVerification: endpoint({
		id: "user_internalVerification_prepare",
		method: "POST",
		path: "/v1/user/prepare-internal-verification",
		summary: "Show by the code of a mail that one has an address of the operator's own domain",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			email,
			/** Without it a code is mailed, if the address is of that domain. */
			verification_code: z.string().trim().max(20).nullish(),
		}),
		response: z.object({ status: z.enum(["sent", "verified"]) }),
		errors: ["needs_session", "invalid_code"],
	}),
};
