import { z } from "zod";
import { serviceAccountKey } from "../developers/endpoints.ts";
import { type Feature, features, type Role, roles } from "../permissions.ts";
import { plans, type Tier } from "../plans.ts";
import { subscription } from "../usage/endpoints.ts";
import type { SeatType } from "./rules.ts";
import { seatTypes } from "./rules.ts";

/** The API's names for the two roles. A lite member is treated as a member. */

export function roleOfSeat(seat: SeatType): Role {
	return seat === "workspace_admin" ? "admin" : "editor";
}

/** The number of seats. A workspace's own number applies only on trial and enterprise. */
export function seatsOf(tier: Tier, maxSeats: number | null): number {
	return (tier === "trial" || tier === "enterprise" ? maxSeats : null) ?? plans[tier].seats;
}

/** Whether the workspace is opted out of model training until an admin decides. */
export function defaultTrainingOptOut(tier: Tier): boolean {
	return tier === "enterprise";
}

export const email = z
	.string()
	.trim()
	.toLowerCase()
	.max(254, "At most 254 characters.")
	.pipe(z.email("Enter an email address, such as name@example.com."));
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
export const inviteCode = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/);
export const name = (what: string) =>
	z.string().trim().min(1, `Give the ${what} a name.`).max(80, "At most 80 characters.");
export const feature = z.enum(features as [Feature, ...Feature[]]);
export const usageLimit = z.int().min(0).max(1e15);

export const ok = z.object({ status: z.literal("ok").meta({ description: "Always `ok`." }) });
/** A body with the email address of whom the request is about. */
export const byEmail = (description: string) =>
	z.object({ email: email.meta({ description, examples: ["grace@example.com"] }) });

export const trainingOptOut = z.object({
	training_opt_out: z.boolean().meta({
		description: "Whether the workspace is opted out of model training.",
		examples: [false],
	}),
	timestamp_unix: z
		.int()
		.nullable()
		.meta({
			description:
				"Time an admin decided, in Unix seconds. Null while the plan's default applies: opted out on Enterprise only.",
			examples: [1760000000],
		}),
});

export const workspace = z.object({
	workspace_id: z.string().meta({ description: "Id of the workspace.", examples: ["Wd6yP3nKx9TqVj1Lr8Zs"] }),
	name: z.string().meta({ description: "Name shown to members.", examples: ["Acme Audio"] }),
	owner_id: z.string().meta({ description: "User id of the owner.", examples: ["q3ZtR8vLw1Yk5NdC7mPx"] }),
	owner_email: z.string().meta({ description: "Email address of the owner.", examples: ["ada@example.com"] }),
	subscription: subscription
		.extend({
			allowed_to_use_projects_api: z.boolean().meta({
				description: "Always true: every plan includes Studio.",
				examples: [true],
			}),
			extra_pvc_slots: z.int().meta({
				description: "Professional voices in addition to those of the plan.",
				examples: [0],
			}),
			moderation: z.null().meta({ description: "Always null." }),
		})
		.meta({ description: "Plan and credits of the workspace." }),
	stripe: z.null().meta({ description: "Always null: this server has no billing." }),
	gcp_marketplace_payment_details: z.null().meta({ description: "Always null: this server has no billing." }),
	payouts: z.null().meta({ description: "Always null: this server has no billing." }),
	can_use_delayed_payment_methods: z.boolean().meta({
		description: "Always false: this server has no billing.",
		examples: [false],
	}),
	trust_on_invoice_creation: z.boolean().meta({
		description: "Always false: this server has no billing.",
		examples: [false],
	}),
	created_at_unix: z.int().meta({ description: "Time of creation, in Unix seconds.", examples: [1760000000] }),
	max_seats: z.int().meta({ description: "Number of seats.", examples: [5] }),
	storing_shared_files_on_user: z
		.boolean()
		.default(true)
		.meta({
			description: "For compatibility; has no effect.",
			examples: [true],
		}),
	training_opt_out: trainingOptOut.meta({ description: "The workspace's choice about model training." }),
	pronunciation_dictionary_locators: z
		.array(
			z.object({
				pronunciation_dictionary_id: z.string().meta({
					description: "Id of the pronunciation dictionary.",
					examples: ["Lk5rT9wQx2VbN7zYc3Pm"],
				}),
				version_id: z
					.string()
					.nullable()
					.meta({
						description: "Id of the version. Null means the latest.",
						examples: ["Gv8sD4hJq6XtW1nKb9Rz"],
					}),
			}),
		)
		.meta({ description: "Default pronunciation dictionaries of the workspace." }),
	session_inactivity_timeout: z
		.int()
		.nullable()
		.meta({
			description: "Seconds without activity after which members are signed out. Null means no timeout.",
			examples: [3600],
		}),
	require_two_factor: z.boolean().meta({
		description: "Whether members need two-factor authentication.",
		examples: [false],
	}),
	default_usage_limit: z
		.int()
		.nullable()
		.meta({
			description: "Credits per period of members who join without their own limit. Null means no limit.",
			examples: [20000],
		}),
	all_members_permissions: z.array(feature).meta({
		description: "What every member can use. Groups can add more.",
		examples: [["text_to_speech", "voice_lab"]],
	}),
	voice_library_removal_notice_webhook_id: z
		.string()
		.nullable()
		.meta({
			description: "Always null. Subscribe a webhook to `voice_library_removal_notice` instead.",
			examples: [null],
		}),
});
export type Workspace = z.output<typeof workspace>;

