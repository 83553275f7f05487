import { z } from "zod";
import { endpoint, type RateLimit } from "../endpoint.ts";
import { accountEndpoints } from "./account.ts";
import { avatarEndpoints } from "./avatar.ts";
import { passkeyEndpoints } from "./passkeys.ts";
import { authPaths } from "./paths.ts";
import { emailDeliveries, resetRequested, signUpModes, socialProviderIds } from "./rules.ts";
import { email, newPassword, type signInForm, signInRequestCode, type signUpForm } from "./schemas.ts";
import { sessionEndpoints } from "./sessions.ts";

const password = z.string().min(1, "Enter your password.").max(128, "At most 128 characters.");

export type SignUpForm = z.output<typeof signUpForm>;

export type SignInForm = z.output<typeof signInForm>;

const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) });
const continueUrl = z
	.string()
	.max(2_000)
	.nullish()
	.meta({
		description: "Page of this app to continue to after the link, below `/app/`. Other values are ignored.",
		examples: ["/app/speech-synthesis"],
	});
const actionCode = z.string().min(1).max(200);
const linkCode = actionCode.meta({
	description: "Code from the link in the email.",
	examples: ["b7Kx2LmQ8vTz4NcRy9Wd3FpHs6JtGq1Z"],
});
const ownPassword = password.meta({
	description: "The caller's password.",
	examples: ["correct horse battery staple"],
});
const chosenPassword = newPassword.meta({
	description:
		"New password, 8 to 128 characters. Common passwords, and the user's name or email address, are rejected.",
	examples: ["correct horse battery staple"],
});
const marketing = {
	pid: z
		.string()
		.max(200)
		.nullish()
		.meta({
			description: "Referral identifier from a partner's link.",
			examples: ["partner-42"],
		}),
	xid: z
		.string()
		.max(200)
		.nullish()
		.meta({
			description: "Second referral identifier from a partner's link.",
			examples: ["click-8391"],
		}),
	gcp_marketplace_jwt: z
		.string()
		.max(10_000)
		.nullish()
		.meta({
			description:
				"Proof of a marketplace order. This server isn't connected to a marketplace: the order is not linked to the account, and the response names the field in `ignored`.",
			examples: [null],
		}),
};
/**
 * Small, flat metadata that a client stores with an account. `name`, `language` and `agrees_to_product_updates` are
 * account fields.
 */
