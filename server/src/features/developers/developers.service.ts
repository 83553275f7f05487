// API keys and single-use tokens. Always: either is stored as its hash, shown once, and never grants more than its maker holds.
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import {
	type ApiKey,
	type createApiKeyBody,
	type editApiKeyBody,
	type SingleUseTokenType,
	singleUseTokenSeconds,
} from "@timbre/contract/developers.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type Permission, permissions } from "@timbre/contract/permissions.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { z } from "zod";
import type { Context } from "../../core/context.ts";
import { publishEvent } from "../../core/events.ts";
import { newId } from "../../core/ids.ts";
import { recordAct } from "../workspace/workspace.audit.public.ts";
import { presentApiKey } from "./developers.present.ts";
import {
	findKey,
	insertKey,
	insertToken,
	isBoundKey,
	type KeyChange,
	type KeyRow,
	listKeys,
	replaceSecret,
	revokeKey,
	updateKey,
} from "./developers.repo.ts";
import { announceToWebhooks } from "./developers.webhooks.public.ts";

const prefix = "sk_";

/** A plain digest is enough: the key has 48 random characters, so there is nothing to guess. */
export function hashApiKey(key: string): Buffer {
	return createHash("sha256").update(key).digest();
}

/** Who makes or changes a key. Without `via` it is the product itself, as for the data of a test: that is nobody's act. */
export type KeyMaker = Pick<Context, "workspaceId" | "userId" | "permissions"> &
	Partial<Pick<Context, "via" | "visitor" | "apiKeyId">>;
/** Whose key it is: the maker's own, or a service account's. */
export type KeyOwner = { userId: string; serviceAccount: boolean };

type NewKey = Omit<z.output<typeof createApiKeyBody>, "permissions"> & {
	permissions?: readonly Permission[];
	third_party_disable_allowed?: boolean | null;
};

export async function readApiKeys(db: Database, context: Context): Promise<{ api_keys: ApiKey[] }> {
	const rows = await listKeys(db, context.workspaceId, context.userId);
	return { api_keys: rows.map(presentApiKey) };
}

export async function makeApiKey(
	db: Database,
	maker: KeyMaker,
	request: NewKey,
): Promise<ApiKey & { xi_api_key: string }> {
	const { key, row } = await makeKeyFor(db, maker, { userId: maker.userId, serviceAccount: false }, request);
	return { ...presentApiKey(row), xi_api_key: key };
}

export async function makeKeyFor(
	db: Database,
	maker: KeyMaker,
	owner: KeyOwner,
	request: NewKey,
): Promise<{ key: string; row: KeyRow }> {
	const { workspaceId } = maker;
	const wanted = request.permissions ?? permissions.filter((permission) => maker.permissions.has(permission));
	requireHeld(maker, wanted);
	const { key, ...secret } = newSecret();
	const row = await db.transaction().execute(async (tx) => {
		await requireUnbound(tx, maker);
		const id = newId();
		await insertKey(tx, workspaceId, {
			id,
			userId: owner.userId,
			name: request.name,
			...secret,
			permissions: wanted,
			characterLimit: request.character_limit,
			allowedIps: asNetworks(request.allowed_ips),
			thirdPartyDisableAllowed: request.third_party_disable_allowed,
		});
		await record(tx, maker, owner, "create", id, { name: request.name, permissions: wanted });
		await announceToWebhooks(tx, workspaceId, {
			type: "api_key_created",
			data: { key_id: id, name: request.name, user_id: owner.userId, preview: secret.preview },
		});
		// The answer is the one place where the key is shown.
		if (!owner.serviceAccount)
			await publishEvent(tx, { name: "api_key_unhidden", workspaceId, userId: owner.userId, data: { keyId: id } });
		return requireKey(tx, workspaceId, owner, id);
	});
	return { key, row };
}

export async function changeApiKey(
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
		allowedIps: asNetworks(edit.allowed_ips),
	};
	const owner = { userId: context.userId, serviceAccount: false };
	return presentApiKey(await changeKeyOf(db, context, owner, id, change));
}

export async function changeKeyOf(
	db: Database,
	maker: KeyMaker,
	owner: KeyOwner,
	id: string,
	change: KeyChange,
): Promise<KeyRow> {
	if (change.permissions) requireHeld(maker, change.permissions as Permission[]);
	return db.transaction().execute(async (tx) => {
		await requireUnbound(tx, maker);
		const before = await requireKey(tx, maker.workspaceId, owner, id);
		await updateKey(tx, maker.workspaceId, owner.userId, id, change);
		await record(tx, maker, owner, "update", id, { name: before.name, changed: given(change) });
		return requireKey(tx, maker.workspaceId, owner, id);
	});
}