const seatType = z.enum(seatTypes).meta({
	description: "`workspace_admin` for admins, `workspace_member` for editors.",
	examples: ["workspace_member"],
});
const groupIds = z.array(z.string()).meta({
	description: "Ids of the groups.",
	examples: [["Rb2nX6tKv8QwZ4Ly9Jcd"]],
});
const memberRole = z.enum(roles).meta({
	description: "`admin` has full access; `editor` has the permissions of all members and of their groups.",
	examples: ["editor"],
});

export const member = z.object({
	user_id: z.string().meta({ description: "Id of the user.", examples: ["q3ZtR8vLw1Yk5NdC7mPx"] }),
	email: z.string().meta({
		description: "Email address, which identifies the member in other requests.",
		examples: ["ada@example.com"],
	}),
	first_name: z
		.string()
		.nullable()
		.meta({
			description: "First word of the name. Null if there is none.",
			examples: ["Ada"],
		}),
	name: z.string().meta({ description: "Full name of the member.", examples: ["Ada Lovelace"] }),
	avatar_url: z
		.string()
		.nullable()
		.meta({
			description: "Path of the member's picture on this server. Null if there is none.",
			examples: ["/v1/avatars/b7Kx2LmQ8vTz4NcRy9Wd3FpHs6JtGq1Z"],
		}),
	seat_type: seatType,
	role: memberRole,
	is_owner: z.boolean().meta({ description: "Whether the member owns the workspace.", examples: [false] }),
	is_locked: z.boolean().meta({
		description: "Whether the member can't use the workspace, neither signed in nor with API keys.",
		examples: [false],
	}),
	joined_at_unix: z.int().meta({ description: "Time of joining, in Unix seconds.", examples: [1760000000] }),
	last_active_unix: z
		.int()
		.nullable()
		.meta({
			description: "Last activity of the member's sessions, in Unix seconds. Null if they have none.",
			examples: [1760003600],
		}),
	usage_limit: z
		.int()
		.nullable()
		.meta({
			description: "Credits per period, within those of the workspace. Null means no individual limit.",
			examples: [20000],
		}),
	character_count: z
		.int()
		.nullable()
		.meta({
			description: "Credits spent in the current period. Null if the caller can't see others' usage.",
			examples: [1840],
		}),
	group_ids: groupIds,
});
export type Member = z.output<typeof member>;

export const invite = z.object({
	email: z.string().meta({ description: "Address that the invite is for.", examples: ["grace@example.com"] }),
	seat_type: seatType,
	role: memberRole,
	group_ids: groupIds,
	usage_limit: z
		.int()
		.nullable()
		.meta({
			description: "Credits per period after joining. Null means no individual limit.",
			examples: [20000],
		}),
	invited_by_email: z
		.string()
		.nullable()
		.meta({
			description: "Email address of the inviter. Null if their account was deleted.",
			examples: ["ada@example.com"],
		}),
	created_at_unix: z.int().meta({ description: "Time of the invite, in Unix seconds.", examples: [1760000000] }),
	expires_at_unix: z.int().meta({
		description: "Time the invite expires, in Unix seconds: seven days later.",
		examples: [1760604800],
	}),
	is_expired: z.boolean().meta({
		description: "Whether the invite has expired. Invite the address again to send a new one.",
		examples: [false],
	}),
});
export type Invite = z.output<typeof invite>;