const accountMetadata = z
	.object({
		name: z
			.string()
			.trim()
			.min(1, "Enter your name.")
			.max(80, "At most 80 characters.")
			.optional()
			.meta({
				description: "Name of the account, 1 to 80 characters.",
				examples: ["Ada Lovelace"],
			}),
		language: z
			.string()
			.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
			.nullable()
			.optional()
			.meta({ description: "Language tag. Null means none.", examples: ["en"] }),
		agrees_to_product_updates: z
			.boolean()
			.optional()
			.meta({
				description: "Whether the user wants emails about product updates.",
				examples: [false],
			}),
	})
	.catchall(z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
	.refine((metadata) => Object.keys(metadata).length <= 30, "At most 30 entries.")
	.refine(
		(metadata) => Object.keys(metadata).every((key) => key.length <= 60),
		"Names can have at most 60 characters.",
	);

const registered = ok.extend({
	ignored: z
		.array(z.literal("gcp_marketplace_jwt"))
		.optional()
		.meta({
			description: "Given fields that this server can't use. Omitted if there are none.",
			examples: [["gcp_marketplace_jwt"]],
		}),
});

/** Result of opening a link from an email. */
export const actionResults = ["success", "invalidActionCode", "unknownError"] as const;
export type ActionResult = (typeof actionResults)[number];
const actionResult = z.enum(actionResults).meta({
	description:
		"`invalidActionCode` if the code is wrong, expired or was used before; `unknownError` if the server failed.",
	examples: ["success"],
});

const perVisitor = (requests: number): readonly RateLimit[] => [
	{ per: "visitor", requests, seconds: 600, shared: true },
];

export const updateMfaFactorsBody = z.discriminatedUnion("action", [
	z.object({
		action: z.literal("begin").meta({
			description: "Returns a new secret, which becomes active once a code generated from it is confirmed.",
		}),
		password: ownPassword,
	}),
	z.object({
		action: z.literal("confirm").meta({ description: "Turns two-factor authentication on." }),
		code: z
			.string()
			.trim()
			.regex(/^\d{6}$/, "Enter the 6-digit code from your app.")
			.meta({ description: "The 6-digit code from the authenticator app.", examples: ["492817"] }),
	}),
	z.object({
		action: z.literal("remove").meta({ description: "Turns two-factor authentication off." }),
		password: ownPassword,
	}),
]);

export const authEndpoints = {
	getSignUpRules: endpoint({
		...authPaths.getSignUpRules,
		summary: "Get the sign-in settings of this server",
		description:
			"Returns who can create an account on this server, which providers users can sign in with, and whether emails arrive. Single sign-on is not affected.",
		since: "0.6.0",
		auth: "public",
		response: z.object({
			sign_up: z.enum(signUpModes).meta({
				description:
					"`open`: anyone. `domain`: addresses at the listed domains, and invited people. `invite`: only invited people. `closed`: nobody.",
				examples: ["open"],
			}),
			domains: z
				.array(z.string())
				.meta({ description: "Email domains that can sign up, for `domain`.", examples: [["example.com"]] }),
			social_providers: z
				.array(
					z.object({
						id: z.enum(socialProviderIds).meta({ description: "Id of the provider.", examples: ["google"] }),
						name: z.string().meta({ description: "Name of the provider.", examples: ["Google"] }),
					}),
				)
				.meta({ description: "Providers that the operator has set up, in the order of their buttons." }),
			email_delivery: z.enum(emailDeliveries).meta({
				description:
					"`mail`: emails are sent. `local`: there is no mail server; a developer reads emails at `/dev/mails`. `kept`: there is no mail server; emails are stored, and only the operator can read them.",
				examples: ["mail"],
			}),
		}),
		limits: [{ per: "visitor", requests: 120, seconds: 60 }],
	}),
	preSignUp: endpoint({
		...authPaths.preSignUp,
		summary: "Check a sign-up email address",
		description:
			"Rejects addresses that can't have an account, such as those of disposable mailboxes, and addresses that can't sign up on this server. The response doesn't reveal whether the address has an account. Sign up itself with `POST /api/auth/sign-up/email`, which takes the same `invite_code`.",
		since: "0.3.0",
		auth: "public",
		body: z.object({
			email: email.meta({ description: "Address to sign up with.", examples: ["ada@example.com"] }),
			account_metadata: accountMetadata.nullish().meta({ description: "Accepted and ignored." }),
			recaptcha_token: z
				.string()
				.max(5_000)
				.nullish()
				.meta({
					description: "Accepted and ignored.",
					examples: [null],
				}),
			invite_code: z
				.string()
				.max(200)
				.nullish()
				.meta({
					description: "Code of a workspace invite. Required if only invited people can sign up.",
					examples: [null],
				}),
			...marketing,
		}),
		response: registered,
		errors: ["email_not_allowed", "sign_up_not_allowed"],
		limits: perVisitor(200),
	}),
	postRegistrationSetup: endpoint({
		...authPaths.postRegistrationSetup,
		summary: "Complete registration",
		description:
			"Marks the account as set up, so that `is_new_user` becomes false, and stores where the user came from.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object(marketing),
		response: registered,
	}),
	editUserMetadata: endpoint({
		...authPaths.editUserMetadata,
		summary: "Update account metadata",
		description:
			"Changes the given entries and keeps the others. An account can have at most 100 entries of client metadata, which `GET /v1/user` returns as `account_metadata`.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			account_metadata: accountMetadata.meta({
				description:
					"Up to 30 entries: `name`, `language` and `agrees_to_product_updates`, and your own, which can be texts of at most 500 characters, numbers or booleans. Null removes an entry of your own.",
				examples: [{ name: "Ada Lovelace", theme: "dark" }],
			}),
		}),
		response: ok,
	}),
	sendVerificationEmail: endpoint({
		...authPaths.sendVerificationEmail,
		summary: "Send a verification email",
		description:
			"Sends a link that works once, for 24 hours, if an account with this address is waiting for verification. The response is the same if not. An address gets at most 10 emails per hour.",
		since: "0.3.0",
		auth: "public",
		body: z.object({
			email: email.meta({ description: "Email address of the account.", examples: ["ada@example.com"] }),
			continue_url: continueUrl,
		}),
		response: ok,
		limits: perVisitor(30),
	}),
	verifyEmail: endpoint({
		...authPaths.verifyEmail,
		summary: "Verify an email address",
		description: "Redeems the code of a verification link, after which the user can sign in.",
		since: "0.3.0",
		auth: "public",
		body: z.object({ action_code: linkCode }),
		response: z.object({ result: actionResult }),
	}),
	sendPasswordResetEmail: endpoint({
		...authPaths.sendPasswordResetEmail,
		summary: "Send a password reset email",
		description:
			"Sends a link that works for one hour if an account with this address exists. The response is the same if not. An address gets at most 10 emails per hour.",
		since: "0.3.0",
		auth: "public",
		body: z.object({
			email: email.meta({ description: "Email address of the account.", examples: ["ada@example.com"] }),
			continue_url: continueUrl,
		}),
		response: ok.extend({
			message: z.literal(resetRequested).meta({ description: "Message to show, the same for all addresses." }),
		}),
		limits: perVisitor(30),
	}),
	checkPasswordResetCode: endpoint({
		...authPaths.checkPasswordResetCode,
		summary: "Check a password reset code",
		description: "Tells whether the code of a reset link is still valid, and for which account, without redeeming it.",
		since: "0.3.0",
		auth: "public",
		body: z.object({ action_code: linkCode }),
		response: z.object({
			result: actionResult,
			email: z
				.string()
				.nullable()
				.meta({
					description: "Email address of the account. Null unless the result is `success`.",
					examples: ["ada@example.com"],
				}),
		}),
	}),
	confirmPasswordReset: endpoint({
		...authPaths.confirmPasswordReset,
		summary: "Reset a password",
		description:
			"Sets a new password with the code of a reset link and ends all sessions. It also verifies the email address.",
		since: "0.3.0",
		auth: "public",
		body: z.object({ action_code: linkCode, new_password: chosenPassword }),
		response: z.object({ result: actionResult }),
		errors: ["weak_password"],
	}),
	verifySignInRequest: endpoint({
		...authPaths.verifySignInRequest,
		summary: "Confirm sign-in from new device",
		description:
			"Finishes signing in with the code that was emailed because the device is unknown. It must be the same browser, which keeps the request in a cookie, within ten minutes. A code is void after five wrong attempts.",
		since: "0.3.0",
		auth: "public",
		usesCookies: true,
		body: signInRequestCode,
		response: ok,
		errors: ["invalid_code"],
	}),
	removeMfaByBackupCode: endpoint({
		...authPaths.removeMfaByBackupCode,
		summary: "Sign in with a backup code",
		description:
			"Use it after the password if the authenticator app is lost. Signs in and turns two-factor authentication off, and an email tells the user. Needs the cookies of the sign-in.",
		since: "0.3.0",
		auth: "public",
		usesCookies: true,
		params: z.object({
			code: z
				.string()
				.min(1)
				.max(64)
				.meta({ description: "One of the user's backup codes.", examples: ["aB3dE-7gH2k"] }),
		}),
		response: ok,
		errors: ["needs_authorization", "invalid_code"],
	}),
	updateEmail: endpoint({
		...authPaths.updateEmail,
		summary: "Change or revert the email address",
		description:
			"Changes the address with the code sent to the new one, which requires a session, and ends all other sessions. With `is_reverting`, undoes a change within seven days: ends all sessions, and removes a second factor set up since.",
		since: "0.3.0",
		// A change requires the user's session; reverting must work without one, for users whose account was hijacked.
		auth: "public",
		usesCookies: true,
		query: z.object({
			verification_code: actionCode.meta({
				description: "The 6-digit code sent to the new address, or the code from the link sent to the old one.",
				examples: ["492817"],
			}),
			is_reverting: z
				.stringbool()
				.default(false)
				.meta({
					description: "True reverts a change with the code sent to the old address.",
					examples: [false],
				}),
		}),
		response: ok.extend({
			email: z.string().meta({
				description: "Email address of the account from now on.",
				examples: ["ada@example.com"],
			}),
		}),
		errors: ["needs_authorization", "invalid_code", "conflict"],
	}),
	sendEmailChangeVerification: endpoint({
		...authPaths.sendEmailChangeVerification,
		summary: "Request an email address change",
		description:
			"Sends a 6-digit code to the new address, valid for one hour. The change takes effect when the code is confirmed with `PUT /v1/user/email`. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			new_email: email.meta({ description: "New email address.", examples: ["ada@example.org"] }),
			password: ownPassword,
		}),
		response: ok,
		errors: ["needs_session", "wrong_password", "email_not_allowed"],
	}),
	changePassword: endpoint({
		...authPaths.changePassword,
		summary: "Change the password",
		description:
			"Ends all other sessions and sends an email about the change. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ current_password: ownPassword, new_password: chosenPassword }),
		allowSuspended: true,
		response: ok,
		errors: ["needs_session", "wrong_password", "weak_password"],
	}),
	updateMfaFactors: endpoint({
		...authPaths.updateMfaFactors,
		summary: "Manage two-factor authentication",
		description:
			"Sets up an authenticator app in two steps: `begin` returns a secret, and `confirm` activates it with a code from the app and returns backup codes. `remove` turns it off and sends an email. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		// Members of a workspace that requires it must be able to turn it on.
		allowSuspended: true,
		body: updateMfaFactorsBody,
		response: z.object({
			is_enabled: z.boolean().meta({
				description: "Whether signing in now requires a code from the app.",
				examples: [true],
			}),
			totp_uri: z
				.string()
				.optional()
				.meta({
					description: "After `begin`: the URI for the QR code.",
					examples: ["otpauth://totp/Timbre:ada@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Timbre"],
				}),
			secret: z
				.string()
				.optional()
				.meta({
					description: "After `begin`: the secret, to enter it by hand.",
					examples: ["JBSWY3DPEHPK3PXP"],
				}),
			backup_codes: z
				.array(z.string())
				.optional()
				.meta({
					description: "After `confirm`, shown only once: each of the ten codes works one time instead of the app.",
					examples: [["aB3dE-7gH2k", "Zx9Qw-4rTy1"]],
				}),
		}),
		errors: ["needs_session", "wrong_password", "invalid_code", "conflict"],
	}),
	createBackupCodes: endpoint({
		...authPaths.createBackupCodes,
		summary: "Create new backup codes",
		description:
			"Replaces the backup codes; the old ones stop working. The new ones are only shown in this response. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({ password: ownPassword }),
		response: z.object({
			backup_codes: z.array(z.string()).meta({
				description: "Ten codes. Each works one time instead of the authenticator app.",
				examples: [["aB3dE-7gH2k", "Zx9Qw-4rTy1"]],
			}),
		}),
		errors: ["needs_session", "wrong_password", "invalid_request"],
	}),
	...sessionEndpoints,
	...passkeyEndpoints,
	...avatarEndpoints,
	...accountEndpoints,
	prepareInternalVerification: endpoint({
		...authPaths.prepareInternalVerification,
		summary: "Verify a staff email address",
		description:
			"Without a code, emails one that is valid for one hour, if the address is at the operator's domain. With the code, marks the caller as staff. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			email: email.meta({ description: "Address at the operator's domain.", examples: ["ada@example.com"] }),
			verification_code: z
				.string()
				.trim()
				.max(20)
				.nullish()
				.meta({
					description: "The 6-digit code from the email. Omit it to have one sent.",
					examples: ["492817"],
				}),
		}),
		response: z.object({
			status: z.enum(["sent", "verified"]).meta({
				description:
					"`sent` after the first step, even if the address is not at that domain; `verified` after the second.",
				examples: ["sent"],
			}),
		}),
		errors: ["needs_session", "invalid_code"],
	}),
};
