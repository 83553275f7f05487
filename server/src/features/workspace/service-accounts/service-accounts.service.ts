// Service accounts own keys and resources like users, take no seat, and no one can sign in as one.
// Invariant: a service account can't have more permissions than its creator.

import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import type { ServiceAccount } from "@timbre/contract/workspace/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { unix } from "../../../core/time.ts";
import { createServiceUser } from "../../auth/auth.public.ts";
import { recordAudit } from "../audit/recorder.service.ts";
import { listGroupRows } from "../groups/groups.repo.ts";
import { requireGroups } from "../groups/groups.service.ts";
import { deleteMember, insertMember } from "../members/members.repo.ts";
import { toRole } from "../parse.ts";
import { presentGroup } from "../workspace.present.ts";
import { lockWorkspace } from "../workspace.repo.ts";
import type { WorkspaceDeps } from "../workspace.service.ts";
import {
	findServiceAccount,
	insertDefaultShare,
	listDefaultShares,
	listServiceAccountRows,
} from "./service-accounts.repo.ts";

type Endpoints = typeof workspaceEndpoints;

/** Without their API keys, which belong to another area. */
export async function listServiceAccounts(
	db: Database,
	workspaceId: string,
): Promise<Omit<ServiceAccount, "api-keys">[]> {
	const [rows, shares, groups] = await Promise.all([
		listServiceAccountRows(db, workspaceId),
		listDefaultShares(db, workspaceId),
		listGroupRows(db, workspaceId),
	]);
	const levels = ["admin", "editor", "viewer"] as const;
	return rows.map((row) => ({
		service_account_user_id: row.id,
		name: row.name,
		email: row.email,
		role: toRole(row.role),
		created_at_unix: unix(row.created_at),
		group_ids: row.group_ids,
		default_sharing_groups: shares.flatMap((share) => {
			const group = groups.find((one) => one.id === share.group_id);
			const level = levels.find((one) => one === share.role);
			return share.user_id === row.id && group && level
				? [{ group: presentGroup(group, null), permission_level: level }]
				: [];
		}),
	}));
}

export async function createServiceAccount(
	{ db }: WorkspaceDeps,
	context: Context,
	input: InputOf<Endpoints["createServiceAccount"]>["body"],
): Promise<ResponseOf<Endpoints["createServiceAccount"]>> {
	const { workspaceId } = context;
	if (input.role === "admin" && !context.permissions.has("workspace_write"))
		throw new AppError("missing_permissions", "Only an admin can create an admin service account.");
	const shares = input.default_sharing_groups ?? [];
	const userId = await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		await requireGroups(
			tx,
			workspaceId,
			shares.map((share) => share.group_id),
		);
		const id = await createServiceUser(tx, workspaceId, input.name);
		await insertMember(tx, workspaceId, { userId: id, role: input.role, usageLimit: null, joined: false });
		for (const { group_id: groupId, permission_level: role } of shares)
			await insertDefaultShare(tx, workspaceId, { userId: id, groupId, role });
		await recordAudit(tx, context, {
			className: "service_account",
			activity: "create",
			target: input.name,
			details: { service_account_user_id: id, role: input.role, default_sharing_groups: shares },
		});
		return id;
	});
	return { "service-account-user-id": userId };
}

/** The caller revokes its keys. */
export async function deleteServiceAccount(tx: Db, context: Context, userId: string): Promise<void> {
	const { workspaceId } = context;
	await lockWorkspace(tx, workspaceId);
	const account = await findServiceAccount(tx, workspaceId, userId);
	if (!account) throw new AppError("service_account_not_found", "This workspace has no service account with this ID.");
	if (account.role === "admin" && !context.permissions.has("workspace_write"))
		throw new AppError("missing_permissions", "Only an admin can delete an admin service account.");
	await deleteMember(tx, workspaceId, userId);
	await recordAudit(tx, context, {
		className: "service_account",
		activity: "delete",
		target: account.name,
		details: { service_account_user_id: userId },
	});
}
