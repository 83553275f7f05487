import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { codeParams } from "../workspace/members.ts";
import {
	byEmail,
	feature,
	group,
	id,
	member,
	name,
	ok,
	serviceAccount,
	usageLimit,
	workspace,
} from "../workspace/schemas.ts";
import { accountPaths } from "./paths.ts";

const since = "0.4.0";
const read = { since, auth: "user", permission: "workspace_read" } as const;
const write = { since, auth: "user", permission: "workspace_write" } as const;
const manageServiceAccounts = { since, auth: "user", permission: "service_account_write" } as const;

/** Endpoints of the workspace that combine it with plans, credits, API keys or accounts. */
export const teamEndpoints = {
	getWorkspace: endpoint({
		...accountPaths.getWorkspace,
		summary: "Get the workspace",
		description: "Returns the settings, plan and credits of the caller's current workspace.",
		...read,
		response: workspace,
	}),
	updateWorkspace: endpoint({
		...accountPaths.updateWorkspace,
		summary: "Update workspace settings",
		description:
			"Changes the given settings and returns the workspace; omitted settings stay unchanged. Changes of permissions apply immediately, also to API keys. Only for admins.",
		...write,
		body: z.object({
			name: name("workspace")
				.optional()
				.meta({ description: "New name, 1 to 80 characters.", examples: ["Acme Audio"] }),
			training_opt_out: z
				.boolean()
				.optional()
				.meta({
					description: "Whether to opt out of model training.",
					examples: [true],
				}),
			session_inactivity_timeout: z
				.int()
				.min(60, "At least one minute.")
				.max(2_592_000, "At most 30 days.")
				.nullable()
				.optional()
				.meta({
					description:
						"Seconds without activity after which members are signed out, from one minute to 30 days. Null means no timeout.",
					examples: [3600],
				}),
			require_two_factor: z
				.boolean()
				.optional()
				.meta({
					description:
						"Whether members need two-factor authentication. Those without it, and their API keys, are denied until they turn it on. The caller must have turned it on.",
					examples: [true],
				}),
			default_usage_limit: usageLimit
				.nullable()
				.optional()
				.meta({
					description:
						"Credits per period of members who join from now on, unless their invite sets another limit. Null means no limit.",
					examples: [20000],
				}),
			all_members_permissions: z
				.array(feature)
				.nullable()
				.optional()
				.meta({
					description: "What every member can use. Admins can always use everything. Null restores the default.",
					examples: [["text_to_speech", "voice_lab"]],
				}),
		}),
		response: workspace,
		errors: ["conflict"],
	}),
	cancelToJoin: endpoint({
		...accountPaths.cancelToJoin,
		summary: "Cancel paid plans to join",
		description:
			"Moves all other workspaces that the caller owns to the free plan, immediately and without refund, so that the invite can be accepted. Requires a signed-in session.",
		since,
		auth: "user",
		permission: "user_write",
		allowSuspended: true,
		params: codeParams,
		response: ok,
		errors: ["invite_not_found", "needs_session"],
	}),
	listMembers: endpoint({
		...accountPaths.listMembers,
		summary: "List members",
		description:
			"Returns all members in the order of joining, without service accounts. Other members' usage is included only with the permission `workspace_analytics_full_read`.",
		since,
		auth: "user",
		permission: "workspace_members_read",
		response: z.array(member),
	}),
	removeMember: endpoint({
		...accountPaths.removeMember,
		summary: "Remove a member",
		description:
			"Revokes the member's API keys for good; what they created stays in the workspace. The owner and the last admin can't be removed. Only admins can remove an admin.",
		since,
		auth: "user",
		permission: "workspace_members_remove",
		body: byEmail("Email address of the member to remove."),
		response: ok,
		errors: ["member_not_found", "last_admin", "owner_must_stay"],
	}),
	leaveWorkspace: endpoint({
		...accountPaths.leaveWorkspace,
		summary: "Leave the workspace",
		description:
			"Ends the caller's membership in the current workspace and revokes their API keys; what they created stays. The owner and the last admin can't leave.",
		since,
		auth: "user",
		permission: "user_write",
		allowSuspended: true,
		response: ok,
		errors: ["last_admin", "owner_must_stay"],
	}),
	deleteMemberAccount: endpoint({
		...accountPaths.deleteMemberAccount,
		summary: "Delete a member's account",
		description:
			"Deletes the complete account of a member with all data that only they own, in this workspace and others. This can't be undone. Fails if they own a workspace with other members. Only for admins.",
		...write,
		body: byEmail("Email address of the member whose account is deleted."),
		response: ok,
		errors: ["member_not_found", "owner_must_stay", "conflict"],
	}),
	listGroups: endpoint({
		...accountPaths.listGroups,
		summary: "List groups",
		description:
			"Returns an object with the groups by id. Credits that a group's members spent are included only with the permission `workspace_analytics_full_read`.",
		...read,
		response: z.record(z.string(), group).meta({ description: "The groups by their ids, in alphabetical order." }),
	}),
	listServiceAccounts: endpoint({
		...accountPaths.listServiceAccounts,
		summary: "List service accounts",
		description:
			"Service accounts are for programs: they own API keys, take no seat, and nobody can sign in as one. Returns them with their keys, newest first.",
		...manageServiceAccounts,
		response: z.object({
			"service-accounts": z.array(serviceAccount).meta({ description: "Service accounts, newest first." }),
		}),
	}),
	deleteServiceAccount: endpoint({
		...accountPaths.deleteServiceAccount,
		summary: "Delete a service account",
		description:
			"Revokes its API keys immediately; what it created stays. Only admins can delete a service account that is an admin.",
		...manageServiceAccounts,
		params: z.object({
			service_account_user_id: id.meta({
				description: "Id of the service account.",
				examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
			}),
		}),
		response: ok,
		errors: ["service_account_not_found"],
	}),
};
