// API keys and single-use tokens. Always: either is stored as its hash, shown once, and never grants more than its maker holds.
import { createHash } from "node:crypto";
import { type ApiKey, type SingleUseTokenType, singleUseTokenSeconds } from "@timbre/contract/developers.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type Permission, permissions } from "@timbre/contract/permissions.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Context } from "../../core/context.ts";
import { publishEvent } from "../../core/events.ts";
import { newId } from "../../core/ids.ts";
import { presentApiKey } from "./developers.present.ts";
import { insertKey, insertToken, listKeys, revokeKey } from "./developers.repo.ts";

const prefix = "sk_";

/** A plain digest is enough: the key has 48 random characters, so there is nothing to guess. */
export function hashApiKey(key: string): Buffer {
	return createHash("sha256").update(key).digest();
}

export async function readApiKeys(db: Database, context: Context): Promise<{ api_keys: ApiKey[] }> {
	const rows = await listKeys(db, context.workspaceId, context.userId);
	return { api_keys: rows.map(presentApiKey) };
}

export async function makeApiKey(
	db: Database,
	owner: Pick<Context, "workspaceId" | "userId" | "permissions">,
	request: { name: string; permissions?: Permission[] },
): Promise<ApiKey & { xi_api_key: string }> {
	const wanted = request.permissions ?? permissions.filter((permission) => owner.permissions.has(permission));
	const excess = wanted.find((permission) => !owner.permissions.has(permission));
	if (excess !== undefined)
		throw new AppError("missing_permissions", `You cannot give a key the permission ${excess}, which you do not hold.`);
	const key = prefix + newId(48);
	const row = await db.transaction().execute(async (tx) => {
		const made = await insertKey(tx, owner.workspaceId, {
			id: newId(),
			userId: owner.userId,
			name: request.name,
			hash: hashApiKey(key),
			preview: `${key.slice(0, 6)}…${key.slice(-4)}`,
			permissions: wanted,
		});
		const { workspaceId, userId } = owner;
		// The answer is the one place where the key is shown.
		await publishEvent(tx, { name: "api_key_unhidden", workspaceId, userId, data: { keyId: made.id } });
		return made;
	});
	return { ...presentApiKey(row), xi_api_key: key };
}

export async function removeApiKey(db: Database, context: Context, id: string): Promise<void> {
	if (!(await revokeKey(db, context.workspaceId, context.userId, id))) {
		throw new AppError("api_key_not_found", "There is no such API key, or it was revoked already.");
	}
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
