// Which workspace a session works in. Always: the chosen one is one the person is a member of, and a key never leaves its own.
import { AppError } from "@timbre/contract/errors.ts";
import type { OwnWorkspace } from "@timbre/contract/workspace.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Identity } from "../../core/context.ts";
import { asRole, asTier } from "./workspace.public.ts";
import { chooseWorkspace, listMemberships } from "./workspace.repo.ts";

export async function readWorkspaces(db: Database, caller: Identity): Promise<{ workspaces: OwnWorkspace[] }> {
	const all = await listMemberships(db, caller.userId);
	const own = caller.via === "session" ? all : all.filter((workspace) => workspace.id === caller.workspaceId);
	return {
		workspaces: own.map((workspace) => ({
			workspace_id: workspace.id,
			name: workspace.name,
			role: asRole(workspace.role),
			tier: asTier(workspace.tier),
			members: Number(workspace.members),
			current: workspace.id === caller.workspaceId,
		})),
	};
}

export async function openWorkspace(db: Database, caller: Identity, workspaceId: string): Promise<{ status: "ok" }> {
	const { sessionId, userId } = caller;
	// To a stranger all workspaces look alike, whether they exist or not.
	const missing = new AppError("workspace_not_found", "You are not a member of a workspace with this id.");
	if (sessionId === undefined) {
		if (workspaceId !== caller.workspaceId) throw missing;
		throw new AppError(
			"invalid_request",
			"An API key always works in its own workspace; only a session can change it.",
		);
	}
	if (!(await chooseWorkspace(db, workspaceId, { userId, sessionId }))) throw missing;
	return { status: "ok" };
}
