// Keys of service accounts, and all keys of the workspace for admins.
import type { developersEndpoints, OwnedApiKey, ServiceAccountKey } from "@timbre/contract/developers/endpoints.ts";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type Permission, permissions } from "@timbre/contract/permissions.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../../core/http/context.ts";
import { recordAudit } from "../../workspace/workspace.audit.public.ts";
import { getTier } from "../../workspace/workspace.public.ts";
import { presentApiKey, presentServiceAccountKey } from "./keys.present.ts";
import {
	disableKeyByBearer,
	findServiceAccountRole,
	type KeyChange,
	listKeys,
	listKeysOf,
	updateBearerDisablePolicy,
	updateKeyEnabled,
} from "./keys.repo.ts";
import {
	createKeyFor,
	type KeyOwner,
	keyNotFound,
	revokeKeyOf,
	rotateKeyOf,
	toDate,
	toNetworks,
	updateKeyOf,
} from "./keys.service.ts";

type NewKey = InputOf<typeof developersEndpoints.createServiceAccountKey>["body"];
type KeyEdit = InputOf<typeof developersEndpoints.editServiceAccountKey>["body"];
type CreatedKey = { "xi-api-key": string; key_id: string };

export async function listWorkspaceKeys(db: Database, context: Context): Promise<{ api_keys: OwnedApiKey[] }> {
	const rows = await listKeysOf(db, context.workspaceId);
	return {
		api_keys: rows.map((row) => ({
			...presentApiKey(row),
			owner: {
				user_id: row.user_id,
				name: row.owner_name,
				email: row.owner_email,
				is_service_account: row.service_account_of !== null,
			},
		})),
	};
}

export async function updateWorkspaceKey(db: Database, context: Context, id: string, enabled: boolean): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const key = await updateKeyEnabled(tx, context.workspaceId, id, enabled);
		if (!key) throw keyNotFound();
		await recordAudit(tx, context, {
			className: "api_key",
			activity: enabled ? "enable" : "disable",
			target: id,
			details: { name: key.name, user_id: key.user_id },
		});
	});
}

/** Lets anyone who found a leaked key disable it. */
export async function disableOwnKey(db: Database, context: Context): Promise<void> {
	const { apiKeyId, workspaceId } = context;
	if (apiKeyId === undefined)
		throw new AppError("invalid_request", "Send this request with the API key you want to disable.");
	await db.transaction().execute(async (tx) => {
		const allowedByDefault = (await getTier(tx, workspaceId)) !== "enterprise";
		if (!(await disableKeyByBearer(tx, workspaceId, apiKeyId, allowedByDefault)))
			throw new AppError("missing_permissions", "Only the key's owner and admins can disable this key.");
		await recordAudit(tx, context, { className: "api_key", activity: "self_disable", target: apiKeyId });
	});
}

export async function setThirdPartyDisabling(db: Database, context: Context, allowed: boolean | null): Promise<void> {
	await db.transaction().execute(async (tx) => {
		await updateBearerDisablePolicy(tx, context.workspaceId, allowed);
		await recordAudit(tx, context, {
			className: "workspace_settings",
			activity: "update",
			details: { third_party_disable_allowed: allowed },
		});
	});
}

export async function listServiceAccountKeys(
	db: Database,
	context: Context,
	userId: string,
): Promise<{ "api-keys": ServiceAccountKey[] }> {
	const owner = await requireServiceAccount(db, context, userId);
	const rows = await listKeys(db, context.workspaceId, owner.userId);
	return { "api-keys": rows.map(presentServiceAccountKey) };
}

export async function createServiceAccountKey(
	db: Database,
	context: Context,
	userId: string,
	request: NewKey,
): Promise<CreatedKey> {
	const owner = await requireServiceAccount(db, context, userId);
	const { key, row } = await createKeyFor(db, context, owner, {
		...request,
		permissions: supportedPermissions(request.permissions),
	});
	return { "xi-api-key": key, key_id: row.id };
}

export async function updateServiceAccountKey(
	db: Database,
	context: Context,
	userId: string,
	id: string,
	edit: KeyEdit,
): Promise<void> {
	const owner = await requireServiceAccount(db, context, userId);
	const change: KeyChange = {
		name: edit.name ?? undefined,
		enabled: edit.is_enabled === "no_update" ? undefined : edit.is_enabled,
		permissions:
			edit.permissions === "no_update"
				? undefined
				: (supportedPermissions(edit.permissions) ??
					permissions.filter((permission) => context.permissions.has(permission))),
		characterLimit: toChange(edit.character_limit ?? "no_update"),
		allowedIps: toNetworks(toChange(edit.allowed_ips)),
		expiresAt: toDate(toChange(edit.expires_at_unix)),
		thirdPartyDisableAllowed: toChange(edit.third_party_disable_allowed),
	};
	await updateKeyOf(db, context, owner, id, change);
}

export async function rotateServiceAccountKey(
	db: Database,
	context: Context,
	userId: string,
	id: string,
): Promise<CreatedKey> {
	const owner = await requireServiceAccount(db, context, userId);
	const { key } = await rotateKeyOf(db, context, owner, id);
	return { "xi-api-key": key, key_id: id };
}

export async function revokeServiceAccountKey(
	db: Database,
	context: Context,
	userId: string,
	id: string,
): Promise<void> {
	await revokeKeyOf(db, context, await requireServiceAccount(db, context, userId), id);
}

async function requireServiceAccount(
	db: Database,
	{ workspaceId, permissions: held }: Context,
	userId: string,
): Promise<KeyOwner> {
	const role = await findServiceAccountRole(db, workspaceId, userId);
	if (role === undefined) throw new AppError("service_account_not_found", "Service account not found.");
	// Keys of an admin account act with admin rights.
	if (role === "admin" && !held.has("workspace_write"))
		throw new AppError("missing_permissions", "Only admins can manage the keys of an admin service account.");
	return { userId, serviceAccount: true };
}

/** Undefined for `all`, which means all permissions of the creator. */
function supportedPermissions(requested: NewKey["permissions"]): Permission[] | undefined {
	if (requested === "all") return undefined;
	return permissions.filter((permission) => requested.includes(permission));
}

function toChange<T>(value: T | "clear" | "no_update"): T | null | undefined {
	return value === "no_update" ? undefined : value === "clear" ? null : value;
}
