// Service accounts: they own keys and things as a person does, take no seat, and nobody can sign in as one. Always: whoever makes one
// gives it no more than they have.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import type { Context } from "../../core/context.ts";
import { createServiceUser } from "../auth/auth.public.ts";
import { recordAct } from "./workspace.audit.public.ts";
import { listGroupRows } from "./workspace.groups.repo.ts";
import { requireGroups } from "./workspace.groups.service.ts";
import { findMachine, insertDefaultShare, listDefaultShares, listMachineRows } from "./workspace.machines.repo.ts";
import { deleteMember, insertMember } from "./workspace.members.repo.ts";
import { presentGroup, unix } from "./workspace.present.ts";
import { asRole } from "./workspace.public.ts";
import { lockWorkspace } from "./workspace.repo.ts";
import type { WorkspaceDeps } from "./workspace.service.ts";

type Endpoints = typeof workspaceEndpoints;

export async function readServiceAccounts(
	{ db, above }: WorkspaceDeps,
	workspaceId: string,
): Promise<ResponseOf<Endpoints["listServiceAccounts"]>> {
	const rows = await listMachineRows(db, workspaceId);
	const [keys, shares, groups] = await Promise.all([
		above.serviceAccountKeys(
			db,
			workspaceId,
			rows.map((row) => row.id),
		),
		listDefaultShares(db, workspaceId),
		listGroupRows(db, workspaceId),
	]);
	const levels = ["admin", "editor", "viewer"] as const;
	return {
		"service-accounts": rows.map((row) => ({
			service_account_user_id: row.id,
			name: row.name,
			email: row.email,
			role: asRole(row.role),
			created_at_unix: unix(row.created_at),
			group_ids: row.group_ids,
			"api-keys": keys.filter((key) => key.service_account_user_id === row.id),
			default_sharing_groups: shares.flatMap((share) => {
				const group = groups.find((one) => one.id === share.group_id);
				const level = levels.find((one) => one === share.role);
				return share.user_id === row.id && group && level
					? [{ group: presentGroup(group, null), permission_level: level }]
					: [];
			}),
		})),
	};
}

export async function makeServiceAccount(
	{ db }: WorkspaceDeps,
	context: Context,
	wanted: InputOf<Endpoints["createServiceAccount"]>["body"],
): Promise<ResponseOf<Endpoints["createServiceAccount"]>> {
	const { workspaceId } = context;
	if (wanted.role === "admin" && !context.permissions.has("workspace_write"))
		throw new AppError("missing_permissions", "Only an admin can make a service account that is an admin.");
	const shares = wanted.default_sharing_groups ?? [];
	const userId = await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		await requireGroups(
			tx,
			workspaceId,
			shares.map((share) => share.group_id),
		);
		const id = await createServiceUser(tx, workspaceId, wanted.name);
		await insertMember(tx, workspaceId, { userId: id, role: wanted.role, usageLimit: null, joined: false });
		for (const { group_id: groupId, permission_level: role } of shares)
			await insertDefaultShare(tx, workspaceId, { userId: id, groupId, role });
		await recordAct(tx, context, {
			className: "service_account",
			activity: "create",
			target: wanted.name,
			details: { service_account_user_id: id, role: wanted.role, default_sharing_groups: shares },
		});
		return id;
	});
	return { "service-account-user-id": userId };
}

export async function removeServiceAccount(
	{ db, above }: WorkspaceDeps,
	context: Context,
	userId: string,
): Promise<{ status: "ok" }> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const machine = await findMachine(tx, workspaceId, userId);
		if (!machine) throw new AppError("service_account_not_found", "There is no such service account.");
		if (machine.role === "admin" && !context.permissions.has("workspace_write"))
			throw new AppError("missing_permissions", "Only an admin can delete a service account that is an admin.");
		await above.endKeys(tx, workspaceId, userId);
		await deleteMember(tx, workspaceId, userId);
		await recordAct(tx, context, {
			className: "service_account",
			activity: "delete",
			target: machine.name,
			details: { service_account_user_id: userId },
		});
	});
	return { status: "ok" };
}
