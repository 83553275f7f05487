// Groups give their members more than every member has. Always: whoever is no admin can give only what they have themselves, so nobody
// raises themselves by a group.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { featurePermissions } from "@timbre/contract/permissions.ts";
import type { Group } from "@timbre/contract/workspace.entities.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { newId } from "../../core/ids.ts";
import { recordAct } from "./workspace.audit.public.ts";
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
} from "./workspace.groups.repo.ts";
import { findAnyMemberByEmail } from "./workspace.members.repo.ts";
import { notAMember } from "./workspace.members.service.ts";
import { asFeatures, presentGroup } from "./workspace.present.ts";
import { lockWorkspace } from "./workspace.repo.ts";
import type { WorkspaceDeps } from "./workspace.service.ts";

type Endpoints = typeof workspaceEndpoints;
type Ok = { status: "ok" };

export async function readGroups({ db, above }: WorkspaceDeps, context: Context): Promise<Record<string, Group>> {
	const { workspaceId } = context;
	const rows = await listGroupRows(db, workspaceId);
	const spent = context.permissions.has("workspace_analytics_full_read")
		? await above.spentByMembers(workspaceId)
		: undefined;
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

export async function makeGroup(
	{ db }: WorkspaceDeps,
	context: Context,
	wanted: InputOf<Endpoints["createGroup"]>["body"],
): Promise<Group> {
	const { workspaceId } = context;
	const id = newId();
	const permissions = asFeatures(wanted.permissions);
	return db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		await requireFreeName(tx, workspaceId, wanted.name);
		await insertGroup(tx, workspaceId, { id, name: wanted.name, permissions });
		await recordAct(tx, context, {
			className: "group_management",
			activity: "create",
			target: wanted.name,
			details: { group_id: id, permissions },
		});
		return presentGroup(await mustFind(tx, workspaceId, id), null);
	});
}

export async function changeGroup(
	{ db }: WorkspaceDeps,
	context: Context,
	id: string,
	wanted: InputOf<Endpoints["updateGroup"]>["body"],
): Promise<Group> {
	const { workspaceId } = context;
	return db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const before = await mustFind(tx, workspaceId, id);
		const { name } = wanted;
		if (name !== undefined && name.toLowerCase() !== before.name.toLowerCase())
			await requireFreeName(tx, workspaceId, name);
		const permissions = wanted.permissions && asFeatures(wanted.permissions);
		await updateGroupRow(tx, workspaceId, id, {
			...(name === undefined ? {} : { name }),
			...(permissions === undefined ? {} : { permissions }),
		});
		await recordAct(tx, context, {
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

export async function removeGroup({ db }: WorkspaceDeps, context: Context, id: string): Promise<Ok> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		await lockWorkspace(tx, workspaceId);
		const group = await mustFind(tx, workspaceId, id);
		await deleteGroupRow(tx, workspaceId, id);
		await recordAct(tx, context, {
			className: "group_management",
			activity: "delete",
			target: group.name,
			details: { group_id: id, members: group.emails },
		});
	});
	return { status: "ok" };
}

export async function changeGroupMember(
	{ db }: WorkspaceDeps,
	context: Context,
	id: string,
	email: string,
	activity: "add_user" | "remove_user",
): Promise<Ok> {
	const { workspaceId } = context;
	await db.transaction().execute(async (tx) => {
		const [group] = await requireGiving(tx, context, [id]);
		const member = await findAnyMemberByEmail(tx, workspaceId, email);
		if (!group || !member) throw notAMember();
		const change = activity === "add_user" ? insertGroupMember : deleteGroupMember;
		await change(tx, workspaceId, id, member.user_id);
		await recordAct(tx, context, {
			className: "group_management",
			activity,
			target: member.email,
			details: { group_id: id, group: group.name },
		});
	});
	return { status: "ok" };
}

/** The groups, if all are there and the caller may put people into them. */
export async function requireGiving(tx: Db, context: Context, ids: readonly string[]): Promise<GroupRow[]> {
	const rows = await requireGroups(tx, context.workspaceId, ids);
	if (rows.length === 0 || context.permissions.has("workspace_write")) return rows;
	if (!context.permissions.has("group_members_manage"))
		throw new AppError("missing_permissions", "You cannot put people into groups.");
	const excess = rows.find((row) =>
		asFeatures(row.permissions).some((feature) =>
			featurePermissions[feature].some((permission) => !context.permissions.has(permission)),
		),
	);
	if (excess)
		throw new AppError(
			"missing_permissions",
			`The group “${excess.name}” gives more than you have. Only an admin can change who is in it.`,
		);
	return rows;
}

export async function requireGroups(tx: Db, workspaceId: string, ids: readonly string[]): Promise<GroupRow[]> {
	if (ids.length === 0) return [];
	const rows = await listGroupRows(tx, workspaceId, ids);
	if (ids.some((id) => !rows.some((row) => row.id === id))) throw noGroup();
	return rows;
}

async function requireFreeName(tx: Db, workspaceId: string, name: string): Promise<void> {
	if ((await findGroupsByName(tx, workspaceId, name)).length > 0)
		throw new AppError("conflict", `There is a group named “${name}” already.`, { param: "name" });
}

async function mustFind(tx: Db, workspaceId: string, id: string): Promise<GroupRow> {
	const row = await findGroup(tx, workspaceId, id);
	if (!row) throw noGroup();
	return row;
}

function noGroup(): AppError {
	return new AppError("group_not_found", "There is no such group in this workspace.");
}
