// Groups give their members additional permissions.
// Invariant: a non-admin can only grant permissions they have themselves, so no one can escalate privileges through a
// group.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { featurePermissions } from "@timbre/contract/permissions.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import type { Group } from "@timbre/contract/workspace/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { recordAudit } from "../audit/recorder.service.ts";
import { findAnyMemberByEmail } from "../members/members.repo.ts";
import { memberNotFound } from "../members/members.service.ts";
import { presentGroup, toFeatures } from "../workspace.present.ts";
import { lockWorkspace } from "../workspace.repo.ts";
import type { WorkspaceDeps } from "../workspace.service.ts";
import {
	deleteGroupMember,
	deleteGroupRow,
	findGroup,
	findGroupsByName,
	type GroupRow,
	insertGroup,
	insertGroupMember,
	listGroupRows,
	updateGroupRow,
} from "./groups.repo.ts";

type Endpoints = typeof workspaceEndpoints;
type Ok = { status: "ok" };

/** `spent`: credits spent in the current period, by user id; undefined if the caller may not see them. */
export async function listGroups(
	db: Database,
	workspaceId: string,
	spent: ReadonlyMap<string, number> | undefined,
): Promise<Record<string, Group>> {
	const rows = await listGroupRows(db, workspaceId);
	const sum = (row: GroupRow) => spent && row.members.reduce((total, id) => total + (spent.get(id) ?? 0), 0);
	return Object.fromEntries(rows.map((row) => [row.id, presentGroup(row, sum(row) ?? null)]));
}

export async function searchGroups(
	{ db }: WorkspaceDeps,
	workspaceId: string,
	name: string,
): Promise<ResponseOf<Endpoints["searchGroups"]>> {
	const rows = await findGroupsByName(db, workspaceId, name.trim());
	return rows.map((row) => ({ name: row.name, id: row.id, members_emails: row.emails }));
}

export async function createGroup(
	{ db }: WorkspaceDeps,
	context: Context,
	input: InputOf<Endpoints["createGroup"]>["body"],
): Promise<Group> {
	const { workspaceId } = context;
	const id = newId();
	const permissions = toFeatures(input.permissions);
	return db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		await requireFreeName(tx, workspaceId, input.name);
		await insertGroup(tx, workspaceId, { id, name: input.name, permissions });
		await recordAudit(tx, context, {
			className: "group_management",
			activity: "create",
			target: input.name,
			details: { group_id: id, permissions },
		});
		return presentGroup(await mustFind(tx, workspaceId, id), null);
	});
}

export async function updateGroup(
	{ db }: WorkspaceDeps,
	context: Context,
	id: string,
	input: InputOf<Endpoints["updateGroup"]>["body"],
): Promise<Group> {
	const { workspaceId } = context;
	return db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const before = await mustFind(tx, workspaceId, id);
		const { name } = input;
		if (name !== undefined && name.toLowerCase() !== before.name.toLowerCase())
			await requireFreeName(tx, workspaceId, name);
		const permissions = input.permissions && toFeatures(input.permissions);
		await updateGroupRow(tx, workspaceId, id, {
			...(name === undefined ? {} : { name }),
			...(permissions === undefined ? {} : { permissions }),
		});
		await recordAudit(tx, context, {
			className: "group_management",
			activity: "update",
			target: before.name,
			details: {
				group_id: id,
				...(name === undefined ? {} : { name: { from: before.name, to: name } }),
				...(permissions === undefined ? {} : { permissions: { from: before.permissions, to: permissions } }),
			},
		});
		return presentGroup(await mustFind(tx, workspaceId, id), null);
	});
}

export async function deleteGroup({ db }: WorkspaceDeps, context: Context, id: string): Promise<Ok> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const group = await mustFind(tx, workspaceId, id);
		await deleteGroupRow(tx, workspaceId, id);
		await recordAudit(tx, context, {
			className: "group_management",
			activity: "delete",
			target: group.name,
			details: { group_id: id, members: group.emails },
		});
	});
	return { status: "ok" };
}

export async function updateGroupMembership(
	{ db }: WorkspaceDeps,
	context: Context,
	id: string,
	email: string,
	activity: "add_user" | "remove_user",
): Promise<Ok> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		const [group] = await requireGrantableGroups(tx, context, [id]);
		const member = await findAnyMemberByEmail(tx, workspaceId, email);
		if (!group || !member) throw memberNotFound();
		const change = activity === "add_user" ? insertGroupMember : deleteGroupMember;
		await change(tx, workspaceId, id, member.user_id);
		await recordAudit(tx, context, {
			className: "group_management",
			activity,
			target: member.email,
			details: { group_id: id, group: group.name },
		});
	});
	return { status: "ok" };
}

/** Returns the groups if all exist and the caller may add members to them. */
export async function requireGrantableGroups(tx: Db, context: Context, ids: readonly string[]): Promise<GroupRow[]> {
	const rows = await requireGroups(tx, context.workspaceId, ids);
	if (rows.length === 0 || context.permissions.has("workspace_write")) return rows;
	if (!context.permissions.has("group_members_manage"))
		throw new AppError("missing_permissions", "You don't have permission to manage group members.");
	const excess = rows.find((row) =>
		toFeatures(row.permissions).some((feature) =>
			featurePermissions[feature].some((permission) => !context.permissions.has(permission)),
		),
	);
	if (excess)
		throw new AppError(
			"missing_permissions",
			`The group “${excess.name}” has permissions you don't have. Only an admin can change its members.`,
		);
	return rows;
}

export async function requireGroups(tx: Db, workspaceId: string, ids: readonly string[]): Promise<GroupRow[]> {
	if (ids.length === 0) return [];
	const rows = await listGroupRows(tx, workspaceId, ids);
	if (ids.some((id) => !rows.some((row) => row.id === id))) throw groupNotFound();
	return rows;
}

async function requireFreeName(tx: Db, workspaceId: string, name: string): Promise<void> {
	if ((await findGroupsByName(tx, workspaceId, name)).length > 0)
		throw new AppError("conflict", `A group named “${name}” already exists.`, { param: "name" });
}

async function mustFind(tx: Db, workspaceId: string, id: string): Promise<GroupRow> {
	const row = await findGroup(tx, workspaceId, id);
	if (!row) throw groupNotFound();
	return row;
}

function groupNotFound(): AppError {
	return new AppError("group_not_found", "This workspace has no group with this ID.");
}
