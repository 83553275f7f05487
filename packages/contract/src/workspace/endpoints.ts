import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { roles } from "../permissions.ts";
import { tiers } from "../plans.ts";
import { accessEndpoints } from "./access.ts";
import { memberEndpoints } from "./members.ts";
import { workspacePaths } from "./paths.ts";
import { auditEntry, byEmail, id, ok, trainingOptOut } from "./schemas.ts";
import { ssoEndpoints } from "./sso.ts";

const ownWorkspace = z.object({
	workspace_id: z.string().meta({ description: "Id of the workspace.", examples: ["Wd6yP3nKx9TqVj1Lr8Zs"] }),
	name: z.string().meta({ description: "Name of the workspace.", examples: ["Acme Audio"] }),
	role: z.enum(roles).meta({ description: "The caller's role in the workspace.", examples: ["admin"] }),
	tier: z.enum(tiers).meta({ description: "Id of the plan.", examples: ["creator"] }),
	members: z.int().meta({ description: "Number of members, without service accounts.", examples: [4] }),
	needs_two_factor: z.boolean().meta({
		description:
			"Whether the workspace requires two-factor authentication, which the caller hasn't turned on. A sign-in with a passkey counts.",
		examples: [false],
	}),
	current: z.boolean().meta({ description: "Whether this request applies to the workspace.", examples: [true] }),
});
export type OwnWorkspace = z.output<typeof ownWorkspace>;

const since = "0.4.0";
const read = { since, auth: "user", permission: "workspace_read" } as const;
const write = { since, auth: "user", permission: "workspace_write" } as const;

