// The current workspace of a session.
// Invariant: a user is a member of the selected workspace, and an API key can't leave its own.
import { AppError } from "@timbre/contract/errors.ts";
import type { OwnWorkspace } from "@timbre/contract/workspace/endpoints.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Identity } from "../../core/http/context.ts";
import type { MailSettings } from "../../core/mail/mail.ts";
import { toRole, toTier } from "./parse.ts";
import { listMemberships, setCurrentWorkspace } from "./workspace.repo.ts";

export type WorkspaceDeps = {
	db: Database;
	mail: MailSettings;
	publicUrl: string;
};

export async function listWorkspaces(db: Database, caller: Identity): Promise<{ workspaces: OwnWorkspace[] }> {
	const all = await listMemberships(db, caller.userId, caller.sessionId);
	const own = caller.via === "session" ? all : all.filter((workspace) => workspace.id === caller.workspaceId);
	return {
		workspaces: own.map((workspace) => ({
			workspace_id: workspace.id,
			name: workspace.name,
			role: toRole(workspace.role),
			tier: toTier(workspace.tier),
			members: Number(workspace.members),
			needs_two_factor: workspace.needs_two_factor,
			current: workspace.id === caller.workspaceId,
		})),
	};
}

export async function openWorkspace(db: Database, caller: Identity, workspaceId: string): Promise<{ status: "ok" }> {
	const { sessionId, userId } = caller;
	// Return the same error for unknown and foreign workspaces so ids can't be probed.
	const missing = new AppError("workspace_not_found", "You are not a member of a workspace with this ID.");
	if (sessionId === undefined) {
		if (workspaceId !== caller.workspaceId) throw missing;
		throw new AppError(
			"invalid_request",
			"An API key always uses its own workspace. Only a session can switch workspaces.",
		);
	}
	if (!(await setCurrentWorkspace(db, workspaceId, { userId, sessionId }))) throw missing;
	return { status: "ok" };
}
