// Keys that are not the caller's own: those of service accounts, and for admins all of the workspace.
import type { developersEndpoints, OwnedApiKey, ServiceAccountKey } from "@timbre/contract/developers.ts";
import type { InputOf } from "@timbre/contract/endpoint.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type Permission, permissions } from "@timbre/contract/permissions.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { recordAct } from "../workspace/workspace.audit.public.ts";
import { getTier } from "../workspace/workspace.public.ts";
import { presentApiKey, presentServiceAccountKey } from "./developers.present.ts";
import {
	disableByHolder,
	findServiceAccountRole,
	type KeyChange,
	listKeys,
	listKeysOf,
	setHolderPolicy,
	switchKey,
} from "./developers.repo.ts";
import {
	asNetworks,
	changeKeyOf,
	type KeyOwner,
	makeKeyFor,
	noSuchKey,
	removeKeyOf,
	rotateKeyOf,
} from "./developers.service.ts";

type NewKey = InputOf<typeof developersEndpoints.createServiceAccountKey>["body"];
type KeyEdit = InputOf<typeof developersEndpoints.editServiceAccountKey>["body"];
type ShownKey = { "xi-api-key": string; key_id: string };

export async function readWorkspaceKeys(db: Database, context: Context): Promise<{ api_keys: OwnedApiKey[] }> {
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

export async function switchWorkspaceKey(db: Database, context: Context, id: string, enabled: boolean): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const key = await switchKey(tx, context.workspaceId, id, enabled);
		if (!key) throw noSuchKey();
		await recordAct(tx, context, {
			className: "api_key",
			activity: enabled ? "enable" : "disable",
			target: id,
			details: { name: key.name, user_id: key.user_id },
		});
	});
}

/** Whoever found a key can make it harmless, without being able to do anything else with that right. */
export async function disableOwnKey(db: Database, context: Context): Promise<void> {
	const { apiKeyId, workspaceId } = context;
	if (apiKeyId === undefined)
		throw new AppError("invalid_request", "This call switches off the API key it is made with: make it with one.");
	await db.transaction().execute(async (tx) => {
		const usual = (await getTier(tx, workspaceId)) !== "enterprise";
		if (!(await disableByHolder(tx, workspaceId, apiKeyId, usual)))
			throw new AppError("missing_permissions", "This key may be switched off by its owner and by admins only.");
		await recordAct(tx, context, { className: "api_key", activity: "self_disable", target: apiKeyId });
	});
}

export async function setThirdPartyDisabling(db: Database, context: Context, allowed: boolean | null): Promise<void> {
	await db.transaction().execute(async (tx) => {
		await setHolderPolicy(tx, context.workspaceId, allowed);
		await recordAct(tx, context, {
			className: "workspace_settings",
			activity: "update",
			details: { third_party_disable_allowed: allowed },
		});
	});
}

export async function readServiceAccountKeys(
	db: Database,
	context: Context,
	userId: string,
): Promise<{ "api-keys": ServiceAccountKey[] }> {
	const owner = await requireAccount(db, context, userId);
	const rows = await listKeys(db, context.workspaceId, owner.userId);
	return { "api-keys": rows.map(presentServiceAccountKey) };
}

export async function makeServiceAccountKey(
	db: Database,
	context: Context,
	userId: string,
	request: NewKey,
): Promise<ShownKey> {
	const owner = await requireAccount(db, context, userId);
	const { key, row } = await makeKeyFor(db, context, owner, { ...request, permissions: known(request.permissions) });
	return { "xi-api-key": key, key_id: row.id };
}

export async function changeServiceAccountKey(
	db: Database,
	context: Context,
	userId: string,
	id: string,
	edit: KeyEdit,
): Promise<void> {
	const owner = await requireAccount(db, context, userId);
	const change: KeyChange = {
		name: edit.name ?? undefined,
		enabled: edit.is_enabled === "no_update" ? undefined : edit.is_enabled,
		permissions:
			edit.permissions === "no_update"
				? undefined
				: (known(edit.permissions) ?? permissions.filter((permission) => context.permissions.has(permission))),
		characterLimit: changed(edit.character_limit ?? "no_update"),
		allowedIps: asNetworks(changed(edit.allowed_ips)),
		thirdPartyDisableAllowed: changed(edit.third_party_disable_allowed),
	};
	await changeKeyOf(db, context, owner, id, change);
}

export async function rotateServiceAccountKey(
	db: Database,
	context: Context,
	userId: string,
	id: string,
): Promise<ShownKey> {
	const owner = await requireAccount(db, context, userId);
	const { key } = await rotateKeyOf(db, context, owner, id);
	return { "xi-api-key": key, key_id: id };
}

export async function removeServiceAccountKey(
	db: Database,
	context: Context,
	userId: string,
	id: string,
): Promise<void> {
	await removeKeyOf(db, context, await requireAccount(db, context, userId), id);
}

async function requireAccount(
	db: Database,
	{ workspaceId, permissions: held }: Context,
	userId: string,
): Promise<KeyOwner> {
	const role = await findServiceAccountRole(db, workspaceId, userId);
	if (role === undefined) throw new AppError("service_account_not_found", "There is no such service account.");
	// Its keys act as an admin does, whatever else they may.
	if (role === "admin" && !held.has("workspace_write"))
		throw new AppError(
			"missing_permissions",
			"Only an admin can manage the keys of a service account that is an admin.",
		);
	return { userId, serviceAccount: true };
}

/** Undefined for `all`: then it is all that the maker holds. */
function known(wanted: NewKey["permissions"]): Permission[] | undefined {
	if (wanted === "all") return undefined;
	return permissions.filter((permission) => wanted.includes(permission));
}

function changed<T>(value: T | "clear" | "no_update"): T | null | undefined {
	return value === "no_update" ? undefined : value === "clear" ? null : value;
}
