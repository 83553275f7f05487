// Sharing single things within a workspace. Always: only who may everything with a thing decides who else may, and every target is of
// the same workspace.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import {
	everyoneGroup,
	type Resource,
	type ResourceRole,
	type ResourceType,
	resourceRoles,
	resourceTypes,
} from "@timbre/contract/workspace.entities.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { recordAct } from "./workspace.audit.public.ts";
import { listGroupRows } from "./workspace.groups.repo.ts";
import { requireGroups } from "./workspace.groups.service.ts";
import { listMachineRows } from "./workspace.machines.repo.ts";
import { findAnyMemberByEmail, listMemberRows } from "./workspace.members.repo.ts";
import { notAMember } from "./workspace.members.service.ts";
import type { ResourceFacts, WorkspaceDeps } from "./workspace.service.ts";
import { getShared, roleOn } from "./workspace.sharing.public.ts";
import { deleteShare, listSharedRows, listShares, type Target, upsertShare } from "./workspace.sharing.repo.ts";

type Endpoints = typeof workspaceEndpoints;
type Ok = { status: "ok" };
type TargetNamed = { user_email?: string | null; group_id?: string | null; workspace_api_key_id?: string | null };

export async function readSharedResources(
	deps: WorkspaceDeps,
	context: Context,
	query: InputOf<Endpoints["listSharedResources"]>["query"],
): Promise<ResponseOf<Endpoints["listSharedResources"]>> {
	const rows = await listSharedRows(deps.db, context.workspaceId, {
		ownerUserId: query.owner_user_id,
		type: query.resource_type,
	});
	const resources: ResponseOf<Endpoints["listSharedResources"]>["resources"] = [];
	for (const type of resourceTypes) {
		const own = rows.filter((row) => row.resource_type === type);
		const shared = await getShared(
			deps.db,
			context,
			type,
			own.map((row) => row.resource_id),
		);
		for (const row of own) {
			const facts = await deps.above.findResource[type](deps.db, context.workspaceId, row.resource_id);
			const role = facts && roleOn(facts, context, shared.get(row.resource_id));
			if (role === undefined) continue;
			resources.push({
				resource_id: row.resource_id,
				resource_type: type,
				workspace_resource_metadata: { owner_user_id: row.owner_user_id },
				permission_on_resource: role,
			});
		}
	}
	return { resources };
}

export async function readResource(
	deps: WorkspaceDeps,
	context: Context,
	type: ResourceType,
	id: string,
): Promise<Resource> {
	const { db, above } = deps;
	const { workspaceId } = context;
	const { facts, role } = await mustFind(deps, db, context, type, id);
	const [shares, members, machines, groups] = await Promise.all([
		listShares(db, workspaceId, type, id),
		listMemberRows(db, workspaceId),
		listMachineRows(db, workspaceId),
		listGroupRows(db, workspaceId),
	]);
	const keys = context.permissions.has("service_account_write") ? await keysOf(above, db, workspaceId, machines) : [];
	return {
		resource_id: id,
		resource_name: facts.name,
		resource_type: type,
		creator_user_id: facts.ownerUserId,
		anonymous_access_level_override: null,
		role_to_group_ids: Object.fromEntries(
			resourceRoles.map((one) => [
				one,
				shares.filter((share) => share.role === one).map((share) => share.user_id ?? share.group_id ?? everyoneGroup),
			]),
		),
		share_options: [
			{ name: "Everybody in the workspace", id: everyoneGroup, type: "group" },
			...groups.map((group) => ({ name: group.name, id: group.id, type: "group" as const })),
			...members.map((member) => ({ name: member.name, id: member.user_id, type: "user" as const })),
			...machines.map((machine) => ({ name: machine.name, id: machine.id, type: "user" as const })),
			...keys.map((key) => ({ name: key.name, id: key.key_id, type: "key" as const })),
		],
		permission_on_resource: role,
	};
}

export async function shareResource(
	deps: WorkspaceDeps,
	context: Context,
	id: string,
	body: TargetNamed & { resource_type: ResourceType; role: ResourceRole },
): Promise<Ok> {
	const { role, resource_type: type } = body;
	await deps.db.transaction().execute(async (tx) => {
		const { facts, target, named } = await mayDecide(deps, tx, context, id, body);
		await upsertShare(tx, context.workspaceId, { type, id, ownerUserId: facts.ownerUserId, role, target });
		await recordAct(tx, context, {
			className: "resource_sharing",
			activity: "share",
			target: facts.name,
			details: { resource_type: type, resource_id: id, role, with: named },
		});
	});
	return { status: "ok" };
}

export async function unshareResource(
	deps: WorkspaceDeps,
	context: Context,
	id: string,
	body: TargetNamed & { resource_type: ResourceType },
): Promise<Ok> {
	const { resource_type: type } = body;
	await deps.db.transaction().execute(async (tx) => {
		const { facts, target, named } = await mayDecide(deps, tx, context, id, body);
		await deleteShare(tx, context.workspaceId, { type, id, target });
		await recordAct(tx, context, {
			className: "resource_sharing",
			activity: "unshare",
			target: facts.name,
			details: { resource_type: type, resource_id: id, with: named },
		});
	});
	return { status: "ok" };
}

async function mayDecide(
	deps: WorkspaceDeps,
	tx: Db,
	context: Context,
	id: string,
	body: TargetNamed & { resource_type: ResourceType },
): Promise<{ facts: ResourceFacts; target: Target; named: string }> {
	const { facts, role } = await mustFind(deps, tx, context, body.resource_type, id);
	if (role !== "admin")
		throw new AppError("missing_permissions", "Only its maker and the admins decide with whom this is shared.");
	return { facts, ...(await findTarget(deps, tx, context.workspaceId, body)) };
}

async function findTarget(
	{ above }: WorkspaceDeps,
	tx: Db,
	workspaceId: string,
	{ user_email, group_id, workspace_api_key_id }: TargetNamed,
): Promise<{ target: Target; named: string }> {
	if (user_email) {
		const member = await findAnyMemberByEmail(tx, workspaceId, user_email);
		if (!member) throw notAMember();
		return { target: { userId: member.user_id }, named: member.email };
	}
	if (group_id === everyoneGroup) return { target: {}, named: "everybody" };
	if (group_id) {
		const [group] = await requireGroups(tx, workspaceId, [group_id]);
		return { target: { groupId: group_id }, named: group?.name ?? group_id };
	}
	const keys = await keysOf(above, tx, workspaceId, await listMachineRows(tx, workspaceId));
	const key = keys.find((one) => one.key_id === workspace_api_key_id);
	if (!key) throw new AppError("api_key_not_found", "No service account of this workspace has such a key.");
	// A key stands for the service account that has it.
	return { target: { userId: key.service_account_user_id }, named: key.name };
}

function keysOf(above: WorkspaceDeps["above"], db: Db, workspaceId: string, machines: readonly { id: string }[]) {
	return above.serviceAccountKeys(
		db,
		workspaceId,
		machines.map((machine) => machine.id),
	);
}

async function mustFind(
	{ above }: WorkspaceDeps,
	db: Db,
	context: Context,
	type: ResourceType,
	id: string,
): Promise<{ facts: ResourceFacts; role: ResourceRole }> {
	const facts = await above.findResource[type](db, context.workspaceId, id);
	const role = facts && roleOn(facts, context, (await getShared(db, context, type, [id])).get(id));
	if (!facts || role === undefined)
		throw new AppError("resource_not_found", "There is no such thing in this workspace.");
	return { facts, role };
}
