import { BlockList, isIPv6 } from "node:net";
import type { ServiceAccountKey, SingleUseTokenType } from "@timbre/contract/developers/endpoints.ts";
import { AppError } from "@timbre/contract/errors.ts";
import { type Permission, permissions } from "@timbre/contract/permissions.ts";
import type { Database, Db } from "@timbre/db/connect.ts";
import type { Identity } from "../../../core/http/context.ts";
import { GLOBAL } from "../../../core/tenancy.ts";
import { getMembershipStatus, type MembershipStatus } from "../../workspace/workspace.public.ts";
import { presentServiceAccountKey } from "./keys.present.ts";
import { findKeyByHash, listKeysOf, redeemToken, revokeKeysOf, touchKey } from "./keys.repo.ts";
import { hashApiKey } from "./keys.service.ts";

const touchIntervalMs = 60_000;

/**
 * The identity behind an API key; undefined if the key is unknown or revoked, or its owner has left the workspace.
 * Throws if the key is disabled, expired or not allowed from this IP address.
 */
export async function identifyApiKey(db: Database, key: string, visitor: string): Promise<Identity | undefined> {
	const row = await findKeyByHash(db, GLOBAL, hashApiKey(key));
	if (!row) return undefined;
	const membership = await getMembershipStatus(db, row.workspace_id, row.user_id);
	if (membership === undefined) return undefined;
	if (row.disabled_at !== null) throw new AppError("invalid_api_key", "This API key is disabled.");
	if (row.expires_at !== null && row.expires_at.getTime() <= Date.now())
		throw new AppError("invalid_api_key", "This API key has expired.");
	if (row.allowed_ips !== null && !isWithin(row.allowed_ips, visitor))
		throw new AppError("ip_not_allowed", `This API key isn't allowed from ${visitor}.`);
	if (row.last_used_at === null || Date.now() - row.last_used_at.getTime() > touchIntervalMs) {
		await touchKey(db, row.workspace_id, row.id);
	}
	return {
		workspaceId: row.workspace_id,
		userId: row.user_id,
		...limitToKey(membership, row.permissions),
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
	// Dual-stack sockets report IPv4 addresses in IPv6-mapped form.
	const address = visitor.replace(/^::ffff:(?=[\d.]+$)/i, "").replace(/%.*$/, "");
	return allowed.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** The key's permissions that its owner still has. */
function limitToKey(membership: MembershipStatus, keyPermissions: readonly string[]): MembershipStatus {
	const granted = permissions.filter(
		(permission) => keyPermissions.includes(permission) && membership.permissions.has(permission),
	);
	return { ...membership, permissions: new Set<Permission>(granted) };
}

/**
 * Redeems a single-use token and returns its identity. Undefined if the token is unknown, of another type, used or
 * expired, if its creator has left the workspace, or if the key it was created with was revoked or disabled.
 */
export async function redeemSingleUseToken(
	db: Database,
	token: string,
	type: SingleUseTokenType,
): Promise<Identity | undefined> {
	const row = await redeemToken(db, GLOBAL, hashApiKey(token), type);
	if (!row || row.key_revoked) return undefined;
	const membership = await getMembershipStatus(db, row.workspace_id, row.user_id);
	if (membership === undefined) return undefined;
	return {
		workspaceId: row.workspace_id,
		userId: row.user_id,
		...limitToKey(membership, row.permissions),
		via: "api-key",
		...(row.api_key_id === null ? {} : { apiKeyId: row.api_key_id }),
	};
}

/** The keys of several service accounts. */
export async function getServiceAccountKeys(
	db: Db,
	workspaceId: string,
	userIds: readonly string[],
): Promise<ServiceAccountKey[]> {
	return (await listKeysOf(db, workspaceId, userIds)).map(presentServiceAccountKey);
}

/** Called when a member leaves, so rejoining later does not restore old keys. */
export async function revokeMemberKeys(tx: Db, workspaceId: string, userId: string): Promise<void> {
	await revokeKeysOf(tx, workspaceId, userId);
}