export const workspaceEndpoints = {
	listWorkspaces: endpoint({
		...workspacePaths.listWorkspaces,
		summary: "List your workspaces",
		description:
			"Returns the workspaces that the caller is a member of. With an API key, returns only the key's own workspace.",
		since: "0.2.0",
		auth: "user",
		permission: "user_read",
		allowSuspended: true,
		response: z.object({
			workspaces: z.array(ownWorkspace).meta({
				description: "The workspace created with the account first, then in order of joining.",
			}),
		}),
	}),
	openWorkspace: endpoint({
		...workspacePaths.openWorkspace,
		summary: "Switch to another workspace",
		description:
			"All further requests of this session apply to the given workspace. An API key always uses its own workspace and can't switch.",
		since: "0.2.0",
		auth: "user",
		permission: "user_write",
		allowSuspended: true,
		params: z.object({
			workspace_id: id.meta({ description: "Id of the workspace to switch to.", examples: ["Wd6yP3nKx9TqVj1Lr8Zs"] }),
		}),
		response: ok,
		errors: ["workspace_not_found", "invalid_request"],
	}),
	isAdmin: endpoint({
		...workspacePaths.isAdmin,
		summary: "Check for admin rights",
		description: "Tells whether the caller is an admin of the workspace. An API key has the role of its owner.",
		...read,
		response: z.object({
			is_admin: z.boolean().meta({ description: "Whether the caller is an admin.", examples: [true] }),
		}),
	}),
	canAccessSettings: endpoint({
		...workspacePaths.canAccessSettings,
		summary: "Get your management permissions",
		description:
			"Tells which parts of the workspace the caller can manage. An API key has at most the permissions of its owner.",
		...read,
		response: z.object({
			can_access_workspace_settings: z
				.boolean()
				.meta({ description: "Whether the caller can change settings, roles and permissions.", examples: [true] }),
			can_invite_members: z.boolean().meta({ description: "Whether the caller can invite users.", examples: [true] }),
			can_remove_members: z.boolean().meta({ description: "Whether the caller can remove members.", examples: [true] }),
			can_manage_group_members: z
				.boolean()
				.meta({ description: "Whether the caller can add members to groups and remove them.", examples: [true] }),
			can_manage_service_accounts: z
				.boolean()
				.meta({ description: "Whether the caller can manage service accounts and their keys.", examples: [true] }),
			can_manage_webhooks: z
				.boolean()
				.meta({ description: "Whether the caller can manage webhooks.", examples: [true] }),
			can_read_audit_log: z
				.boolean()
				.meta({ description: "Whether the caller can read the audit log.", examples: [true] }),
			can_transfer_ownership: z
				.boolean()
				.meta({ description: "Whether the caller owns the workspace and can transfer it.", examples: [true] }),
		}),
	}),
	getSeatsStatus: endpoint({
		...workspacePaths.getSeatsStatus,
		summary: "Get seat usage",
		description:
			"Returns how many seats the workspace has and how many are taken. Members and pending invites take a seat each.",
		...read,
		response: z.object({
			max_seats: z.int().meta({ description: "Number of seats of the workspace.", examples: [5] }),
			used_seats: z.int().meta({
				description: "Seats taken by members, including locked ones. Service accounts take none.",
				examples: [3],
			}),
			pending_invites: z.int().meta({ description: "Seats reserved by invites that have not expired.", examples: [1] }),
			available_seats: z.int().meta({ description: "Seats left for new invites.", examples: [1] }),
		}),
	}),
	getTrainingOptOut: endpoint({
		...workspacePaths.getTrainingOptOut,
		summary: "Get the training opt-out",
		description: "Tells whether the workspace is opted out of model training, and whether the caller can change that.",
		...read,
		response: trainingOptOut.extend({
			can_change: z.boolean().meta({ description: "Whether the caller can change the choice.", examples: [true] }),
		}),
	}),
	transferOwnership: endpoint({
		...workspacePaths.transferOwnership,
		summary: "Transfer ownership",
		description: "Makes another admin the owner. The previous owner stays an admin. Only the owner can do this.",
		...write,
		body: byEmail("Email address of the admin who becomes the owner."),
		response: ok,
		errors: ["member_not_found", "invalid_request"],
	}),
	...memberEndpoints,
	...accessEndpoints,
	listAuditLogs: endpoint({
		...workspacePaths.listAuditLogs,
		summary: "List audit events",
		description:
			"Returns administrative changes, newest first, in the Open Cybersecurity Schema Framework (OCSF). Entries contain no secrets.",
		since,
		auth: "user",
		permission: "audit_log_read",
		query: z.object({
			limit: z.coerce
				.number()
				.int()
				.min(1)
				.max(100)
				.default(50)
				.meta({
					description: "Events per page, 1 to 100. Defaults to 50.",
					examples: [50],
				}),
			cursor: z
				.string()
				.regex(/^\d{1,18}$/, "Use the cursor from a previous page.")
				.optional()
				.meta({ description: "The `next_cursor` of the previous page.", examples: ["48211"] }),
			time_from_unix_ms: z.coerce
				.number()
				.int()
				.min(0)
				.max(253_402_300_799_999)
				.optional()
				.meta({
					description: "Returns only events from this time on, in Unix milliseconds.",
					examples: [1759276800000],
				}),
			time_to_unix_ms: z.coerce
				.number()
				.int()
				.min(0)
				.max(253_402_300_799_999)
				.optional()
				.meta({
					description: "Returns only events up to this time, in Unix milliseconds.",
					examples: [1761955199000],
				}),
			actor_uid: id.optional().meta({
				description: "Returns only events of this user or service account.",
				examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
			}),
			search: z
				.string()
				.trim()
				.max(100)
				.optional()
				.meta({
					description: "Returns only events whose actor, target or activity contains this. Case-insensitive.",
					examples: ["grace@example.com"],
				}),
			class_name: z
				.string()
				.max(64)
				.optional()
				.meta({
					description: "Returns only events of this class.",
					examples: ["member_management"],
				}),
			activity_name: z
				.string()
				.max(64)
				.optional()
				.meta({
					description: "Returns only events of this activity.",
					examples: ["invite"],
				}),
		}),
		response: z.object({
			entries: z.array(auditEntry).meta({ description: "Events on this page, newest first." }),
			has_more: z.boolean().meta({ description: "Whether there are older events.", examples: [true] }),
			next_cursor: z
				.string()
				.nullable()
				.meta({
					description: "Send it as `cursor` to get the next page. Null on the last page.",
					examples: ["48211"],
				}),
		}),
	}),
	...ssoEndpoints,
};
