import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { authPaths } from "./paths.ts";
import { passkeyName } from "./schemas.ts";

const passkeyId = z.object({
	passkey_id: z
		.string()
		.regex(/^[A-Za-z0-9_-]{1,64}$/)
		.meta({ description: "Id of the passkey.", examples: ["Pk4sW9rQv5XtZj1Lc7Yh"] }),
});
const password = z
	.string()
	.min(1, "Enter your password.")
	.max(128, "At most 128 characters.")
	.optional()
	.meta({
		description:
			"The caller's password. Omit it if the account has none: then the session must be less than 15 minutes old.",
		examples: ["correct horse battery staple"],
	});
const passkey = z.object({
	passkey_id: z.string().meta({ description: "Id of the passkey.", examples: ["Pk4sW9rQv5XtZj1Lc7Yh"] }),
	name: z.string().meta({ description: "Name of the passkey.", examples: ["MacBook"] }),
	synced: z.boolean().meta({
		description: "Whether a password manager syncs it to the user's other devices.",
		examples: [true],
	}),
	created_at_unix: z.int().meta({ description: "Time it was added, in Unix seconds.", examples: [1760000000] }),
	last_used_at_unix: z
		.int()
		.nullable()
		.meta({ description: "Time of the last sign-in with it, in Unix seconds. Null if none.", examples: [1760003600] }),
});
export type Passkey = z.output<typeof passkey>;

const sessionOnly = "Requires a signed-in session; API keys are rejected.";
const since = "0.6.0";

/** Passkeys: part of `authEndpoints`. Signing in with one uses `/api/auth/passkey`. */
export const passkeyEndpoints = {
	listPasskeys: endpoint({
		...authPaths.listPasskeys,
		summary: "List your passkeys",
		description: `Returns the caller's passkeys. ${sessionOnly}`,
		since,
		auth: "user",
		permission: "user_read",
		allowSuspended: true,
		response: z.object({
			passkeys: z.array(passkey).meta({ description: "Passkeys, newest first." }),
			requires_password: z.boolean().meta({
				description:
					"Whether adding and deleting passkeys requires the password. False if the account has none: then the session must be less than 15 minutes old.",
				examples: [true],
			}),
		}),
		errors: ["needs_session"],
	}),
	beginPasskey: endpoint({
		...authPaths.beginPasskey,
		summary: "Start adding a passkey",
		description: `Returns the options for the browser to create a passkey, valid for five minutes. ${sessionOnly}`,
		since,
		auth: "user",
		permission: "user_write",
		allowSuspended: true,
		body: z.object({ password }),
		response: z.object({
			options: z.record(z.string(), z.unknown()).meta({
				description: "WebAuthn `PublicKeyCredentialCreationOptionsJSON`.",
				examples: [{ challenge: "kZ4y2nB0", rp: { name: "Timbre", id: "timbre.example" } }],
			}),
		}),
		errors: ["needs_session", "wrong_password", "conflict"],
	}),
	createPasskey: endpoint({
		...authPaths.createPasskey,
		summary: "Add a passkey",
		description: `Stores the passkey that the browser created. ${sessionOnly}`,
		since,
		auth: "user",
		permission: "user_write",
		allowSuspended: true,
		body: z.object({
			name: passkeyName.optional().meta({
				description: "Name of the passkey. Defaults to the password manager or browser that created it.",
				examples: ["MacBook"],
			}),
			credential: z.record(z.string(), z.unknown()).meta({
				description: "WebAuthn `RegistrationResponseJSON`, from `PublicKeyCredential.toJSON()`.",
				examples: [{ id: "pS2k9QmV", rawId: "pS2k9QmV", type: "public-key", response: {} }],
			}),
		}),
		response: passkey,
		errors: ["needs_session", "invalid_passkey", "conflict"],
	}),
	updatePasskey: endpoint({
		...authPaths.updatePasskey,
		summary: "Rename a passkey",
		description: `Changes the name of a passkey. ${sessionOnly}`,
		since,
		auth: "user",
		permission: "user_write",
		allowSuspended: true,
		params: passkeyId,
		body: z.object({ name: passkeyName.meta({ description: "New name.", examples: ["Work laptop"] }) }),
		response: passkey,
		errors: ["passkey_not_found", "needs_session"],
	}),
	deletePasskey: endpoint({
		...authPaths.deletePasskey,
		summary: "Delete a passkey",
		description: `It can no longer be used to sign in. Sessions don't end. ${sessionOnly}`,
		since,
		auth: "user",
		permission: "user_write",
		allowSuspended: true,
		params: passkeyId,
		body: z.object({ password }),
		response: z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) }),
		errors: ["passkey_not_found", "needs_session", "wrong_password"],
	}),
};
