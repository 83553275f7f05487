import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { roles } from "../permissions.ts";
import {
	byEmail,
	feature,
	group,
	id,
	name,
	ok,
	resource,
	resourceRoles,
	resourceTypes,
	serviceAccount,
	sharedResource,
	shareTarget,
} from "./schemas.ts";

const oneTarget = (body: { user_email?: unknown; group_id?: unknown; workspace_api_key_id?: unknown }) =>
	[body.user_email, body.group_id, body.workspace_api_key_id].filter((one) => one !== undefined && one !== null)
		.length === 1;
const oneTargetOnly = { error: "Send exactly one of user_email, group_id and workspace_api_key_id." };

const since = "0.4.0";
const read = { since, auth: "user", permission: "workspace_read" } as const;
const write = { since, auth: "user", permission: "workspace_write" } as const;
const manageGroupMembers = { since, auth: "user", permission: "group_members_manage" } as const;
const manageServiceAccounts = { since, auth: "user", permission: "service_account_write" } as const;
const groupId = id.meta({ description: "Id of the group.", examples: ["Rb2nX6tKv8QwZ4Ly9Jcd"] });
const oneGroup = z.object({ group_id: groupId });
const oneResource = z.object({
	resource_id: id.meta({ description: "Id of the resource.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
});

/** Groups, service accounts and sharing: part of `workspaceEndpoints`. */
export const accessEndpoints = {
	listGroups: endpoint({
		id: "workspace_groups_list",
		method: "GET",
		path: "/v1/workspace/groups",
		summary: "List groups",
		description:
			"Returns an object with the groups by id. Credits that a group's members spent are included only with the permission `workspace_analytics_full_read`.",
		...read,
		response: z.record(z.string(), group).meta({ description: "The groups by their ids, in alphabetical order." }),
	}),
	searchGroups: endpoint({
		id: "workspace_groups_search",
		method: "GET",
		path: "/v1/workspace/groups/search",
		summary: "Find a group by name",
		description:
			"Returns the group with exactly this name, ignoring case, with the email addresses of its members, or an empty list.",
		...read,
		query: z.object({
			name: z
				.string()
				.max(200)
				.meta({ description: "Name of the group, ignoring case.", examples: ["Producers"] }),
		}),
		response: z.array(
			z.object({
				name: z.string().meta({ description: "Name of the group.", examples: ["Producers"] }),
				id: z.string().meta({ description: "Id of the group.", examples: ["Rb2nX6tKv8QwZ4Ly9Jcd"] }),
				members_emails: z.array(z.string()).meta({
					description: "Email addresses of its members.",
					examples: [["ada@example.com"]],
				}),
			}),
		),
	}),
	createGroup: endpoint({
		id: "workspace_groups_create",
		method: "POST",
		path: "/v1/workspace/groups",
		summary: "Create a group",
		description:
			"A group gives its members permissions in addition to those of all members. Names are unique, ignoring case. Only for admins.",
		...write,
		body: z.object({
			name: name("group").meta({
				description: "Name of the group, 1 to 80 characters and unique in the workspace.",
				examples: ["Producers"],
			}),
			permissions: z
				.array(feature)
				.default([])
				.meta({
					description: "What its members can use in addition to what all members can. Defaults to nothing.",
					examples: [["workspace_members_invite"]],
				}),
		}),
		response: group,
		errors: ["conflict"],
	}),
	updateGroup: endpoint({
		id: "workspace_groups_update",
		method: "PATCH",
		path: "/v1/workspace/groups/{group_id}",
		summary: "Update a group",
		description:
			"Renames the group or replaces its permissions, which applies to its members immediately. Only for admins.",
		...write,
		params: oneGroup,
		body: z.object({
			name: name("group")
				.optional()
				.meta({ description: "New name, 1 to 80 characters. Unchanged if omitted.", examples: ["Producers"] }),
			permissions: z
				.array(feature)
				.optional()
				.meta({
					description: "Replaces the permissions of the group. Unchanged if omitted.",
					examples: [["workspace_members_invite", "audit_log_read"]],
				}),
		}),
		response: group,
		errors: ["group_not_found", "conflict"],
	}),
	deleteGroup: endpoint({
		id: "workspace_groups_delete",
		method: "DELETE",
		path: "/v1/workspace/groups/{group_id}",
		summary: "Delete a group",
		description: "Its members lose the group's permissions and stay members of the workspace. Only for admins.",
		...write,
		params: oneGroup,
		response: ok,
		errors: ["group_not_found"],
	}),
	addGroupMember: endpoint({
		id: "workspace_groups_members_add",
		method: "POST",
		path: "/v1/workspace/groups/{group_id}/members",
		summary: "Add a group member",
		description:
			"Gives a member or service account the permissions of the group immediately. Callers who are not admins can only use groups whose permissions they all have.",
		...manageGroupMembers,
		params: oneGroup,
		body: byEmail("Email address of the member or service account."),
		response: ok,
		errors: ["group_not_found", "member_not_found"],
	}),
	removeGroupMember: endpoint({
		id: "workspace_groups_members_remove",
		method: "POST",
		path: "/v1/workspace/groups/{group_id}/members/remove",
		summary: "Remove a group member",
		description:
			"Takes the permissions of the group from a member or service account immediately. Callers who are not admins can only use groups whose permissions they all have.",
		...manageGroupMembers,
		params: oneGroup,
		body: byEmail("Email address of the member or service account."),
		response: ok,
		errors: ["group_not_found", "member_not_found"],
	}),
	listServiceAccounts: endpoint({
		id: "serviceAccounts_list",
		method: "GET",
		path: "/v1/service-accounts",
		summary: "List service accounts",
		description:
			"Service accounts are for programs: they own API keys, take no seat, and nobody can sign in as one. Returns them with their keys, newest first.",
		...manageServiceAccounts,
		response: z.object({
			"service-accounts": z.array(serviceAccount).meta({ description: "Service accounts, newest first." }),
		}),
	}),
	createServiceAccount: endpoint({
		id: "serviceAccounts_create",
		method: "POST",
		path: "/v1/service-accounts",
		summary: "Create a service account",
		description:
			"The account is a member of the workspace with the given role and takes no seat. Create an API key for it to use it.",
		...manageServiceAccounts,
		body: z.object({
			name: name("service account").meta({
				description: "Name of the service account, 1 to 80 characters.",
				examples: ["Nightly job"],
			}),
			role: z
				.enum(roles)
				.default("editor")
				.meta({
					description: "Role of the account. Only an admin can create an `admin`. Defaults to `editor`.",
					examples: ["editor"],
				}),
			default_sharing_groups: z
				.array(
					z.object({
						group_id: groupId,
						permission_level: z.enum(["admin", "editor", "viewer"]).meta({
							description: "Role of its members on what the account creates.",
							examples: ["viewer"],
						}),
					}),
				)
				.max(50)
				.nullish()
				.meta({ description: "Up to 50 groups that everything the account creates is shared with." }),
		}),
		response: z.object({
			"service-account-user-id": z.string().meta({
				description: "Id of the new service account.",
				examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
			}),
		}),
		errors: ["group_not_found"],
	}),
	deleteServiceAccount: endpoint({
		id: "serviceAccounts_delete",
		method: "DELETE",
		path: "/v1/service-accounts/{service_account_user_id}",
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
	listSharedResources: endpoint({
		id: "workspace_resources_list",
		method: "GET",
		path: "/v1/workspace/resources",
		summary: "List shared resources",
		description:
			"Returns voices and pronunciation dictionaries that were shared within the workspace and that the caller can access.",
		...read,
		query: z.object({
			owner_user_id: id.optional().meta({
				description: "Returns only resources of this owner.",
				examples: ["q3ZtR8vLw1Yk5NdC7mPx"],
			}),
			resource_type: z
				.enum(resourceTypes)
				.optional()
				.meta({
					description: "Returns only resources of this kind.",
					examples: ["voice"],
				}),
		}),
		response: z.object({
			resources: z.array(sharedResource).meta({
				description: "Shared resources that the caller can access, by kind and id.",
			}),
		}),
	}),
	getResource: endpoint({
		id: "workspace_resources_get",
		method: "GET",
		path: "/v1/workspace/resources/{resource_id}",
		summary: "Get sharing of a resource",
		description: "Returns who a resource is shared with, who it can be shared with, and the caller's role on it.",
		...read,
		params: oneResource,
		query: z.object({ resource_type: shareTarget.resource_type }),
		response: resource,
		errors: ["resource_not_found"],
	}),
	shareResource: endpoint({
		id: "workspace_resources_share",
		method: "POST",
		path: "/v1/workspace/resources/{resource_id}/share",
		summary: "Share a resource",
		description:
			"Gives a member, a group, everyone or a service account a role on the resource, or changes it. Send exactly one of `user_email`, `group_id` and `workspace_api_key_id`. Only the owner of the resource and admins can share it.",
		since,
		auth: "user",
		permission: "user_write",
		params: oneResource,
		body: z
			.object({
				role: z.enum(resourceRoles).meta({
					description: "Role to give on the resource. `commenter` can do the same as `viewer`.",
					examples: ["viewer"],
				}),
				...shareTarget,
			})
			.refine(oneTarget, oneTargetOnly)
			.meta({ examples: [{ role: "viewer", resource_type: "voice", user_email: "grace@example.com" }] }),
		response: ok,
		errors: ["resource_not_found", "member_not_found", "group_not_found", "api_key_not_found"],
	}),
	unshareResource: endpoint({
		id: "workspace_resources_unshare",
		method: "POST",
		path: "/v1/workspace/resources/{resource_id}/unshare",
		summary: "Stop sharing a resource",
		description:
			"Removes what sharing gave to a member, a group, everyone or a service account. Send exactly one of `user_email`, `group_id` and `workspace_api_key_id`. Only the owner of the resource and admins can do this.",
		since,
		auth: "user",
		permission: "user_write",
		params: oneResource,
		body: z
			.object(shareTarget)
			.refine(oneTarget, oneTargetOnly)
			.meta({ examples: [{ resource_type: "voice", user_email: "grace@example.com" }] }),
		response: ok,
		errors: ["resource_not_found", "member_not_found", "group_not_found", "api_key_not_found"],
	}),
};
