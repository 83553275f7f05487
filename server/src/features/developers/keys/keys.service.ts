// API keys and single-use tokens.
// Invariant: both are stored as hashes, shown once, and never grant more than their creator has.
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import {
	type ApiKey,
	type editApiKeyBody,
	type SingleUseTokenType,
	singleUseTokenSeconds,
} from "@timbre/contract/developers/endpoints.ts";
import type { createApiKeyBody } from "@timbre/contract/developers/schemas.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type Permission, permissions } from "@timbre/contract/permissions.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { z } from "zod";
import { publishEvent } from "../../../core/events/events.ts";
import type { Context } from "../../../core/http/context.ts";
import { newId } from "../../../core/ids.ts";
import { recordAudit } from "../../workspace/workspace.audit.public.ts";
import { notifyWebhooks } from "../webhooks/notify.service.ts";
import { presentApiKey } from "./keys.present.ts";
import {
	findKey,
	insertKey,
	insertToken,
	isRestrictedKey,
	type KeyChange,
	type KeyRow,
	listKeys,
	revokeKey,
	updateKey,
	updateKeySecret,
} from "./keys.repo.ts";

const prefix = "sk_";

/** A plain digest is enough, because keys have 48 random characters. */
export function hashApiKey(key: string): Buffer {
	return createHash("sha256").update(key).digest();
}

/** Who creates or updates a key. Without `via` it is the product itself (test data), which is not audited. */
export type KeyCreator = Pick<Context, "workspaceId" | "userId" | "permissions"> &
	Partial<Pick<Context, "via" | "clientIp" | "apiKeyId">>;
/** The owner of a key: its creator or a service account. */
export type KeyOwner = { userId: string; serviceAccount: boolean };

type NewKey = Omit<z.output<typeof createApiKeyBody>, "permissions"> & {
	permissions?: readonly Permission[];
	third_party_disable_allowed?: boolean | null;
};

export async function listApiKeys(db: Database, context: Context): Promise<{ api_keys: ApiKey[] }> {
	const rows = await listKeys(db, context.workspaceId, context.userId);
	return { api_keys: rows.map(presentApiKey) };
}

export async function createApiKey(
	db: Database,
	creator: KeyCreator,
	request: NewKey,
): Promise<ApiKey & { xi_api_key: string }> {
	const { key, row } = await createKeyFor(db, creator, { userId: creator.userId, serviceAccount: false }, request);
	return { ...presentApiKey(row), xi_api_key: key };
}

export async function createKeyFor(
	db: Database,
	creator: KeyCreator,
	owner: KeyOwner,
	request: NewKey,
): Promise<{ key: string; row: KeyRow }> {
	const { workspaceId } = creator;
	const requested = request.permissions ?? permissions.filter((permission) => creator.permissions.has(permission));
	requirePermissions(creator, requested);
	const { key, ...secret } = newSecret();
	const row = await db.transaction().execute(async (tx) => {
		await requireUnrestricted(tx, creator);
		const id = newId();
		await insertKey(tx, workspaceId, {
			id,
			userId: owner.userId,
			name: request.name,
			...secret,
			permissions: requested,
			characterLimit: request.character_limit,
			allowedIps: toNetworks(request.allowed_ips),
			expiresAt: toDate(request.expires_at_unix),
			thirdPartyDisableAllowed: request.third_party_disable_allowed,
		});
		await record(tx, creator, owner, "create", id, { name: request.name, permissions: requested });
		await notifyWebhooks(tx, workspaceId, {
			type: "api_key_created",
			data: { key_id: id, name: request.name, user_id: owner.userId, preview: secret.preview },
		});
		return requireKey(tx, workspaceId, owner, id);
	});
	return { key, row };
}

/** Pages hide a new key until the user shows or copies it. */
export async function recordKeyShown(
	db: Database,
	{ workspaceId, userId }: Pick<Context, "workspaceId" | "userId">,
	id: string,
): Promise<void> {
	await db.transaction().execute(async (tx) => {
		await requireKey(tx, workspaceId, { userId, serviceAccount: false }, id);
		await publishEvent(tx, { name: "api_key_unhidden", workspaceId, userId, data: { keyId: id } });
	});
}

export async function updateApiKey(
	db: Database,
	context: Context,
	id: string,
	edit: z.output<typeof editApiKeyBody>,
): Promise<ApiKey> {
	const change: KeyChange = {
		name: edit.name,
		permissions: edit.permissions,
		enabled: edit.is_enabled,
		characterLimit: edit.character_limit,
		allowedIps: toNetworks(edit.allowed_ips),
		expiresAt: toDate(edit.expires_at_unix),
	};
	const owner = { userId: context.userId, serviceAccount: false };
	return presentApiKey(await updateKeyOf(db, context, owner, id, change));
}

export async function updateKeyOf(
	db: Database,
	creator: KeyCreator,
	owner: KeyOwner,
	id: string,
	change: KeyChange,
): Promise<KeyRow> {
	if (change.permissions) requirePermissions(creator, change.permissions as Permission[]);
	return db.transaction().execute(async (tx) => {
		await requireUnrestricted(tx, creator);
		const before = await requireKey(tx, creator.workspaceId, owner, id);
		await updateKey(tx, creator.workspaceId, owner.userId, id, change);
		await record(tx, creator, owner, "update", id, { name: before.name, changed: definedFields(change) });
		return requireKey(tx, creator.workspaceId, owner, id);
	});
}

