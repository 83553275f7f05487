// Workspace settings.
// Invariant: a change and its audit event are one transaction.
import type { accountEndpoints } from "@timbre/contract/account/endpoints.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { Subscription } from "@timbre/contract/usage/endpoints.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import type { Workspace } from "@timbre/contract/workspace/schemas.ts";
import { seatsOf } from "@timbre/contract/workspace/schemas.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { getUser, hasTwoFactor } from "../../auth/auth.public.ts";
import { recordAudit } from "../audit/recorder.service.ts";
import { countSeats, findMemberByEmail } from "../members/members.repo.ts";
import { toTier } from "../parse.ts";
import { presentTrainingOptOut, presentWorkspace } from "../workspace.present.ts";
import { findWorkspace, lockWorkspace, type SettingsChange, updateWorkspaceRow } from "../workspace.repo.ts";
import type { WorkspaceDeps } from "../workspace.service.ts";

type Endpoints = typeof workspaceEndpoints;
type Ok = { status: "ok" };

/** The workspace, with what other areas know about it. */
export async function getWorkspace(
	db: Database,
	workspaceId: string,
	more: { subscription: Subscription; locators: Workspace["pronunciation_dictionary_locators"] },
): Promise<Workspace> {
	const row = mustFind(await findWorkspace(db, workspaceId));
	const owner = await getUser(db, row.owner_user_id);
	return presentWorkspace(row, { ownerEmail: owner?.email ?? "", ...more });
}

export function getIsAdmin(context: Context): ResponseOf<Endpoints["isAdmin"]> {
	return { is_admin: context.role === "admin" };
}

/** Also for API keys, which have at most the permissions of their owner. */
export async function getSettingsAccess(
	{ db }: WorkspaceDeps,
	{ workspaceId, userId, permissions }: Context,
): Promise<ResponseOf<Endpoints["canAccessSettings"]>> {
	const row = await findWorkspace(db, workspaceId);
	return {
		can_access_workspace_settings: permissions.has("workspace_write"),
		can_invite_members: permissions.has("workspace_members_invite"),
		can_remove_members: permissions.has("workspace_members_remove"),
		can_manage_group_members: permissions.has("group_members_manage"),
		can_manage_service_accounts: permissions.has("service_account_write"),
		can_manage_webhooks: permissions.has("webhooks_write"),
		can_read_audit_log: permissions.has("audit_log_read"),
		can_transfer_ownership: permissions.has("workspace_write") && row?.owner_user_id === userId,
	};
}

export async function getSeats(
	{ db }: WorkspaceDeps,
	workspaceId: string,
): Promise<ResponseOf<Endpoints["getSeatsStatus"]>> {
	const row = mustFind(await findWorkspace(db, workspaceId));
	const { members, invites } = await countSeats(db, workspaceId);
	const seats = seatsOf(toTier(row.tier), row.max_seats);
	return {
		max_seats: seats,
		used_seats: members,
		pending_invites: invites,
		available_seats: Math.max(0, seats - members - invites),
	};
}

export async function getTrainingOptOut(
	{ db }: WorkspaceDeps,
	context: Context,
): Promise<ResponseOf<Endpoints["getTrainingOptOut"]>> {
	const row = mustFind(await findWorkspace(db, context.workspaceId));
	return { ...presentTrainingOptOut(row), can_change: context.permissions.has("workspace_write") };
}

export async function updateSettings(
	db: Database,
	context: Context,
	input: InputOf<(typeof accountEndpoints)["updateWorkspace"]>["body"],
): Promise<void> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		const before = await lockWorkspace(tx, workspaceId);
		// Otherwise the admin would lock themselves out.
		if (input.require_two_factor && !(await hasTwoFactor(tx, context.userId, context.sessionId)))
			throw new AppError(
				"conflict",
				"Turn on two-factor authentication for your own account first, or sign in with a passkey.",
			);
		const change: SettingsChange = {
			requireTwoFactor: input.require_two_factor,
			name: input.name,
			trainingOptOut: input.training_opt_out,
			sessionInactivityTimeout: input.session_inactivity_timeout,
			defaultUsageLimit: input.default_usage_limit,
			allMembersPermissions: input.all_members_permissions,
		};
		await updateWorkspaceRow(tx, workspaceId, change);
		const from = {
			name: before.name,
			training_opt_out: presentTrainingOptOut(before).training_opt_out,
			session_inactivity_timeout: before.session_inactivity_timeout,
			require_two_factor: before.require_two_factor,
			default_usage_limit: before.default_usage_limit,
			all_members_permissions: before.all_members_permissions,
		};
		for (const [setting, to] of Object.entries(input)) {
			if (to === undefined) continue;
			await recordAudit(tx, context, {
				className: setting === "training_opt_out" ? "privacy" : "workspace_settings",
				activity: "update",
				target: setting,
				details: { from: from[setting as keyof typeof from], to },
			});
		}
	});
}

export async function transferOwnership({ db }: WorkspaceDeps, context: Context, email: string): Promise<Ok> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		const row = await lockWorkspace(tx, workspaceId);
		if (row.owner_user_id !== context.userId)
			throw new AppError("missing_permissions", "Only the owner can transfer the workspace.");
		const next = await findMemberByEmail(tx, workspaceId, email);
		if (!next) throw new AppError("member_not_found", "No member of this workspace has this email address.");
		if (next.role !== "admin" || next.locked_at !== null)
			throw new AppError("invalid_request", "Only an admin can become the owner. Make them an admin first.", {
				param: "email",
			});
		if (next.is_owner) return;
		await updateWorkspaceRow(tx, workspaceId, { ownerUserId: next.user_id });
		await recordAudit(tx, context, {
			className: "workspace_settings",
			activity: "transfer_ownership",
			target: next.email,
			details: { from: row.owner_user_id, to: next.user_id },
		});
	});
	return { status: "ok" };
}

function mustFind<Row>(row: Row | undefined): Row {
	if (row === undefined) throw new AppError("workspace_not_found", "This workspace no longer exists.");
	return row;
}
