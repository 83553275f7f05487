import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { authPaths } from "./paths.ts";

/** Account details that have nothing to do with signing in: part of `authEndpoints`. */
export const accountEndpoints = {
	updatePhone: endpoint({
		...authPaths.updatePhone,
		summary: "Update the phone number",
		description:
			"Stores or removes a number. No text messages are sent to it, and it is not used to sign in. Requires a signed-in session; API keys are rejected.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			phone_number: z
				.string()
				.trim()
				.regex(/^\+[1-9]\d{6,14}$/, "Enter the number with its country code, such as +14155550123.")
				.nullable()
				.meta({
					description: "Number in international format, with a plus sign. Null removes it.",
					examples: ["+14155550123"],
				}),
		}),
		response: z.object({
			phone_number: z
				.string()
				.nullable()
				.meta({
					description: "The stored number. Null if it was removed.",
					examples: ["+14155550123"],
				}),
		}),
		errors: ["needs_session"],
	}),
	rand: endpoint({
		...authPaths.rand,
		summary: "Get a random number",
		description: "Returns a new number with each request.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: z.object({
			rand: z.number().meta({ description: "Random number, at least 0 and less than 1.", examples: [0.7316] }),
		}),
	}),
	hasAlphaAccess: endpoint({
		...authPaths.hasAlphaAccess,
		summary: "Check alpha access",
		description: "Tells whether the caller can use alpha features. Staff of the operator always can.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: z.object({
			has_alpha_access: z.boolean().meta({
				description: "Whether the caller can use alpha features.",
				examples: [false],
			}),
			requested: z.boolean().meta({ description: "Whether the caller has requested access.", examples: [true] }),
			is_internal: z.boolean().meta({
				description: "Whether the caller is staff: has a verified address at the operator's domain.",
				examples: [false],
			}),
		}),
	}),
	requestAlphaAccess: endpoint({
		...authPaths.requestAlphaAccess,
		summary: "Request alpha access",
		description: "Stores the request for the operator, who decides. Requesting again replaces the reason.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			reason: z
				.string()
				.trim()
				.max(1_000)
				.nullish()
				.meta({
					description: "Why the caller wants access, at most 1,000 characters.",
					examples: ["I want to test new voices."],
				}),
		}),
		response: z.object({
			status: z.enum(["requested", "granted"]).meta({
				description: "`granted` if the caller already has access.",
				examples: ["requested"],
			}),
		}),
	}),
	generateName: endpoint({
		...authPaths.generateName,
		summary: "Generate a display name",
		description: "Returns a random name for users who don't want to show their own.",
		since: "0.3.0",
		auth: "user",
		permission: "user_read",
		response: z.object({
			name: z.string().meta({ description: "A random name. It is not stored.", examples: ["Quiet Falcon 42"] }),
		}),
	}),
};
