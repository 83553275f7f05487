import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { roles } from "../permissions.ts";
import { workspacePaths } from "./paths.ts";
import { byEmail, feature, group, id, name, ok } from "./schemas.ts";

const since = "0.4.0";
const read = { since, auth: "user", permission: "workspace_read" } as const;
const write = { since, auth: "user", permission: "workspace_write" } as const;
const manageGroupMembers = { since, auth: "user", permission: "group_members_manage" } as const;
const manageServiceAccounts = { since, auth: "user", permission: "service_account_write" } as const;
const groupId = id.meta({ description: "Id of the group.", examples: ["Rb2nX6tKv8QwZ4Ly9Jcd"] });
const oneGroup = z.object({ group_id: groupId });
/** Groups and service accounts: part of `workspaceEndpoints`. */
export const accessEndpoints = {
	searchGroups: endpoint({
		...workspacePaths.searchGroups,
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
		...workspacePaths.createGroup,
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
		...workspacePaths.updateGroup,
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
		...workspacePaths.deleteGroup,
		summary: "Delete a group",
		description: "Its members lose the group's permissions and stay members of the workspace. Only for admins.",
		...write,
		params: oneGroup,
		response: ok,
		errors: ["group_not_found"],
	}),
	addGroupMember: endpoint({
		...workspacePaths.addGroupMember,
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
		...workspacePaths.removeGroupMember,
		summary: "Remove a group member",
		description:
			"Takes the permissions of the group from a member or service account immediately. Callers who are not admins can only use groups whose permissions they all have.",
		...manageGroupMembers,
		params: oneGroup,
		body: byEmail("Email address of the member or service account."),
		response: ok,
		errors: ["group_not_found", "member_not_found"],
	}),
	createServiceAccount: endpoint({
		...workspacePaths.createServiceAccount,
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
};
