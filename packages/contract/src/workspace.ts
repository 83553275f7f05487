import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { roles } from "./permissions.ts";
import { tiers } from "./plans.ts";

const ownWorkspace = z.object({
	workspace_id: z.string(),
	name: z.string(),
	/** What the caller is in it. */
	role: z.enum(roles),
	tier: z.enum(tiers),
	members: z.int(),
	/** True for the one this call was made in. */
	current: z.boolean(),
});
export type OwnWorkspace = z.output<typeof ownWorkspace>;

export const workspaceEndpoints = {
	listWorkspaces: endpoint({
		id: "workspaces_list",
		method: "GET",
		path: "/v1/workspaces",
		summary: "The workspaces the caller is a member of; an API key knows its own only",
		since: "0.2.0",
		auth: "user",
		permission: "user_read",
		response: z.object({ workspaces: z.array(ownWorkspace) }),
	}),
	openWorkspace: endpoint({
		id: "workspaces_open",
		method: "POST",
		path: "/v1/workspaces/{workspace_id}/open",
		summary: "Work in another of the caller's workspaces from now on, in this session",
		since: "0.2.0",
		auth: "user",
		permission: "user_write",
		params: z.object({ workspace_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
		response: z.object({ status: z.literal("ok") }),
		errors: ["workspace_not_found", "invalid_request"],
	}),
};
