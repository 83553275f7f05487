import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, ok, resource, resourceRoles, resourceTypes, sharedResource, shareTarget } from "../workspace/schemas.ts";
import { accountPaths } from "./paths.ts";

const oneTarget = (body: { user_email?: unknown; group_id?: unknown; workspace_api_key_id?: unknown }) =>
	[body.user_email, body.group_id, body.workspace_api_key_id].filter((one) => one !== undefined && one !== null)
		.length === 1;
const oneTargetOnly = { error: "Send exactly one of user_email, group_id and workspace_api_key_id." };

const since = "0.4.0";
const read = { since, auth: "user", permission: "workspace_read" } as const;
const oneResource = z.object({
	resource_id: id.meta({ description: "Id of the resource.", examples: ["Xb7hH8MSUJpSbSDYk0k2"] }),
});

/** Sharing of voices and pronunciation dictionaries within a workspace. */
export const resourceEndpoints = {
	listSharedResources: endpoint({
		...accountPaths.listSharedResources,
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
		...accountPaths.getResource,
		summary: "Get sharing of a resource",
		description: "Returns who a resource is shared with, who it can be shared with, and the caller's role on it.",
		...read,
		params: oneResource,
		query: z.object({ resource_type: shareTarget.resource_type }),
		response: resource,
		errors: ["resource_not_found"],
	}),
	shareResource: endpoint({
		...accountPaths.shareResource,
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
		...accountPaths.unshareResource,
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
