import { BlockList, isIPv6 } from "node:net";
import type { ServiceAccountKey, SingleUseTokenType } from "@timbre/contract/developers.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type Permission, permissions } from "@timbre/contract/permissions.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Identity } from "../../core/context.ts";
import { getStanding, type Standing } from "../workspace/workspace.public.ts";
import { presentServiceAccountKey } from "./developers.present.ts";
import { findKeyByHash, listKeysOf, revokeKeysOf, takeToken, touchKey } from "./developers.repo.ts";
import { hashApiKey } from "./developers.service.ts";

const touchEveryMs = 60_000;

/**
 * Who stands behind an API key used from a network address; undefined when it is unknown or revoked, or its owner has left the workspace.
 * Throws when it is switched off, or is not to be used from there.
 */
export async function identifyApiKey(db: Database, key: string, visitor: string): Promise<Identity | undefined> {
	const row = await findKeyByHash(db, hashApiKey(key));
	if (!row) return undefined;
	const standing = await getStanding(db, row.workspace_id, row.user_id);
	if (standing === undefined) return undefined;
	if (row.disabled_at !== null) throw new AppError("invalid_api_key", "This API key is switched off.");
	if (row.allowed_ips !== null && !isWithin(row.allowed_ips, visitor))
		throw new AppError("ip_not_allowed", `This API key may not be used from ${visitor}.`);
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

function isWithin(networks: readonly string[], visitor: string): boolean {
	const allowed = new BlockList();
	for (const network of networks) {
		const [address = "", bits] = network.split("/");
		allowed.addSubnet(address, Number(bits), isIPv6(address) ? "ipv6" : "ipv4");
	}
	// A socket that listens on both kinds tells an IPv4 address in the form of the other.
	const address = visitor.replace(/^::ffff:(?=[\d.]+$)/i, "").replace(/%.*$/, "");
	return allowed.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** Of what the owner may now, what was given to the key. */
function limited(standing: Standing, given: readonly string[]): Standing {
	const held = permissions.filter((permission) => given.includes(permission) && standing.permissions.has(permission));
	return { ...standing, permissions: new Set<Permission>(held) };
}

/**
 * Who stands behind a single-use token, which is used up by asking. Undefined when it is unknown, of another type, used or too old,
 * or when its maker has left the workspace or the key it was made with was revoked or switched off since.
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

/** The keys of several service accounts, for the list of the accounts. */
export async function getServiceAccountKeys(
	db: Db,
	workspaceId: string,
	userIds: readonly string[],
): Promise<ServiceAccountKey[]> {
	return (await listKeysOf(db, workspaceId, userIds)).map(presentServiceAccountKey);
}

/** For whoever leaves a workspace: coming back to it later brings no old key back. */
export async function endKeys(tx: Db, workspaceId: string, userId: string): Promise<void> {
	await revokeKeysOf(tx, workspaceId, userId);
}
