// Sharing of resources within a workspace.
// Invariant: only an admin of the resource can share it, and every target belongs to the same workspace.
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import {
	everyoneGroup,
	type Resource,
	type ResourceRole,
	type ResourceType,
	resourceRoles,
	resourceTypes,
} from "@timbre/contract/workspace/schemas.ts";
import type { Db } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { recordAudit } from "./workspace.audit.public.ts";
import { listGroupRows } from "./workspace.groups.repo.ts";
import { requireGroups } from "./workspace.groups.service.ts";
import { findAnyMemberByEmail, listMemberRows } from "./workspace.members.repo.ts";
import { memberNotFound } from "./workspace.members.service.ts";
import type { ResourceDetails, WorkspaceDeps } from "./workspace.service.ts";
import { listServiceAccountRows } from "./workspace.service-accounts.repo.ts";
import { getSharedRoles, resolveRole } from "./workspace.sharing.public.ts";
import { deleteShare, listSharedRows, listShares, type Target, upsertShare } from "./workspace.sharing.repo.ts";

type Endpoints = typeof workspaceEndpoints;
type Ok = { status: "ok" };
type TargetInput = { user_email?: string | null; group_id?: string | null; workspace_api_key_id?: string | null };

export async function listSharedResources(
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
		const shared = await getSharedRoles(
			deps.db,
			context,
			type,
			own.map((row) => row.resource_id),
		);
		for (const row of own) {
			const resource = await deps.ports.findResource[type](deps.db, context.workspaceId, row.resource_id);
			const role = resource && resolveRole(resource, context, shared.get(row.resource_id));
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

export async function getResource(
	deps: WorkspaceDeps,
	context: Context,
	type: ResourceType,
	id: string,
): Promise<Resource> {
	const { db, ports } = deps;
	const { workspaceId } = context;
	const { resource, role } = await mustFind(deps, db, context, type, id);
	const [shares, members, serviceAccounts, groups] = await Promise.all([
		listShares(db, workspaceId, type, id),
		listMemberRows(db, workspaceId),
		listServiceAccountRows(db, workspaceId),
		listGroupRows(db, workspaceId),
	]);
	const keys = context.permissions.has("service_account_write")
		? await listKeys(ports, db, workspaceId, serviceAccounts)
		: [];
	return {
		resource_id: id,
		resource_name: resource.name,
		resource_type: type,
		creator_user_id: resource.ownerUserId,
		anonymous_access_level_override: null,
		role_to_group_ids: Object.fromEntries(
			resourceRoles.map((one) => [
				one,
				shares.filter((share) => share.role === one).map((share) => share.user_id ?? share.group_id ?? everyoneGroup),
			]),
		),
		share_options: [
			{ name: "Everyone in the workspace", id: everyoneGroup, type: "group" },
			...groups.map((group) => ({ name: group.name, id: group.id, type: "group" as const })),
			...members.map((member) => ({ name: member.name, id: member.user_id, type: "user" as const })),
			...serviceAccounts.map((account) => ({ name: account.name, id: account.id, type: "user" as const })),
			...keys.map((key) => ({ name: key.name, id: key.key_id, type: "key" as const })),
		],
		permission_on_resource: role,
	};
}

export async function shareResource(
	deps: WorkspaceDeps,
	context: Context,
	id: string,
	body: TargetInput & { resource_type: ResourceType; role: ResourceRole },
): Promise<Ok> {
	const { role, resource_type: type } = body;
	await deps.db.transaction().execute(async (tx) => {
		const { resource, target, targetName } = await requireShareAdmin(deps, tx, context, id, body);
		await upsertShare(tx, context.workspaceId, { type, id, ownerUserId: resource.ownerUserId, role, target });
		await recordAudit(tx, context, {
			className: "resource_sharing",
			activity: "share",
			target: resource.name,
			details: { resource_type: type, resource_id: id, role, with: targetName },
		});
	});
	return { status: "ok" };
}

export async function unshareResource(
	deps: WorkspaceDeps,
	context: Context,
	id: string,
	body: TargetInput & { resource_type: ResourceType },
): Promise<Ok> {
	const { resource_type: type } = body;
	await deps.db.transaction().execute(async (tx) => {
		const { resource, target, targetName } = await requireShareAdmin(deps, tx, context, id, body);
		await deleteShare(tx, context.workspaceId, { type, id, target });
		await recordAudit(tx, context, {
			className: "resource_sharing",
			activity: "unshare",
			target: resource.name,
			details: { resource_type: type, resource_id: id, with: targetName },
		});
	});
	return { status: "ok" };
}

async function requireShareAdmin(
	deps: WorkspaceDeps,
	tx: Db,
	context: Context,
	id: string,
	body: TargetInput & { resource_type: ResourceType },
): Promise<{ resource: ResourceDetails; target: Target; targetName: string }> {
	const { resource, role } = await mustFind(deps, tx, context, body.resource_type, id);
	if (role !== "admin")
		throw new AppError("missing_permissions", "Only the owner and workspace admins can share this.");
	return { resource, ...(await findTarget(deps, tx, context.workspaceId, body)) };
}

async function findTarget(
	{ ports }: WorkspaceDeps,
	tx: Db,
	workspaceId: string,
	{ user_email, group_id, workspace_api_key_id }: TargetInput,
): Promise<{ target: Target; targetName: string }> {
	if (user_email) {
		const member = await findAnyMemberByEmail(tx, workspaceId, user_email);
		if (!member) throw memberNotFound();
		return { target: { userId: member.user_id }, targetName: member.email };
	}
	if (group_id === everyoneGroup) return { target: {}, targetName: "everyone" };
	if (group_id) {
		const [group] = await requireGroups(tx, workspaceId, [group_id]);
		return { target: { groupId: group_id }, targetName: group?.name ?? group_id };
	}
	const keys = await listKeys(ports, tx, workspaceId, await listServiceAccountRows(tx, workspaceId));
	const key = keys.find((one) => one.key_id === workspace_api_key_id);
	if (!key) throw new AppError("api_key_not_found", "No service account in this workspace has a key with this ID.");
	// Sharing with a key means sharing with its service account.
	return { target: { userId: key.service_account_user_id }, targetName: key.name };
}

function listKeys(
	ports: WorkspaceDeps["ports"],
	db: Db,
	workspaceId: string,
	serviceAccounts: readonly { id: string }[],
) {
	return ports.listServiceAccountKeys(
		db,
		workspaceId,
		serviceAccounts.map((account) => account.id),
	);
}

async function mustFind(
	{ ports }: WorkspaceDeps,
	db: Db,
	context: Context,
	type: ResourceType,
	id: string,
): Promise<{ resource: ResourceDetails; role: ResourceRole }> {
	const resource = await ports.findResource[type](db, context.workspaceId, id);
	const role = resource && resolveRole(resource, context, (await getSharedRoles(db, context, type, [id])).get(id));
	if (!resource || role === undefined)
		throw new AppError("resource_not_found", "This workspace has no resource with this ID.");
	return { resource, role };
}
