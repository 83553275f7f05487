import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import { denied } from "../../testing/denied.ts";

denied(workspaceEndpoints.listWorkspaces);
denied(workspaceEndpoints.openWorkspace, {
	params: { workspace_id: "nobodys" },
	foreign: {
		make: async (app) => ({ workspace_id: (await app.person()).workspaceId }),
		code: "workspace_not_found",
	},
});
