// The current workspace of a session.
// Invariant: a user is a member of the selected workspace, and an API key can't leave its own.
import { AppError } from "@timbre/contract/errors.ts";
import type { Tier } from "@timbre/contract/plans.ts";
import type { Subscription } from "@timbre/contract/usage/endpoints.ts";
import type { OwnWorkspace } from "@timbre/contract/workspace/endpoints.ts";
import type { ResourceRole, ResourceType, ServiceAccount, Workspace } from "@timbre/contract/workspace/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Identity } from "../../core/context.ts";
import type { MailSettings } from "../../core/mail.ts";
import { toRole, toTier } from "./workspace.public.ts";
import { listMemberships, setCurrentWorkspace } from "./workspace.repo.ts";

export type WorkspaceDeps = {
	db: Database;
	mail: MailSettings;
	publicUrl: string;
	ports: WorkspacePorts;
};

/** Functions of features that depend on this one, injected to avoid circular imports. */
export type WorkspacePorts = {
	getSubscription(workspaceId: string): Promise<Subscription>;
	getDictionaryLocators(workspaceId: string): Promise<Workspace["pronunciation_dictionary_locators"]>;
	/** Credits spent in the current period, by user id. */
	getSpendByMember(workspaceId: string): Promise<Map<string, number>>;
	/** Changes the plan and its credits immediately. */
	setPlan(tx: Db, workspaceId: string, tier: Tier): Promise<void>;
	/** Permanently revokes all keys a user has for the workspace, even if they rejoin. */
	revokeKeys(tx: Db, workspaceId: string, userId: string): Promise<void>;
	listServiceAccountKeys(db: Db, workspaceId: string, userIds: readonly string[]): Promise<ServiceAccount["api-keys"]>;
	/** Starts deleting the complete account; throws if that isn't possible. */
	deleteAccount(tx: Db, request: { userId: string; workspaceId: string; byUserId: string }): Promise<void>;
	findResource: Record<ResourceType, (db: Db, workspaceId: string, id: string) => Promise<ResourceDetails | undefined>>;
};

/** `access` is what the owner allows every member. Null means the member's role, "none" no access. */
export type ResourceDetails = { name: string; ownerUserId: string; access: ResourceRole | "none" | null };

export async function listWorkspaces(db: Database, caller: Identity): Promise<{ workspaces: OwnWorkspace[] }> {
	const all = await listMemberships(db, caller.userId);
	const own = caller.via === "session" ? all : all.filter((workspace) => workspace.id === caller.workspaceId);
	return {
		workspaces: own.map((workspace) => ({
			workspace_id: workspace.id,
			name: workspace.name,
			role: toRole(workspace.role),
			tier: toTier(workspace.tier),
			members: Number(workspace.members),
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
