import type { SingleUseTokenType } from "@timbre/contract/developers.ts";
import { type Permission, permissions } from "@timbre/contract/permissions.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Identity } from "../../core/context.ts";
import { getStanding, type Standing } from "../workspace/workspace.public.ts";
import { findKeyByHash, takeToken, touchKey } from "./developers.repo.ts";
import { hashApiKey } from "./developers.service.ts";

const touchEveryMs = 60_000;

/** Who stands behind an API key; undefined when it is unknown or revoked, or its owner has left the workspace. */
export async function identifyApiKey(db: Database, key: string): Promise<Identity | undefined> {
	const row = await findKeyByHash(db, hashApiKey(key));
	if (!row) return undefined;
	const standing = await getStanding(db, row.workspace_id, row.user_id);
	if (standing === undefined) return undefined;
	if (row.last_used_at === null || Date.now() - row.last_used_at.getTime() > touchEveryMs) {
		await touchKey(db, row.workspace_id, row.id);
	}
	return {
		workspaceId: row.workspace_id,
		userId: row.user_id,
		...limited(standing, row.permissions),
		via: "api-key",
		apiKeyId: row.id,
	};
}

/** Of what the owner may now, what was given to the key. */
function limited(standing: Standing, given: readonly string[]): Standing {
	const held = permissions.filter((permission) => given.includes(permission) && standing.permissions.has(permission));
	return { ...standing, permissions: new Set<Permission>(held) };
}

/**
 * Who stands behind a single-use token, which is used up by asking. Undefined when it is unknown, of another type, used or too old,
 * or when its maker has left the workspace or the key it was made with was revoked since.
 */
export async function redeemSingleUseToken(
	db: Database,
	token: string,
	type: SingleUseTokenType,
): Promise<Identity | undefined> {
	const row = await takeToken(db, hashApiKey(token), type);
	if (!row || row.key_revoked) return undefined;
	const standing = await getStanding(db, row.workspace_id, row.user_id);
	if (standing === undefined) return undefined;
	return {
		workspaceId: row.workspace_id,
		userId: row.user_id,
		...limited(standing, row.permissions),
		via: "api-key",
		...(row.api_key_id === null ? {} : { apiKeyId: row.api_key_id }),
	};
}
