import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { onboardingState } from "../onboarding/endpoints.ts";
import { privacyState } from "../privacy/endpoints.ts";
import { geoLocation } from "../privacy/schemas.ts";
import { subscription } from "../usage/endpoints.ts";
import { accountPaths } from "./paths.ts";

export const user = z.object({
	user_id: z.string().meta({ description: "Id of the user.", examples: ["q3ZtR8vLw1Yk5NdC7mPx"] }),
	public_user_id: z.string().meta({
		description: "Id of the user in public places, such as the voice library.",
		examples: ["Nc2vX8kTq5LzRy7Wb4Hm"],
	}),
	email: z
		.string()
		.nullable()
		.meta({ description: "Email address of the account.", examples: ["ada@example.com"] }),
	email_verified: z.boolean().meta({ description: "Whether the email address was verified.", examples: [true] }),
	first_name: z
		.string()
		.nullable()
		.meta({
			description: "First name from the onboarding survey, or else the first word of the account's name.",
			examples: ["Ada"],
		}),
	workspace_id: z.string().meta({
		description: "Id of the workspace that this request applies to.",
		examples: ["Wd6yP3nKx9TqVj1Lr8Zs"],
	}),
	subscription: subscription.meta({ description: "Plan and credits of the workspace." }),
	voices: z.array(z.string()).meta({
		description: "Ids of the voices that the user created in this workspace or added to it.",
		examples: [["Xb7hH8MSUJpSbSDYk0k2"]],
	}),
	is_new_user: z.boolean().meta({
		description: "True until registration was completed with `POST /v1/user/post-registration-user-setup`.",
		examples: [false],
	}),
	agrees_to_product_updates: z.boolean().meta({
		description: "Whether the user wants emails about product updates.",
		examples: [false],
	}),
	can_use_delayed_payment_methods: z.boolean().meta({
		description: "Always false: this server has no billing.",
		examples: [false],
	}),
	...onboardingState.shape,
	...privacyState.shape,
	geo_location: geoLocation.nullable().meta({
		description: "Approximate location of the request. Its parts are null if no trusted proxy provides them.",
	}),
	show_compliance_terms: z.boolean().meta({
		description: "Always false: there are no compliance terms to show.",
		examples: [false],
	}),
	xi_api_key: z.null().meta({ description: "Always null: keys are stored as hashes." }),
	xi_api_key_preview: z
		.string()
		.nullable()
		.meta({
			description: "Always null. Keys are listed by `GET /v1/user/api-keys`.",
			examples: [null],
		}),
	is_api_key_hashed: z.boolean().meta({
		description: "Always true: keys are stored as hashes.",
		examples: [true],
	}),
	audio_native: z.null().meta({ description: "Always null: Audio Native is planned." }),
	sms_mfa_factor: z.null().meta({ description: "Always null: text messages are not supported." }),
	two_factor_enabled: z.boolean().meta({
		description: "Whether signing in requires a code from an authenticator app.",
		examples: [true],
	}),
	backup_code_hash: z.null().meta({ description: "Always null: backup codes are never returned." }),
	phone_number: z
		.string()
		.nullable()
		.meta({
			description: "Phone number in international format. Null if there is none.",
			examples: ["+14155550123"],
		}),
	language: z
		.string()
		.nullable()
		.meta({
			description: "Language tag that the user chose. Null if they chose none.",
			examples: ["en"],
		}),
	account_metadata: z.record(z.string(), z.unknown()).meta({
		description: "Values that clients stored with `POST /v1/user/edit-user-metadata`.",
		examples: [{ theme: "dark" }],
	}),
	prompts_shown: z
		.object({
			long_content_use_projects: z.boolean().meta({
				description: "Whether the hint to use Studio for long texts was shown, from `account_metadata`.",
				examples: [false],
			}),
			dubbing_use_cases_banner: z.boolean().meta({
				description: "Whether the banner about dubbing was shown, from `account_metadata`.",
				examples: [false],
			}),
		})
		.meta({ description: "Which prompts the user has already seen." }),
	profile_page_handle: z
		.string()
		.nullable()
		.meta({
			description: "Handle of the user's public profile. Null if there is no profile.",
			examples: ["ada"],
		}),
	referral_link_code: z
		.string()
		.nullable()
		.meta({
			description: "Always null: there is no referral program.",
			examples: [null],
		}),
	partnerstack_partner_default_link: z
		.string()
		.nullable()
		.meta({
			description: "Always null: there is no partner program.",
			examples: [null],
		}),
	is_in_probation: z.boolean().meta({
		description: "Whether the user's unverified voices can't be used, because of many failed consent readings.",
		examples: [false],
	}),
	moderation_warning_dismissed: z.boolean().meta({
		description: "Whether the user dismissed the warning about their probation.",
		examples: [false],
	}),
	is_producer: z.boolean().meta({
		description: "Always false: the productions marketplace is planned.",
		examples: [false],
	}),
	has_alpha_access: z.boolean().meta({
		description: "Whether the user can use alpha features. Staff of the operator always can.",
		examples: [false],
	}),
	created_at: z.int().meta({ description: "Time the account was created, in Unix seconds.", examples: [1760000000] }),
	created_at_unix: z.int().meta({ description: "Same as `created_at`.", examples: [1760000000] }),
	public_user_name: z.string().meta({
		description: "Name shown on what the user shares.",
		examples: ["Ada Lovelace"],
	}),
	seat_type: z.enum(["workspace_admin", "workspace_member", "workspace_lite_member"]).meta({
		description: "`workspace_admin` for admins, `workspace_member` for editors. Lite members are not used.",
		examples: ["workspace_member"],
	}),
});
export type User = z.output<typeof user>;

export const userEndpoints = {
	getUser: endpoint({
		...accountPaths.getUser,
		summary: "Get the current user",
		description:
			"Returns the caller's account with the plan and credits of the workspace. With the key of a service account, it describes that account. Many fields exist for compatibility and have a fixed value.",
		since: "0.1.0",
		auth: "user",
		permission: "user_read",
		response: user,
	}),
	editUser: endpoint({
		...accountPaths.editUser,
		summary: "Update the current user",
		description:
			"Sets whether and by how much the workspace may exceed its credit limit, which only admins can change, and the caller's opt-out of data sale and sharing. Fields that are omitted stay unchanged.",
		since: "0.3.0",
		auth: "user",
		permission: "user_write",
		body: z.object({
			allowed_to_extend_character_limit: z
				.boolean()
				.nullish()
				.meta({
					description:
						"Whether the workspace may exceed its credit limit. Unchanged if null or omitted. Only for admins.",
					examples: [true],
				}),
			max_character_limit_extension: z
				.int()
				.min(0)
				.max(1_000_000_000)
				.nullish()
				.meta({
					description:
						"Credits the workspace may use beyond its limit, at most what the plan allows. Null means the plan's maximum. Unchanged if omitted. Only for admins.",
					examples: [1000],
				}),
			ccpa_opt_out: z
				.boolean()
				.nullish()
				.meta({
					description:
						"Whether the caller opts out of the sale and sharing of their data. Unchanged if null or omitted.",
					examples: [true],
				}),
		}),
		response: z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) }),
		errors: ["missing_permissions"],
	}),
	getSubscription: endpoint({
		...accountPaths.getSubscription,
		summary: "Get the workspace's plan and credits",
		description:
			"Returns the plan of the caller's workspace, the credits used and included, and when they renew. `character_limit` minus `character_count` is what a new request can spend, apart from an extension.",
		since: "0.1.0",
		auth: "user",
		permission: "user_read",
		response: subscription,
	}),
};