export const invited = z.object({
	status: z.literal("ok").meta({ description: "Always `ok`." }),
	delivery: z.enum(["mail", "kept"]).meta({
		description: "`mail` if links were sent by email, `kept` if this server can't send email.",
		examples: ["mail"],
	}),
	links: z
		.array(
			z.object({
				email: z.string().meta({ description: "Address that the invite is for.", examples: ["grace@example.com"] }),
				url: z.string().meta({
					description: "Link to pass on to them.",
					examples: ["https://voice.example.com/app/invite?code=b7Kx2LmQ8vTz4NcRy9Wd3FpHs6JtGq1ZuYe5XaVo"],
				}),
			}),
		)
		.meta({ description: "Links to pass on if this server can't send email; otherwise empty." }),
});
export type Invited = z.output<typeof invited>;

export const inviteAs = {
	seat_type: z
		.enum(seatTypes)
		.nullish()
		.meta({
			description: "Role after joining. Defaults to `workspace_member`; only admins can invite a `workspace_admin`.",
			examples: ["workspace_member"],
		}),
	group_ids: z
		.array(id)
		.max(50)
		.nullish()
		.meta({
			description: "Ids of up to 50 groups to join.",
			examples: [["Rb2nX6tKv8QwZ4Ly9Jcd"]],
		}),
	usage_limit: usageLimit.nullish().meta({
		description: "Credits per period after joining. Null or omitted means no individual limit.",
		examples: [20000],
	}),
};

export const joinInfo = z.object({
	workspace_name: z.string().meta({ description: "Name of the workspace to join.", examples: ["Acme Audio"] }),
	email: z.string().meta({
		description: "Address that the invite is for. Only an account with it can accept.",
		examples: ["grace@example.com"],
	}),
	is_for_email: z
		.boolean()
		.nullable()
		.meta({
			description: "Whether the invite is for the address in the request. Null if the request had none.",
			examples: [true],
		}),
	role: memberRole,
	invited_by: z
		.string()
		.nullable()
		.meta({
			description: "Name of the inviter. Null if their account was deleted.",
			examples: ["Ada Lovelace"],
		}),
	expires_at_unix: z.int().meta({ description: "Time the invite expires, in Unix seconds.", examples: [1760604800] }),
	has_account: z.boolean().meta({
		description: "Whether an account with the invited address exists.",
		examples: [true],
	}),
});
export type JoinInfo = z.output<typeof joinInfo>;

export const group = z.object({
	name: z.string().meta({ description: "Name of the group, unique in the workspace.", examples: ["Producers"] }),
	id: z.string().meta({ description: "Id of the group.", examples: ["Rb2nX6tKv8QwZ4Ly9Jcd"] }),
	members: z.array(z.string()).meta({
		description: "User ids of its members.",
		examples: [["q3ZtR8vLw1Yk5NdC7mPx"]],
	}),
	permissions: z
		.array(feature)
		.nullable()
		.meta({
			description: "What its members can use in addition to what all members can.",
			examples: [["workspace_members_invite"]],
		}),
	group_usage_limit: z
		.int()
		.nullable()
		.meta({
			description: "Always null: groups have no credit limit.",
			examples: [null],
		}),
	group_pvc_limit: z
		.int()
		.nullable()
		.meta({
			description: "Always null: groups have no limit of professional voices.",
			examples: [null],
		}),
	character_count: z
		.int()
		.nullable()
		.meta({
			description: "Credits its members spent in the current period. Null if the caller can't see others' usage.",
			examples: [5200],
		}),
	is_scim_synced: z.boolean().meta({ description: "Always false: SCIM is not supported.", examples: [false] }),
	scim_group: z.null().meta({ description: "Always null: SCIM is not supported." }),
	scim_frozen: z.boolean().meta({ description: "Always false: SCIM is not supported.", examples: [false] }),
});
export type Group = z.output<typeof group>;