const definedFields = (change: KeyChange) =>
	Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

export async function rotateApiKey(
	db: Database,
	context: Context,
	id: string,
): Promise<ApiKey & { xi_api_key: string }> {
	const { key, row } = await rotateKeyOf(db, context, { userId: context.userId, serviceAccount: false }, id);
	return { ...presentApiKey(row), xi_api_key: key };
}

/** The caller receives the new secret, so it must have all permissions of the key. */
export async function rotateKeyOf(
	db: Database,
	creator: KeyCreator,
	owner: KeyOwner,
	id: string,
): Promise<{ key: string; row: KeyRow }> {
	const { key, ...secret } = newSecret();
	const row = await db.transaction().execute(async (tx) => {
		await requireUnrestricted(tx, creator);
		const before = await requireKey(tx, creator.workspaceId, owner, id);
		requirePermissions(
			creator,
			permissions.filter((permission) => before.permissions.includes(permission)),
		);
		await updateKeySecret(tx, creator.workspaceId, owner.userId, id, secret);
		await record(tx, creator, owner, "rotate", id, { name: before.name });
		return requireKey(tx, creator.workspaceId, owner, id);
	});
	return { key, row };
}

export async function revokeApiKey(db: Database, context: Context, id: string): Promise<void> {
	await revokeKeyOf(db, context, { userId: context.userId, serviceAccount: false }, id);
}

export async function revokeKeyOf(db: Database, creator: KeyCreator, owner: KeyOwner, id: string): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const revoked = await revokeKey(tx, creator.workspaceId, owner.userId, id);
		if (!revoked) throw keyNotFound();
		await record(tx, creator, owner, "delete", id, { name: revoked.name });
		await notifyWebhooks(tx, creator.workspaceId, {
			type: "api_key_deleted",
			data: { key_id: id, name: revoked.name, user_id: owner.userId },
		});
	});
}

function newSecret(): { key: string; hash: Buffer; preview: string } {
	const key = prefix + newId(48);
	return { key, hash: hashApiKey(key), preview: `${key.slice(0, 6)}…${key.slice(-4)}` };
}

export function keyNotFound(): AppError {
	return new AppError("api_key_not_found", "API key not found. It may have been revoked.");
}

async function requireKey(db: Db, workspaceId: string, owner: KeyOwner, id: string): Promise<KeyRow> {
	const row = await findKey(db, workspaceId, owner.userId, id);
	if (!row) throw keyNotFound();
	return row;
}

function requirePermissions(creator: KeyCreator, requested: readonly Permission[]): void {
	const excess = requested.find((permission) => !creator.permissions.has(permission));
	if (excess !== undefined)
		throw new AppError("missing_permissions", `You can't grant the permission ${excess} because you don't have it.`);
}

/** Otherwise a restricted key could create an unrestricted one. */
async function requireUnrestricted(db: Db, creator: KeyCreator): Promise<void> {
	if (creator.apiKeyId !== undefined && (await isRestrictedKey(db, creator.workspaceId, creator.apiKeyId)))
		throw new AppError(
			"missing_permissions",
			"API keys with a credit limit, allowed IP addresses or an expiry can't create or edit keys.",
		);
}

export function toDate(unixSeconds: number | null | undefined): Date | null | undefined {
	return unixSeconds === null || unixSeconds === undefined ? unixSeconds : new Date(unixSeconds * 1000);
}

/** Converts single addresses to networks. */
export function toNetworks<T extends string[] | null | undefined>(networks: T): T {
	if (!networks) return networks;
	return networks.map((one) => (one.includes("/") ? one : `${one}/${isIPv6(one) ? 128 : 32}`)) as T;
}

async function record(
	tx: Db,
	creator: KeyCreator,
	owner: KeyOwner,
	activity: string,
	target: string,
	details: Record<string, unknown>,
): Promise<void> {
	const { via } = creator;
	if (via === undefined) return;
	const ownerDetails = owner.serviceAccount ? { service_account_user_id: owner.userId } : {};
	await recordAudit(
		tx,
		{ ...creator, via },
		{ className: "api_key", activity, target, details: { ...details, ...ownerDetails } },
	);
}

/** Permissions per token type. */
const tokenPermissions: Record<SingleUseTokenType, readonly Permission[]> = {
	tts_websocket: ["text_to_speech"],
	realtime_scribe: ["speech_to_text"],
	batch_scribe: ["speech_to_text"],
};

export async function createSingleUseToken(
	db: Database,
	owner: Pick<Context, "workspaceId" | "userId" | "permissions" | "apiKeyId">,
	type: SingleUseTokenType,
): Promise<{ token: string }> {
	const token = `sutkn_${newId(48)}`;
	await insertToken(db, owner.workspaceId, {
		hash: hashApiKey(token),
		userId: owner.userId,
		apiKeyId: owner.apiKeyId,
		type,
		permissions: tokenPermissions[type].filter((permission) => owner.permissions.has(permission)),
		seconds: singleUseTokenSeconds,
	});
	return { token };
}