const given = (change: KeyChange) =>
	Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

export async function rotateApiKey(
	db: Database,
	context: Context,
	id: string,
): Promise<ApiKey & { xi_api_key: string }> {
	const { key, row } = await rotateKeyOf(db, context, { userId: context.userId, serviceAccount: false }, id);
	return { ...presentApiKey(row), xi_api_key: key };
}

/** Whoever gets the new secret can do all that the key can: so must the one who asks. */
export async function rotateKeyOf(
	db: Database,
	maker: KeyMaker,
	owner: KeyOwner,
	id: string,
): Promise<{ key: string; row: KeyRow }> {
	const { key, ...secret } = newSecret();
	const row = await db.transaction().execute(async (tx) => {
		await requireUnbound(tx, maker);
		const before = await requireKey(tx, maker.workspaceId, owner, id);
		requireHeld(
			maker,
			permissions.filter((permission) => before.permissions.includes(permission)),
		);
		await replaceSecret(tx, maker.workspaceId, owner.userId, id, secret);
		await record(tx, maker, owner, "rotate", id, { name: before.name });
		return requireKey(tx, maker.workspaceId, owner, id);
	});
	return { key, row };
}

export async function removeApiKey(db: Database, context: Context, id: string): Promise<void> {
	await removeKeyOf(db, context, { userId: context.userId, serviceAccount: false }, id);
}

export async function removeKeyOf(db: Database, maker: KeyMaker, owner: KeyOwner, id: string): Promise<void> {
	await db.transaction().execute(async (tx) => {
		const revoked = await revokeKey(tx, maker.workspaceId, owner.userId, id);
		if (!revoked) throw noSuchKey();
		await record(tx, maker, owner, "delete", id, { name: revoked.name });
		await announceToWebhooks(tx, maker.workspaceId, {
			type: "api_key_deleted",
			data: { key_id: id, name: revoked.name, user_id: owner.userId },
		});
	});
}

function newSecret(): { key: string; hash: Buffer; preview: string } {
	const key = prefix + newId(48);
	return { key, hash: hashApiKey(key), preview: `${key.slice(0, 6)}…${key.slice(-4)}` };
}

export function noSuchKey(): AppError {
	return new AppError("api_key_not_found", "There is no such API key, or it was revoked already.");
}

async function requireKey(db: Db, workspaceId: string, owner: KeyOwner, id: string): Promise<KeyRow> {
	const row = await findKey(db, workspaceId, owner.userId, id);
	if (!row) throw noSuchKey();
	return row;
}

function requireHeld(maker: KeyMaker, wanted: readonly Permission[]): void {
	const excess = wanted.find((permission) => !maker.permissions.has(permission));
	if (excess !== undefined)
		throw new AppError("missing_permissions", `You cannot give a key the permission ${excess}, which you do not hold.`);
}

/** A key that is held to something could otherwise make itself one that is not. */
async function requireUnbound(db: Db, maker: KeyMaker): Promise<void> {
	if (maker.apiKeyId !== undefined && (await isBoundKey(db, maker.workspaceId, maker.apiKeyId)))
		throw new AppError(
			"missing_permissions",
			"A key with a credit limit or with allowed addresses cannot make or change keys.",
		);
}

/** A single address is a network of one. */
export function asNetworks<T extends string[] | null | undefined>(given: T): T {
	if (!given) return given;
	return given.map((one) => (one.includes("/") ? one : `${one}/${isIPv6(one) ? 128 : 32}`)) as T;
}

async function record(
	tx: Db,
	maker: KeyMaker,
	owner: KeyOwner,
	activity: string,
	target: string,
	details: Record<string, unknown>,
): Promise<void> {
	const { via } = maker;
	if (via === undefined) return;
	const whose = owner.serviceAccount ? { service_account_user_id: owner.userId } : {};
	await recordAct(tx, { ...maker, via }, { className: "api_key", activity, target, details: { ...details, ...whose } });
}

/** What a token of each type lets its bearer do. Nothing listens for transcription tokens yet, so they open nothing. */
const tokenPermissions: Record<SingleUseTokenType, readonly Permission[]> = {
	tts_websocket: ["text_to_speech"],
	realtime_scribe: [],
	batch_scribe: [],
};

export async function makeSingleUseToken(
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