export const serviceAccount = z.object({
	service_account_user_id: z.string().meta({
		description: "Id of the service account.",
		examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
	}),
	name: z.string().meta({ description: "Name of the service account.", examples: ["Nightly job"] }),
	email: z.string().meta({
		description: "Identifies the account when you add it to groups or share with it. It receives no email.",
		examples: ["q3ztr8vlw1yk5ndc7mpx@service.invalid"],
	}),
	role: memberRole,
	created_at_unix: z
		.int()
		.nullable()
		.meta({
			description: "Time of creation, in Unix seconds.",
			examples: [1760000000],
		}),
	group_ids: groupIds,
	"api-keys": z.array(serviceAccountKey).meta({ description: "Its API keys, newest first." }),
	default_sharing_groups: z
		.array(
			z.object({
				group: group.meta({ description: "The group." }),
				permission_level: z.enum(["admin", "editor", "viewer"]).meta({
					description: "Role of its members on what the account creates.",
					examples: ["viewer"],
				}),
			}),
		)
		.meta({ description: "Groups that everything the account creates is shared with." }),
});
export type ServiceAccount = z.output<typeof serviceAccount>;

/** Resources that can be shared within a workspace. */
export const resourceTypes = ["pronunciation_dictionary", "voice"] as const;
export type ResourceType = (typeof resourceTypes)[number];
/** From lowest to highest. */
export const resourceRoles = ["viewer", "commenter", "editor", "admin"] as const;
export type ResourceRole = (typeof resourceRoles)[number];
/** The group id that stands for every member. */
export const everyoneGroup = "default";

