import { createHash } from "node:crypto";
import type { ApiKey, ServiceAccountKey } from "@timbre/contract/developers/endpoints.ts";
import { permissions } from "@timbre/contract/permissions.ts";
import { unix } from "../../../core/time.ts";
import type { KeyRow } from "./keys.repo.ts";

export function presentApiKey(row: KeyRow): ApiKey {
	return {
		key_id: row.id,
		name: row.name,
		preview: row.preview,
		permissions: permissions.filter((permission) => row.permissions.includes(permission)),
		created_at_unix: unix(row.created_at),
		last_used_at_unix: row.last_used_at === null ? null : unix(row.last_used_at),
		rotated_at_unix: row.rotated_at === null ? null : unix(row.rotated_at),
		expires_at_unix: row.expires_at === null ? null : unix(row.expires_at),
		is_disabled: row.disabled_at !== null,
		disable_reason: toDisableReason(row.disable_reason),
		character_limit: row.character_limit,
		character_count: row.spent,
		allowed_ips: row.allowed_ips,
	};
}

export function presentServiceAccountKey(row: KeyRow): ServiceAccountKey {
	const { key_id, name, permissions: held, created_at_unix, last_used_at_unix, expires_at_unix } = presentApiKey(row);
	return {
		name,
		hint: row.preview.slice(-4),
		key_id,
		service_account_user_id: row.user_id,
		created_at_unix,
		is_disabled: row.disabled_at !== null,
		permissions: held,
		disable_reason: toDisableReason(row.disable_reason),
		character_limit: row.character_limit,
		character_count: row.spent,
		// A hash of the stored hash, so it can't be used for lookup.
		hashed_xi_api_key: createHash("sha256").update(row.key_hash).digest("hex"),
		allowed_ips: row.allowed_ips,
		third_party_disable_allowed: row.third_party_disable_allowed,
		platform_limits: null,
		last_used_at_unix,
		expires_at_unix,
	};
}

function toDisableReason(reason: string | null): ApiKey["disable_reason"] {
	return reason === "self_disabled" || reason === "exposed_publicly" ? reason : null;
}
