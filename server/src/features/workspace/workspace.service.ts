// Which workspace a session works in. Always: the chosen one is one the person is a member of, and a key never leaves its own.
import { AppError } from "@timbre/contract/errors.ts";
import type { Tier } from "@timbre/contract/plans.ts";
import type { Subscription } from "@timbre/contract/usage.ts";
import type { ResourceRole, ResourceType, ServiceAccount, Workspace } from "@timbre/contract/workspace.entities.ts";
import type { OwnWorkspace } from "@timbre/contract/workspace.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Identity } from "../../core/context.ts";
import type { MailSettings } from "../../core/mail.ts";
import { asRole, asTier } from "./workspace.public.ts";
import { chooseWorkspace, listMemberships } from "./workspace.repo.ts";

export type WorkspaceDeps = {
	db: Database;
	mail: MailSettings;
	publicUrl: string;
	above: Above;
};

/** What areas above this one know and do. They are higher, so how to ask them is handed in. */
export type Above = {
	subscriptionOf(workspaceId: string): Promise<Subscription>;
	locatorsOf(workspaceId: string): Promise<Workspace["pronunciation_dictionary_locators"]>;
	/** Credits spent in this period, by user id. */
	spentByMembers(workspaceId: string): Promise<Map<string, number>>;
	/** The plan and the credits it brings, from now on. */
	setPlan(tx: Db, workspaceId: string, tier: Tier): Promise<void>;
	/** Every key a user has for a workspace ends, and would not come back with the membership. */
	endKeys(tx: Db, workspaceId: string, userId: string): Promise<void>;
	serviceAccountKeys(db: Db, workspaceId: string, userIds: readonly string[]): Promise<ServiceAccount["api-keys"]>;
	/** Begins to delete an account whole; throws when it cannot be. */
	deleteAccount(tx: Db, order: { userId: string; workspaceId: string; byUserId: string }): Promise<void>;
	findResource: Record<ResourceType, (db: Db, workspaceId: string, id: string) => Promise<ResourceFacts | undefined>>;
};

/** `access` is what its maker lets every member do; null is what their role says, "none" nothing at all. */
export type ResourceFacts = { name: string; ownerUserId: string; access: ResourceRole | "none" | null };

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
