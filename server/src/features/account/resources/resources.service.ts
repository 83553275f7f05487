// Sharing of resources within a workspace.
// Invariant: only an admin of the resource can share it, and every target belongs to the same workspace.
import type { accountEndpoints } from "@timbre/contract/account/endpoints.ts";
import type { InputOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import {
	everyoneGroup,
	type Resource,
	type ResourceRole,
	type ResourceType,
	resourceRoles,
	resourceTypes,
} from "@timbre/contract/workspace/schemas.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { getServiceAccountKeys } from "../../developers/developers.public.ts";
import { findShareableDictionary } from "../../pronunciation/pronunciation.public.ts";
import { findVoiceAccess } from "../../voices/voices.public.ts";
import { recordAudit } from "../../workspace/workspace.audit.public.ts";
import {
	findAnyMemberByEmail,
	listGroupRows,
	listMemberRows,
	listServiceAccountRows,
	memberNotFound,
	requireGroups,
} from "../../workspace/workspace.public.ts";
import {
	deleteShare,
	getSharedRoles,
	listSharedRows,
	listShares,
	resolveRole,
	type ShareTarget,
	upsertShare,
} from "../../workspace/workspace.sharing.public.ts";

type Endpoints = typeof accountEndpoints;
type Ok = { status: "ok" };
/** `access` is what the owner allows every member. Null means the member's role, "none" no access. */
type ResourceDetails = { name: string; ownerUserId: string; access: ResourceRole | "none" | null };
type TargetInput = { user_email?: string | null; group_id?: string | null; workspace_api_key_id?: string | null };

const findResource: Record<
	ResourceType,
	(db: Db, workspaceId: string, id: string) => Promise<ResourceDetails | undefined>
> = { pronunciation_dictionary: findShareableDictionary, voice: findVoiceAccess };

export async function listSharedResources(
	db: Database,
	context: Context,
	query: InputOf<Endpoints["listSharedResources"]>["query"],
): Promise<ResponseOf<Endpoints["listSharedResources"]>> {
	const rows = await listSharedRows(db, context.workspaceId, {
		ownerUserId: query.owner_user_id,
		type: query.resource_type,
	});
	const resources: ResponseOf<Endpoints["listSharedResources"]>["resources"] = [];
	for (const type of resourceTypes) {
		const own = rows.filter((row) => row.resource_type === type);
		const shared = await getSharedRoles(
			db,
			context,
			type,
			own.map((row) => row.resource_id),
		);
		for (const row of own) {
			const resource = await findResource[type](db, context.workspaceId, row.resource_id);
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

export async function getResource(db: Database, context: Context, type: ResourceType, id: string): Promise<Resource> {
	const { workspaceId } = context;
	const { resource, role } = await mustFind(db, context, type, id);
	const [shares, members, serviceAccounts, groups] = await Promise.all([
		listShares(db, workspaceId, type, id),
		listMemberRows(db, workspaceId),
		listServiceAccountRows(db, workspaceId),
		listGroupRows(db, workspaceId),
	]);
	const keys = context.permissions.has("service_account_write") ? await listKeys(db, workspaceId, serviceAccounts) : [];
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
	db: Database,
	context: Context,
	id: string,
	body: TargetInput & { resource_type: ResourceType; role: ResourceRole },
): Promise<Ok> {
	const { role, resource_type: type } = body;
	await db.transaction().execute(async (tx) => {
		const { resource, target, targetName } = await requireShareAdmin(tx, context, id, body);
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
	db: Database,
	context: Context,
	id: string,
	body: TargetInput & { resource_type: ResourceType },
): Promise<Ok> {
	const { resource_type: type } = body;
	await db.transaction().execute(async (tx) => {
		const { resource, target, targetName } = await requireShareAdmin(tx, context, id, body);
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
	tx: Db,
	context: Context,
	id: string,
	body: TargetInput & { resource_type: ResourceType },
): Promise<{ resource: ResourceDetails; target: ShareTarget; targetName: string }> {
	const { resource, role } = await mustFind(tx, context, body.resource_type, id);
	if (role !== "admin")
		throw new AppError("missing_permissions", "Only the owner and workspace admins can share this.");
	return { resource, ...(await findTarget(tx, context.workspaceId, body)) };
}

async function findTarget(
	tx: Db,
	workspaceId: string,
	{ user_email, group_id, workspace_api_key_id }: TargetInput,
): Promise<{ target: ShareTarget; targetName: string }> {
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
	const keys = await listKeys(tx, workspaceId, await listServiceAccountRows(tx, workspaceId));
	const key = keys.find((one) => one.key_id === workspace_api_key_id);
	if (!key) throw new AppError("api_key_not_found", "No service account in this workspace has a key with this ID.");
	// Sharing with a key means sharing with its service account.
	return { target: { userId: key.service_account_user_id }, targetName: key.name };
}

function listKeys(db: Db, workspaceId: string, serviceAccounts: readonly { id: string }[]) {
	return getServiceAccountKeys(
		db,
		workspaceId,
		serviceAccounts.map((account) => account.id),
	);
}

async function mustFind(
	db: Db,
	context: Context,
	type: ResourceType,
	id: string,
): Promise<{ resource: ResourceDetails; role: ResourceRole }> {
	const resource = await findResource[type](db, context.workspaceId, id);
	const role = resource && resolveRole(resource, context, (await getSharedRoles(db, context, type, [id])).get(id));
	if (!resource || role === undefined)
		throw new AppError("resource_not_found", "This workspace has no resource with this ID.");
	return { resource, role };
}