const resourceType = z.enum(resourceTypes).meta({ description: "Kind of the resource.", examples: ["voice"] });
const resourceId = z.string().meta({ description: "Id of the resource.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] });
const ownResourceRole = z.enum(resourceRoles).meta({
	description: "The caller's role on the resource. `commenter` can do the same as `viewer`.",
	examples: ["editor"],
});

export const shareTarget = {
	resource_type: resourceType,
	user_email: email.nullish().meta({
		description: "Email address of a member or service account.",
		examples: ["grace@example.com"],
	}),
	group_id: id.nullish().meta({
		description: "Id of a group, or `default` for everyone in the workspace.",
		examples: ["Rb2nX6tKv8QwZ4Ly9Jcd"],
	}),
	workspace_api_key_id: id.nullish().meta({
		description: "Id of an API key of a service account, which stands for that account.",
		examples: ["Hn4Yt7PcV1sXqJ9kLb2D"],
	}),
};

export const resource = z.object({
	resource_id: resourceId,
	resource_name: z
		.string()
		.nullable()
		.meta({ description: "Name of the resource.", examples: ["Narrator"] }),
	resource_type: resourceType,
	creator_user_id: z
		.string()
		.nullable()
		.meta({
			description: "User id of the owner.",
			examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
		}),
	anonymous_access_level_override: z
		.enum(resourceRoles)
		.nullable()
		.meta({
			description: "Always null: resources are not shared with people outside the workspace this way.",
			examples: [null],
		}),
	role_to_group_ids: z.record(z.string(), z.array(z.string())).meta({
		description: "For each role, the ids of the users and groups that sharing gave it to.",
		examples: [{ viewer: ["default"], commenter: [], editor: ["q3ZtR8vLw1Yk5NdC7mPx"], admin: [] }],
	}),
	share_options: z
		.array(
			z.object({
				name: z.string().meta({ description: "Name to show.", examples: ["Producers"] }),
				id: z.string().meta({
					description: "Id of the user, group or key. `default` stands for everyone.",
					examples: ["Rb2nX6tKv8QwZ4Ly9Jcd"],
				}),
				type: z.enum(["user", "group", "key"]).meta({
					description: "Kind of target. Service accounts are of the type `user`.",
					examples: ["group"],
				}),
			}),
		)
		.meta({
			description:
				"Who the resource can be shared with. Keys are included only if the caller can manage service accounts.",
		}),
	permission_on_resource: ownResourceRole,
});
export type Resource = z.output<typeof resource>;

export const sharedResource = z.object({
	resource_id: resourceId,
	resource_type: resourceType,
	workspace_resource_metadata: z
		.object({
			owner_user_id: z.string().meta({ description: "User id of the owner.", examples: ["q3ZtR8vLw1Yk5NdC7mPx"] }),
		})
		.meta({ description: "Details of the resource." }),
	permission_on_resource: ownResourceRole,
});

export const auditEntry = z.object({
	id: z.string().meta({ description: "Id of the event. It increases over time.", examples: ["48211"] }),
	time: z.int().meta({ description: "Time of the event, in Unix milliseconds.", examples: [1760000000000] }),
	time_dt: z.string().meta({ description: "Same as `time`, in ISO 8601.", examples: ["2025-10-09T08:53:20.000Z"] }),
	class_name: z.string().meta({
		description: "What the event is about, such as `api_key`, `member_management` or `workspace_settings`.",
		examples: ["member_management"],
	}),
	class_uid: z.int().meta({ description: "OCSF number of the class.", examples: [3005] }),
	category_name: z.string().meta({
		description: "OCSF category. Always `Identity & Access Management`.",
		examples: ["Identity & Access Management"],
	}),
	category_uid: z.int().meta({ description: "OCSF number of the category. Always 3.", examples: [3] }),
	activity_id: z.int().meta({ description: "OCSF number of the activity; 99 if OCSF has none.", examples: [1] }),
	activity_name: z.string().meta({ description: "What was done, such as `create` or `invite`.", examples: ["invite"] }),
	type_uid: z.int().meta({ description: "`class_uid` times 100 plus `activity_id`.", examples: [300501] }),
	type_name: z.string().meta({
		description: "Class and activity in words.",
		examples: ["member management: invite"],
	}),
	severity_id: z.int().meta({ description: "OCSF severity. Always 1 (informational).", examples: [1] }),
	status_id: z.int().meta({
		description: "OCSF status. Always 1 (success): only changes that took effect are recorded.",
		examples: [1],
	}),
	message: z.string().meta({
		description: "A sentence with actor, activity and target.",
		examples: ["ada@example.com: member management, invite (grace@example.com)"],
	}),
	actor: z
		.object({
			user: z
				.object({
					name: z
						.string()
						.nullable()
						.meta({
							description: "Name of the user. Null if the account was deleted.",
							examples: ["Ada Lovelace"],
						}),
					uid: z
						.string()
						.nullable()
						.meta({
							description: "Id of the user. Null if the account was deleted.",
							examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
						}),
					type_id: z.int().meta({ description: "1 for a user, 3 for a service account.", examples: [1] }),
					type: z
						.string()
						.nullable()
						.meta({ description: "`User` or `Service`.", examples: ["User"] }),
					email_addr: z
						.string()
						.nullable()
						.meta({
							description: "Email address at the time of the event. Null if the account was deleted.",
							examples: ["ada@example.com"],
						}),
					full_name: z
						.string()
						.nullable()
						.meta({ description: "Same as `name`.", examples: ["Ada Lovelace"] }),
					domain: z
						.string()
						.nullable()
						.meta({
							description: "Domain of the email address.",
							examples: ["example.com"],
						}),
				})
				.meta({ description: "The user or service account." }),
			app_name: z
				.string()
				.nullable()
				.meta({ description: "`Web app` or `API`.", examples: ["Web app"] }),
			app_uid: z
				.string()
				.nullable()
				.meta({
					description: "`session` for a signed-in user, `api-key` for an API key.",
					examples: ["session"],
				}),
			session: z.record(z.string(), z.unknown()).nullable().meta({ description: "Always null." }),
		})
		.meta({ description: "Who made the change, and how." }),
	device: z
		.object({
			ip: z
				.string()
				.nullable()
				.meta({ description: "IP address of the request.", examples: ["203.0.113.7"] }),
			hostname: z
				.string()
				.nullable()
				.meta({ description: "Always null.", examples: [null] }),
			type_id: z.int().meta({ description: "OCSF type of the device. Always 99 (other).", examples: [99] }),
		})
		.nullable()
		.meta({ description: "Where the request came from. Null if unknown." }),
	http_request: z.null().meta({ description: "Always null." }),
	metadata: z.record(z.string(), z.unknown()).meta({ description: "Version of OCSF and name of the product." }),
	unmapped: z.record(z.string(), z.unknown()).meta({
		description: "`target` is the affected object; the rest describes the change.",
		examples: [{ target: "grace@example.com", role: "editor" }],
	}),
});
export type AuditEntry = z.output<typeof auditEntry>;
