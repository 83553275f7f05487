import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import type { Database } from "@timbre/db/connect.ts";
import { type Http, implement } from "../../core/http.ts";
import { openWorkspace, readWorkspaces } from "./workspace.service.ts";

export function workspaceRoutes(http: Http, db: Database): void {
	implement(http, workspaceEndpoints.listWorkspaces, (context) => readWorkspaces(db, context));
	implement(http, workspaceEndpoints.openWorkspace, (context, { params }) =>
		openWorkspace(db, context, params.workspace_id),
	);
}
