import { type Permission, permissions, rolePermissions } from "@timbre/contract/permissions.ts";
import type { Database } from "@timbre/db/connect.ts";
import type { Identity } from "../../core/context.ts";
import { getRole } from "../workspace/workspace.public.ts";
import { findKeyByHash, touchKey } from "./developers.repo.ts";
import { hashApiKey } from "./developers.service.ts";

const touchEveryMs = 60_000;

/** Who stands behind an API key; undefined when it is unknown or revoked, or its owner has left the workspace. */
export async function identifyApiKey(db: Database, key: string): Promise<Identity | undefined> {
	const row = await findKeyByHash(db, hashApiKey(key));
	if (!row) return undefined;
	const role = await getRole(db, row.workspace_id, row.user_id);
	if (role === undefined) return undefined;
	if (row.last_used_at === null || Date.now() - row.last_used_at.getTime() > touchEveryMs) {
		await touchKey(db, row.workspace_id, row.id);
	}
	const held = new Set<Permission>(
		permissions.filter(
			(permission) => row.permissions.includes(permission) && rolePermissions[role].includes(permission),
		),
	);
	return { workspaceId: row.workspace_id, userId: row.user_id, role, permissions: held, via: "api-key" };
}
